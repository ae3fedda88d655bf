// The shared packed parse forest, read off a chart: which rules derive a symbol over a span, and
// where the parts of a rule may end. Nothing is stored beyond indexes of the sets that are
// asked about.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "parse/chart.h"

namespace grabr {

/// A rule completed in some set.
struct Completed {
  LoweredId symbol = 0;
  std::uint32_t origin = 0;
  std::uint32_t rule = 0;
};

class Forest {
 public:
  explicit Forest(const Chart& chart)
      : chart_(chart),
        completed_(chart.set_count()),
        sorted_(chart.set_count()),
        seen_in_(chart.set_count()) {}

  const Chart& chart() const { return chart_; }

  /// Rules of `symbol` completed in set `end`, in the order of the chart.
  std::span<const Completed> completed(LoweredId symbol, std::uint32_t end);
  bool derives(LoweredId symbol, std::uint32_t begin, std::uint32_t end);
  /// Rules by which `symbol` derives tokens begin … end.
  std::vector<std::uint32_t> rules(LoweredId symbol, std::uint32_t begin, std::uint32_t end);

  /// Says whether part `index` of a rule may be tokens begin … end.
  using Allowed = std::function<bool(std::size_t index, std::uint32_t begin, std::uint32_t end)>;
  /// Ends of the parts of `rule` over begin … end: the longest first part, then the longest second,
  /// and so on. Nothing when no split is allowed.
  std::optional<std::vector<std::uint32_t>> longest_split(std::uint32_t rule, std::uint32_t begin,
                                                          std::uint32_t end,
                                                          const Allowed& allowed = nullptr);
  /// Is the dotted rule, begun in set `origin`, in this set?
  bool has_item(std::uint32_t set, std::uint32_t dotted, std::uint32_t origin);

 private:
  const Chart& chart_;
  std::vector<std::optional<std::vector<Completed>>> completed_;  // by set, sorted by symbol
  std::vector<std::vector<Item>> sorted_;  // by set: its items, once they were asked for
  std::vector<std::uint64_t> seen_in_;     // by set: the last search for ends that met it
  std::uint64_t round_ = 0;

  std::vector<std::vector<std::uint32_t>> possible_ends(std::uint32_t rule, std::uint32_t begin,
                                                        std::uint32_t end, const Allowed& allowed);
};

}  // namespace grabr
