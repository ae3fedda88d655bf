// The section "automatic" of a rich grammar: a token that line ends stand for.
#pragma once

#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/load/json_reader.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

class AutomaticReader {
 public:
  AutomaticReader(const JsonValue& root, SymbolTable& symbols, Problems& problems)
      : root_(root), symbols_(symbols), problems_(problems) {}

  /// Defines the token; before the rules are read.
  void define_token(Grammar& grammar);
  /// Finds the neighbours; after the rules, whose literals they are.
  void read_lists(Grammar& grammar);

 private:
  std::vector<SymbolId> read_list(const char* key);
  SymbolId neighbour(const JsonValue& value);

  const JsonValue& root_;
  SymbolTable& symbols_;
  Problems& problems_;
};

}  // namespace grabr
