// Which symbols can replace another: a ⇒* b with nothing around it.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

class Fits {
 public:
  Fits() = default;
  /// `unit` has an edge a → b if b may be all of a. The components of the symbols are numbered so
  /// that edges lead to the same or a smaller number.
  Fits(const std::vector<std::pair<SymbolId, SymbolId>>& unit,
       std::vector<std::uint32_t> component_of_symbol);

  /// Whether `symbol` can replace `place`; every symbol fits its own place.
  bool operator()(SymbolId place, SymbolId symbol) const;

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    auto operator<=>(const Range&) const = default;
  };

  void add_component(std::vector<Range> reached);

  std::vector<std::uint32_t> component_;  // by symbol
  std::vector<std::uint32_t> begin_{0};   // by component: into ranges_
  std::vector<Range> ranges_;             // components reachable from a component; sorted
};

}  // namespace grabr
