// The expressions in rules and tokens of an imported grammar, whatever its notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/model/char_class.h"
#include "text/source.h"

namespace grabr {

/// A place in one of the files that are imported together.
struct ImportPlace {
  std::uint32_t file = 0;  ///< index of the file
  Span span;
};

/// An expression of a rule or a token. In the expression of a finished token, all names have been
/// replaced.
struct Phrase {
  enum class Kind : std::uint8_t {
    kSequence,   ///< parts in order; none: the empty text
    kChoice,     ///< one of the parts
    kRepeat,     ///< parts[0], `min` to `max` times, with parts[1] (if given) between two
    kName,       ///< `text`: a rule or a token; with `parts`: a template and its arguments
    kText,       ///< exactly `text`
    kSet,        ///< one character of `set`
    kExcept,     ///< in rules: one token other than the names and texts in `parts`
    kPredicate,  ///< matches the empty text where its code, `text`, is true; also used for EOF
  };
  static constexpr std::uint32_t kUnlimited = ~std::uint32_t{0};

  Kind kind = Kind::kSequence;
  bool lazy = false;         ///< kRepeat: ends as early as it can
  bool ignore_case = false;  ///< kText: ASCII letters in either case
  std::uint32_t min = 0;
  std::uint32_t max = kUnlimited;
  std::string text;
  CharClass set;
  std::vector<Phrase> parts;
  ImportPlace place;

  bool is(Kind wanted) const { return kind == wanted; }
  bool is_empty() const { return kind == Kind::kSequence && parts.empty(); }
  bool is_optional() const {
    return kind == Kind::kRepeat && min == 0 && max == 1 && parts.size() == 1;
  }
};

Phrase named_part(std::string name, ImportPlace place = {});
Phrase text_part(std::string text, ImportPlace place = {});
Phrase set_part(CharClass set, ImportPlace place = {});
/// EOF
Phrase end_of_input();
bool is_end_of_input(const Phrase& part);
/// A part that nothing matches.
Phrase never_part();
bool is_never(const Phrase& part);
/// Sequence or choice of the parts; a single part is returned as it is.
Phrase sequence_of(std::vector<Phrase> parts);
Phrase choice_of(std::vector<Phrase> parts);
Phrase repeat_of(Phrase part, std::uint32_t min, std::uint32_t max);
inline Phrase optional_of(Phrase part) { return repeat_of(std::move(part), 0, 1); }
inline Phrase many_of(Phrase part) { return repeat_of(std::move(part), 0, Phrase::kUnlimited); }
inline Phrase some_of(Phrase part) { return repeat_of(std::move(part), 1, Phrase::kUnlimited); }
/// part (separator part)*
Phrase list_of(Phrase part, Phrase separator);

/// A text that begins with `open` and ends with the first `close` after it.
Phrase between(std::string open, std::string close);

CharClass without(const CharClass& all, const CharClass& less);
CharClass common(const CharClass& left, const CharClass& right);
/// The set of the phrase's texts, if each of them is one character.
std::optional<CharClass> one_character(const Phrase& part);

/// Do both have the same structure, wherever they were written?
bool same_part(const Phrase& left, const Phrase& right);
bool is_name_of(const Phrase& part, std::string_view name);
/// Does the name occur in the phrase?
bool mentions(const Phrase& part, std::string_view name);

/// Calls visit(part) for the phrase and all parts inside, outer ones first.
template <class Visit>
void for_each_part(Phrase& part, const Visit& visit) {
  visit(part);
  for (Phrase& inner : part.parts) for_each_part(inner, visit);
}
template <class Visit>
void for_each_part(const Phrase& part, const Visit& visit) {
  visit(part);
  for (const Phrase& inner : part.parts) for_each_part(inner, visit);
}

/// The readers cut deeper nesting, so walks may recurse.
inline constexpr std::uint32_t kMaxPartNesting = 150;

}  // namespace grabr
