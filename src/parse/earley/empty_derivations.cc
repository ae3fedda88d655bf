#include "parse/earley/empty_derivations.h"

#include "parse/earley/chart.h"
#include "parse/earley/choice.h"
#include "parse/earley/forest.h"

namespace grabr {

std::uint32_t EmptyDerivations::rule(LoweredId symbol) {
  const auto known = rules_.find(symbol);
  if (known != rules_.end()) return known->second;
  const Chart chart(grammar_, {}, symbol, nullptr, std::size_t{1} << 30);
  Forest forest{Completions(chart)};
  const std::uint32_t rule = Chooser(forest).choose(whole_input(forest.completions())).rule;
  rules_.emplace(symbol, rule);
  return rule;
}

}  // namespace grabr
