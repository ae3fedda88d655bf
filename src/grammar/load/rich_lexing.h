// Reads the keys of a rich grammar that concern lexing as a whole: "lexing", "reserved", "layout"
// and "automatic".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

class LexingReader {
 public:
  LexingReader(const JsonValue& root, SymbolTable& symbols, Problems& problems)
      : root_(root), symbols_(symbols), problems_(problems) {}

  /// Reads "lexing".
  Lexing read_mode();
  /// Defines the tokens of "layout". Call before the rules are read.
  void define_layout(Grammar& grammar);
  /// Looks up the literals of "layout". Call after the rules, where literals are defined.
  void read_neighbours(Grammar& grammar);
  /// Reads "reserved", adding words that the rules do not use. Returns the reserved literals.
  std::vector<SymbolId> read_reserved(const Grammar& grammar);
  /// Checks "layout". Needs grammar.lexer.
  void check_layout(const Grammar& grammar);

 private:
  SymbolId layout_token(const JsonValue& layout, const std::string& key, const std::string& name);
  std::vector<std::pair<SymbolId, SymbolId>> read_pairs(const std::string& key);
  std::vector<SymbolId> read_list(const std::string& key);
  SymbolId literal(const JsonValue& value, const std::string& what);

  const JsonValue& root_;
  SymbolTable& symbols_;
  Problems& problems_;
};

/// Reads the section "automatic" of a rich grammar: a token that is inserted at line ends.
class AutomaticReader {
 public:
  AutomaticReader(const JsonValue& root, SymbolTable& symbols, Problems& problems)
      : root_(root), symbols_(symbols), problems_(problems) {}

  /// Defines the token. Call before the rules are read.
  void define_token(Grammar& grammar);
  /// Reads the lists of tokens it may precede and follow. Call after the rules are read, since they
  /// define the literals.
  void read_lists(Grammar& grammar);

 private:
  std::vector<SymbolId> read_list(const char* key);
  SymbolId neighbour(const JsonValue& value);

  const JsonValue& root_;
  SymbolTable& symbols_;
  Problems& problems_;
};

}  // namespace grabr
