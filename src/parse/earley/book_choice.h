// The fuzzingbook's choice among derivations, for strategies that must reproduce the book step by
// step: parts are chosen from last to first, each the first completed item in chart order. A symbol
// that can derive itself is left to the documented rule: the book's parser does not terminate on a
// text that uses one, so it has no choice to follow.
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
  /// By set, once needed: completed rules by symbol, those of one symbol in chart order.
  std::vector<std::optional<std::vector<Completed>>> completed_;
  std::vector<std::vector<Item>> sorted_;  // by set: its items, sorted on first use
  std::optional<Forest> forest_;           // made when a symbol that can derive itself is met

  std::span<const Completed> completed(LoweredId symbol, std::uint32_t end);
  bool has_item(std::uint32_t set, std::uint32_t dotted, std::uint32_t origin);
};

}  // namespace grabr
