#include "grammar/model/grammar.h"

namespace grabr {

SymbolId Grammar::find(std::string_view symbol_name) const {
  SymbolId literal = kNoSymbol;
  for (SymbolId id = 0; id < symbols.size(); ++id) {
    if (symbols[id].name != symbol_name) continue;
    if (symbols[id].kind != SymbolKind::kLiteral) return id;
    literal = id;
  }
  return literal;
}

}  // namespace grabr
