// The fuzzingbook's choice among derivations, for the strategies that must repeat the book step by
// step: parts are chosen from the last to the first, each the first completed item in the order of
// the chart. A symbol that can derive itself is left to the documented rule: the book's parser does
// not end on a text that uses one, so there is no choice of its to follow.
// Tested by tests/parse/choice_test.cc.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "parse/earley/choice.h"

namespace grabr {

class BookChooser {
 public:
  explicit BookChooser(const Chart& chart)
      : chart_(chart), completed_(chart.set_count()), sorted_(chart.set_count()) {}
  Step choose(const Part& part);

 private:
  const Chart& chart_;
  /// By set, once asked about: completed rules by symbol, those of one symbol in the chart's order.
  std::vector<std::optional<std::vector<Completed>>> completed_;
  std::vector<std::vector<Item>> sorted_;  // by set, once asked about: its items
  std::optional<Forest> forest_;           // where a symbol that can derive itself was met

  std::span<const Completed> completed(LoweredId symbol, std::uint32_t end);
  bool has_item(std::uint32_t set, std::uint32_t dotted, std::uint32_t origin);
};

}  // namespace grabr
