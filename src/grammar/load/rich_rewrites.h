// Reads "hints.rewrites" of a rich grammar: for a rule, templates of what to replace a part by.
//
//   "selection_statement": ["$statement", "$expression ;"]
//
// `$name` is the nearest part with that symbol inside, `$name.2` the second nearest, `$$` a dollar
// sign; the rest is text of the language.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/placed_text.h"
#include "grammar/model/problems.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

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
  /// Reads what follows the `$` at `at`; returns its end.
  std::size_t parse_part(const PlacedText& text, std::size_t at, RewriteTemplate& result);
  void add_text(const PlacedText& text, RewriteTemplate& result);

  const Source& file_;
  SymbolTable& symbols_;
  Problems& problems_;
  std::vector<PlacedText> texts_;
};

}  // namespace grabr
