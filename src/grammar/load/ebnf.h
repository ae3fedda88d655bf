// The fuzzingbook's extended notation inside expansions: (…)? <x>? <x>* <x>+ become plain rules.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/load/options.h"
#include "grammar/model/placed_text.h"
#include "grammar/model/problems.h"

namespace grabr {

/// One expansion of a classic grammar as it stands in the file.
struct BookExpansion {
  PlacedText text;                    ///< spelled as one string
  bool is_list = false;
  std::vector<PlacedText> list;       ///< spelled as a list of symbols
  AlternativeOptions options;
  Span span;
};

struct BookRule {
  std::string name;  ///< "<expr>"
  Span span;
  std::vector<BookExpansion> expansions;
};

/// Half-open range of bytes of a text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The first `<name>` at or after `from`: angle brackets without spaces or brackets inside.
std::optional<TextRange> find_nonterminal(std::string_view text, std::size_t from);
bool is_nonterminal(std::string_view text);

/// Replaces the operators in all expansions spelled as strings by fresh rules, which follow the
/// file's own; those spelled as lists of symbols are left as they are.
void convert_ebnf(std::vector<BookRule>& rules, Problems& problems);

/// An expansion whose + or * is the sign of an operation and not a repetition.
struct PlainOperator {
  Span span;            ///< of `<term>+<expr>`
  std::string repeated; ///< `<term>`
  char sign = '+';
};

/// The first place that gives a file away as plain BNF: a rule <expr> with an expansion
/// `…<term>+<expr>…` where <expr> is <term> alone as well, or `…<expr>+<term>…`, as in
/// "<expr>": ["<expr>+<term>", "<term>"]. As a repetition that would say nothing new.
std::optional<PlainOperator> find_plain_operator(const std::vector<BookRule>& rules);

}  // namespace grabr
