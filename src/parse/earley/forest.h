// The shared packed parse forest, computed from the completed parts of a parse: which rules derive
// a symbol over a span, and where the parts of a rule may end.
//
// The ends of a rule's parts are found from the left (where may this part end?), restricted to
// those from which the remaining parts reach the rule's end. The latter are found from the right,
// once per dotted rule and end, for all beginnings. So a list takes time linear in its length,
// left- or right-recursive, and a rule of many parts costs no more than several rules of two. E.
// Scott, "SPPF-style parsing from Earley recognisers" (2008) has such binarised forests; this one
// is not stored. Tested by tests/parse/forest_test.cc and everything that builds trees.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "parse/earley/completions.h"

namespace grabr {

class Forest {
 public:
  explicit Forest(Completions completions);

  const Completions& completions() const { return completions_; }
  const LoweredGrammar& grammar() const { return completions_.grammar(); }
  bool derives(LoweredId symbol, std::uint32_t begin, std::uint32_t end) const {
    return completions_.derives(symbol, begin, end);
  }
  std::span<const std::uint32_t> rules(LoweredId symbol, std::uint32_t begin,
                                       std::uint32_t end) const {
    return completions_.rules(symbol, begin, end);
  }

  /// Where the part after the dot may end if it begins at `from` and the rule ends at `end`,
  /// longest first. The rule's parts after the dot must derive from … end.
  std::vector<std::uint32_t> next_ends(std::uint32_t dotted, std::uint32_t from, std::uint32_t end);
  std::uint32_t longest_next_end(std::uint32_t dotted, std::uint32_t from, std::uint32_t end);
  /// Ends of the parts of `rule`, which must derive begin … end: longest first part, then longest
  /// second, and so on.
  std::vector<std::uint32_t> longest_split(std::uint32_t rule, std::uint32_t begin,
                                           std::uint32_t end);
  /// Bytes used for the positions found from the right.
  std::size_t memory() const { return memory_; }

 private:
  Completions completions_;
  /// By dotted rule and end: where the rest after the dot may begin, ascending.
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> starts_;
  std::vector<std::uint64_t> seen_in_;  // by position: the last search for starts that reached it
  std::uint64_t round_ = 0;
  std::size_t memory_ = 0;

  std::span<const std::uint32_t> starts(std::uint32_t dotted, std::uint32_t end);
  std::vector<std::uint32_t> starts_before(LoweredId symbol, std::span<const std::uint32_t> ends);
  template <typename Visit>
  void visit_next_ends(std::uint32_t dotted, std::uint32_t from, std::uint32_t end, Visit visit);
};

/// Enumerates all splits of a rule over a span, in the order of the documented choice.
class Splits {
 public:
  Splits(Forest& forest, std::uint32_t rule, std::uint32_t begin, std::uint32_t end);

  /// Ends of the rule's parts; null after the last split.
  const std::vector<std::uint32_t>* next();

 private:
  Forest& forest_;
  std::uint32_t first_dot_, begin_, end_;
  // By part: its possible ends, the current one last.
  std::vector<std::vector<std::uint32_t>> choices_;
  std::vector<std::uint32_t> ends_;
  bool started_ = false;

  void fill();
};

}  // namespace grabr
