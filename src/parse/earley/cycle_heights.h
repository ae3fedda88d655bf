// Heights of derivations over one span where symbols derive themselves (A ⇒+ A): choosing by least
// height terminates. Heights count the steps inside the cycle of symbols.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "parse/earley/forest.h"

namespace grabr {

class CycleHeights {
 public:
  static constexpr std::uint32_t kInfinite = ~std::uint32_t{0};

  CycleHeights(Forest& forest, std::uint32_t cycle, std::uint32_t begin, std::uint32_t end);

  /// Least height of a derivation of the span by `rule`, which must derive it.
  std::uint32_t of_rule(std::uint32_t rule);
  /// The first split in which no part of the same cycle covers the whole span again.
  std::optional<std::vector<std::uint32_t>> base_split(std::uint32_t rule);
  /// Parts of the same cycle that may cover the whole span, all others being empty: by height, then
  /// left to right. Only for non-empty spans, where one part at a time can do so.
  std::vector<std::uint32_t> whole_parts(std::uint32_t rule);
  /// The split in which `part` covers the whole span.
  std::vector<std::uint32_t> whole_split(std::uint32_t rule, std::uint32_t part) const;

 private:
  Forest& forest_;
  const LoweredGrammar& grammar_;
  std::uint32_t cycle_, begin_, end_;
  std::map<LoweredId, std::uint32_t> height_;

  bool in_cycle(LoweredId symbol) const { return grammar_.symbols[symbol].cycle == cycle_; }
  std::uint32_t height_of_empty(std::uint32_t rule);
};

}  // namespace grabr
