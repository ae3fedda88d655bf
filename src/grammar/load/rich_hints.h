// Reads "hints" of a rich grammar, which guide reduction and never change the language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

/// "hints.rewrites": for a rule, templates of replacements for a part.
///
///   "selection_statement": ["$statement", "$expression ;"]
///
/// `$name` is the nearest part with that symbol inside, `$name.2` the second nearest, `$$` a dollar
/// sign; the rest is text of the language.
class RewriteReader {
 public:
  RewriteReader(const Source& file, SymbolTable& symbols, Problems& problems)
      : file_(file), symbols_(symbols), problems_(problems) {}

  using Rewrites = std::vector<std::pair<SymbolId, std::vector<RewriteTemplate>>>;

  Rewrites read(const JsonValue& value);
  /// Reports texts in templates that are not tokens. Needs grammar.lexer.
  void check_texts(const Grammar& grammar);

 private:
  SymbolId rule(const JsonKey& key);
  std::vector<RewriteTemplate> templates(const JsonValue& value, const std::string& path);
  RewriteTemplate parse(const PlacedText& text);
  /// Reads the part after the `$` at `at`; returns its end.
  std::size_t parse_part(const PlacedText& text, std::size_t at, RewriteTemplate& result);
  void add_text(const PlacedText& text, RewriteTemplate& result);

  const Source& file_;
  SymbolTable& symbols_;
  Problems& problems_;
  std::vector<PlacedText> texts_;
};

class HintReader {
 public:
  HintReader(const Source& file, SymbolTable& symbols, Problems& problems)
      : symbols_(symbols), problems_(problems), rewrites_(file, symbols, problems) {}

  /// Reads the object "hints".
  Hints read(const JsonValue& hints);
  /// The hints about names that other texts derive.
  NameLinks take_links() { return std::move(links_); }
  /// Reports texts in hints that the lexer reads differently. Needs grammar.lexer.
  void check_texts(const Grammar& grammar);

 private:
  struct PlacedHint {
    SymbolId token;
    std::string text;
    Span span;
  };

  void read_identifiers(const JsonValue& value, Hints& hints);
  void read_imports(const JsonValue& value, Hints& hints);
  void read_derives(const JsonValue& value);
  void read_introduces(const JsonValue& value);
  NameSource::Spelling spelling(const JsonValue& way, SymbolId of);
  SymbolId rule_or_token(const std::string& name, Span span);
  void read_simplest(const JsonValue& value, Hints& hints);
  void read_counts(const JsonValue& value, Hints& hints);
  TokenCount count(const JsonValue& value, const std::string& path);
  SymbolId token(const std::string& name, Span span);
  std::vector<std::string> texts(const JsonValue& value, const std::string& path, SymbolId token);

  SymbolTable& symbols_;
  Problems& problems_;
  RewriteReader rewrites_;
  std::vector<PlacedHint> texts_;
  NameLinks links_;
  std::uint32_t patterns_ = 0;  ///< number of patterns in "derives"
};

}  // namespace grabr
