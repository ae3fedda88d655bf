#include "parse/earley/chart.h"

namespace grabr {

FirstSets::FirstSets(const LoweredGrammar& grammar)
    : words_((grammar.symbols.size() + 63) / 64),
      bits_(grammar.rules.size() * words_),
      nullable_(grammar.rules.size()) {
  std::vector<std::uint64_t> of_symbol(grammar.symbols.size() * words_);
  for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.terminal(s)) of_symbol[s * words_ + s / 64] |= std::uint64_t{1} << (s % 64);
  }
  const auto merge = [&](std::uint64_t* to, const std::uint64_t* from) {
    bool changed = false;
    for (std::size_t w = 0; w < words_; ++w) {
      changed |= (from[w] & ~to[w]) != 0;
      to[w] |= from[w];
    }
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t r = 0; r < grammar.rules.size(); ++r) {
      std::uint64_t* first = bits_.data() + r * words_;
      nullable_[r] = true;
      for (const LoweredId symbol : grammar.rhs(r)) {
        merge(first, of_symbol.data() + symbol * words_);
        if (grammar.symbols[symbol].nullable) continue;
        nullable_[r] = false;
        break;
      }
      changed |= merge(of_symbol.data() + grammar.rules[r].lhs * words_, first);
    }
  }
}

}  // namespace grabr
