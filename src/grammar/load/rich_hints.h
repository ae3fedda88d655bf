// Reads "hints" of a rich grammar, which guide reduction and never change the language.
#pragma once

#include <string>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/load/rich_rewrites.h"
#include "grammar/model/grammar.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

class HintReader {
 public:
  HintReader(const Source& file, SymbolTable& symbols, Problems& problems)
      : symbols_(symbols), problems_(problems), rewrites_(file, symbols, problems) {}

  /// Reads the object "hints".
  Hints read(const JsonValue& hints);
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
  void read_simplest(const JsonValue& value, Hints& hints);
  SymbolId token(const std::string& name, Span span);
  std::vector<std::string> texts(const JsonValue& value, const std::string& path, SymbolId token);

  SymbolTable& symbols_;
  Problems& problems_;
  RewriteReader rewrites_;
  std::vector<PlacedHint> texts_;
};

}  // namespace grabr
