// Reads the section "automatic" of a rich grammar: a token that is inserted at line ends.
#pragma once

#include <string>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

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
