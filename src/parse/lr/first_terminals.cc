// The usual fixpoint (Aho, Lam, Sethi & Ullman, "Compilers", 4.4.2): a few passes over the rules.
#include "parse/lr/first_terminals.h"

namespace grabr {

FirstTerminals::FirstTerminals(const Lowered& grammar) : columns_(grammar.symbols.size()) {
  for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.terminal(s)) columns_[s] = column_count_++;
  }
  sets_.assign(grammar.symbols.size(), none());
  for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.terminal(s)) sets_[s].set(columns_[s]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
      Set& lhs = sets_[grammar.rules[r].lhs];
      for (const LoweredId part : grammar.rhs(r)) {
        if (!sets_[part].is_subset_of(lhs)) {
          lhs |= sets_[part];
          changed = true;
        }
        if (!grammar.symbols[part].nullable) break;
      }
    }
  }
}

}  // namespace grabr
