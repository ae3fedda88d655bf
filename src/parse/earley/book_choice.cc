#include "parse/earley/book_choice.h"

#include <algorithm>
#include <cassert>

namespace grabr {

Step BookChooser::choose(const Part& part) {
  const LoweredGrammar& grammar = chart_.grammar();
  if (grammar.symbols[part.symbol].cycle != LoweredSymbol{}.cycle) {
    if (!forest_) forest_.emplace(Completions(chart_));
    return Chooser(*forest_).choose(part);
  }
  const auto first = [&](LoweredId symbol, std::uint32_t end, const auto& fits) {
    const auto all = completed(symbol, end);
    const auto found = std::find_if(all.begin(), all.end(), fits);
    assert(found != all.end());
    return *found;
  };
  Step step;
  step.rule = part.rule ? *part.rule : first(part.symbol, part.end, [&](const Completed& done) {
                                         return done.begin == part.begin;
                                       }).rule;
  const auto symbols = grammar.rhs(step.rule);
  std::uint32_t end = part.end;
  for (std::size_t k = symbols.size(); k-- > 0;) {
    Part chosen;
    chosen.symbol = symbols[k];
    chosen.end = end;
    if (grammar.terminal(symbols[k])) {
      chosen.begin = end - 1;
    } else {
      const std::uint32_t before =
          grammar.rules[step.rule].first_dot + static_cast<std::uint32_t>(k);
      const Completed found = first(symbols[k], end, [&](const Completed& done) {
        return done.begin >= part.begin && has_item(done.begin, before, part.begin);
      });
      chosen.begin = found.begin;
      chosen.rule = found.rule;
    }
    step.parts.push_back(chosen);
    end = chosen.begin;
  }
  std::reverse(step.parts.begin(), step.parts.end());
  return step;
}

std::span<const Completed> BookChooser::completed(LoweredId symbol, std::uint32_t end) {
  auto& index = completed_[end];
  const auto by_symbol = [](const Completed& a, const Completed& b) { return a.symbol < b.symbol; };
  if (!index) {
    const LoweredGrammar& grammar = chart_.grammar();
    index.emplace();
    for (const Item& item : chart_.set(end)) {
      if (grammar.after_dot[item.dotted] != LoweredGrammar::kEnd) continue;
      const std::uint32_t rule = grammar.rule_at[item.dotted];
      index->push_back({grammar.rules[rule].lhs, rule, item.origin, end});
    }
    std::stable_sort(index->begin(), index->end(), by_symbol);
  }
  Completed wanted;
  wanted.symbol = symbol;
  const auto [first, last] = std::equal_range(index->begin(), index->end(), wanted, by_symbol);
  return {first, last};
}

/// Has this set the dotted rule that began in set `origin`?
bool BookChooser::has_item(std::uint32_t set, std::uint32_t dotted, std::uint32_t origin) {
  auto& sorted = sorted_[set];
  if (sorted.empty()) {
    const auto items = chart_.set(set);
    sorted.assign(items.begin(), items.end());
    std::sort(sorted.begin(), sorted.end());
  }
  return std::binary_search(sorted.begin(), sorted.end(), Item{dotted, origin});
}

}  // namespace grabr
