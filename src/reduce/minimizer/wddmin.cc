// Weighted ddmin: its parts have equal weight, while those of ddmin have equal length. It begins
// with the whole list as one part. Each round splits every part in two whose weights are as equal
// as possible (parts of one thing were tried before and are left out). It tries each part alone,
// then each complement, and returns to the front after each success. A part that is interesting
// alone is the new list. When no parts are left, single things are tried, again from the front
// after each success.
//
//   things a b c d of weight 1 1 1 3, c needed: abc | d: abc fails alone; a | bc: bc alone; b | c:
//   c alone; without c?
//
// 1-minimal because of the last sweep, which can also empty the list.
// Source: X. Zhou et al., "WDD: Weighted Delta Debugging" (ICSE 2025), the authors' code.
// Tested by tests/reduce/list_minimizers_test.cc.
#include <cstdint>
#include <utility>
#include <vector>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

class WeightedDdmin {
 public:
  WeightedDdmin(Session& session, const RemovableList& list)
      : session_(session), list_(list), kept_(keep_all(list)) {}

  Kept run() {
    std::vector<Cut> parts = halves({{0, kept_.size()}});
    for (; !parts.empty(); parts = halves(parts)) {
      if (keep_failing_part(session_, list_, kept_, parts)) {
        parts = {{0, kept_.size()}};
      } else if (!are_complements(parts)) {
        drop_complements(parts);
      }
    }
    std::vector<Cut> singles;
    for (std::size_t i = 0; i < kept_.size(); ++i) singles.push_back({i, i + 1});
    drop_complements(singles);
    return std::move(kept_);
  }

 private:
  Session& session_;
  const RemovableList& list_;
  Kept kept_;

  std::uint64_t weight(std::size_t place) const {
    return list_.weights.empty() ? 1 : list_.weights[kept_[place]];
  }

  /// The place where the weights on both sides differ least; the first if there are several.
  std::size_t middle(Cut part) const {
    std::uint64_t right = 0;
    for (std::size_t i = part.begin; i < part.end; ++i) right += weight(i);
    std::uint64_t left = 0;
    std::uint64_t least = right + 1;
    std::size_t best = part.begin + 1;
    for (std::size_t i = part.begin; i + 1 < part.end; ++i) {
      left += weight(i);
      right -= weight(i);
      const std::uint64_t difference = left > right ? left - right : right - left;
      if (difference >= least) continue;
      least = difference;
      best = i + 1;
    }
    return best;
  }

  std::vector<Cut> halves(const std::vector<Cut>& parts) const {
    std::vector<Cut> split;
    for (const Cut part : parts) {
      if (part.end - part.begin < 2) continue;
      const std::size_t at = middle(part);
      split.push_back({part.begin, at});
      split.push_back({at, part.end});
    }
    return split;
  }

  /// If the whole list has two parts, each is the complement of the other.
  bool are_complements(const std::vector<Cut>& parts) const {
    return parts.size() == 2 && parts[0].begin == 0 && parts[0].end == parts[1].begin &&
           parts[1].end == kept_.size();
  }

  /// Drops parts while there is one that can go.
  void drop_complements(std::vector<Cut>& parts) {
    while (const auto found = first_failing_cut(session_, list_, kept_, parts)) {
      drop(list_, kept_, parts[*found]);
      forget(parts, *found);
    }
  }

  static void forget(std::vector<Cut>& parts, std::size_t gone) {
    const std::size_t size = parts[gone].end - parts[gone].begin;
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(gone));
    for (std::size_t i = gone; i < parts.size(); ++i) {
      parts[i].begin -= size;
      parts[i].end -= size;
    }
  }
};

}  // namespace

Kept wddmin(Session& session, const RemovableList& list) {
  return WeightedDdmin(session, list).run();
}

}  // namespace grabr
