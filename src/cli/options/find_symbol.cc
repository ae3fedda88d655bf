#include "cli/options/find_symbol.h"

#include <vector>

#include "text/error.h"
#include "text/suggest.h"

namespace grabr {

SymbolId find_symbol(const Grammar& grammar, const std::string& name) {
  if (name.empty()) return kNoSymbol;
  std::vector<std::string> names;
  for (const Rule& rule : grammar.rules) {
    names.push_back(grammar.symbols[rule.symbol].name);
    // The shell makes angle brackets a nuisance.
    if (names.back() == name || names.back() == "<" + name + ">") return rule.symbol;
  }
  const std::string hint = word_hint(name, names, "");
  throw Error(ErrorKind::kInvalid,
              "the grammar has no rule " + name + (hint.empty() ? "" : "\nhint: " + hint));
}

}  // namespace grabr
