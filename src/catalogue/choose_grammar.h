// Chooses the grammar for an input given without -g: by its name, then by its contents.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalogue/grammar_card.h"
#include "grammar/lex/scan_table.h"

namespace grabr {

class Parser;

struct GrammarChoice {
  std::filesystem::path path;
  std::string key;
  std::string reason;  ///< "by the extension .c"
  /// Chosen by the beginning of a long text: if the whole text does not parse, the choice was
  /// wrong.
  bool by_beginning = false;
  bool by_content = false;  ///< chosen from the text alone
  /// The language's own grammar, if a dialect that extends it was chosen because the language's own
  /// grammar does not parse the text; else empty.
  std::filesystem::path extended = {};
  bool parses = true;  ///< false: one of several that fit, none of which parses the text
};

/// Reuse one for many files: it reads the heads of all grammars once.
class GrammarChooser {
 public:
  GrammarChooser();  ///< chooses among all grammars found
  explicit GrammarChooser(std::vector<GrammarCard> cards);

  /// In this order: the full file name, its extension (longest first, then the folder searched
  /// first), a first line #!…, a line for editors, its contents (recognise()). If several grammars
  /// fit equally well: the one whose key is that word, if it parses the text; the one named by a
  /// line of the text; the first that parses the text, of those whose marks are in it, then of the
  /// others, by key; the one that parses most of it.
  std::optional<GrammarChoice> choose(const std::string& file, std::string_view text) const;

  /// The grammar marked "generic", for texts that fit no other; the first by key.
  std::optional<GrammarChoice> plain_text() const;

 private:
  using Cards = std::vector<const GrammarCard*>;

  /// A card's compiled expressions.
  struct Marks {
    ScanTable begins, lines;
  };
  struct Likeness;

  Cards named_like(const std::string& name) const;
  Cards with_extension(const std::string& name, std::string& extension) const;
  Cards run_by(const std::string& program) const;
  Cards of_mode(const std::string& mode) const;
  Likeness likeness(const GrammarCard& card, std::string_view text) const;
  std::vector<std::pair<Likeness, const GrammarCard*>> resembling(std::string_view text) const;
  std::optional<GrammarChoice> recognise(std::string_view text) const;
  const Marks& marks_of(const GrammarCard& card) const;
  bool fits(const GrammarCard& card, std::string_view text) const;
  bool parses(const GrammarCard& card, std::string_view text) const;
  const Parser* parser_for(const GrammarCard& card) const;
  const GrammarCard* parses_most(const Cards& cards, const GrammarCard* preferred,
                                 std::string_view text) const;
  GrammarChoice among(const Cards& cards, const std::string& reason, const std::string& word,
                      std::string_view text) const;

  std::vector<GrammarCard> cards_;  // by key
  // Caches for many files, by path.
  mutable std::map<std::string, std::shared_ptr<const Marks>> marks_;
  /// Null: an unusable grammar.
  mutable std::map<std::string, std::shared_ptr<const Parser>> parsers_;
};

/// choose() for a file on disk; for an unreadable one only its name counts.
std::optional<GrammarChoice> choose_for_file(const GrammarChooser& chooser,
                                             const std::filesystem::path& file);

/// The grammar named by `option` (then without a reason) or, if that is empty, the one for the
/// file. Throws Error(kInvalid) if there is none.
GrammarChoice require_grammar(const GrammarChooser& chooser, const std::string& option,
                              const std::string& file, std::string_view text);
GrammarChoice require_grammar(const std::string& option, const std::string& file,
                              std::string_view text);

/// A line for a text that its grammar does not parse. It names the other grammars; empty if there
/// are none.
std::string other_grammars_note(const GrammarChoice& choice, const std::string& file);

}  // namespace grabr
