// Adaptive deletion: at each place, from the last to the first, the longest run that can go. Its
// length is found by guessing small: 1, 2, 3, 4, then 5, 10, 20, … until a run must stay, then by
// binary search between the last that went and the first that stayed. The thing before such a run
// must stay, so it needs no test of its own. Sweeps are repeated until one drops nothing.
//
//   8 things, the third needed: 8, 7-8, 6-8, 5-8, 4-8 go, no 10 are left, 2-8 stays, 3-8 stays,
//   so 3 stays; 2 goes, 1-2 goes; next sweep: 3 stays
//
// 1-minimal, and can empty the list: the last sweep has tried each single thing. A thing that stays
// costs one test, where halving costs a logarithm, so this is best when much is needed.
// Source: D. R. MacIver, "Improving Binary Search by Guessing"; Hypothesis, Shrink Ray.
// Tested by tests/reduce/list_minimizers_test.cc.
#include <algorithm>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

/// A run of things that ends before one place of `kept`; it is dropped as it grows.
class Run {
 public:
  Run(Session& session, const RemovableList& list, Kept& kept, std::size_t end)
      : session_(session), list_(list), kept_(kept), end_(end) {}

  /// Drops the longest run found by guessing, and returns its length.
  std::size_t drop_longest() {
    for (std::size_t length = 1; length <= 4; ++length) {
      if (!grow_to(length)) return length_;
    }
    std::size_t stays = 5;
    while (grow_to(stays)) stays *= 2;
    stays = std::min(stays, end_ + 1);
    while (stays - length_ > 1) {
      const std::size_t middle = length_ + (stays - length_) / 2;
      if (!grow_to(middle)) stays = middle;
    }
    return length_;
  }

 private:
  bool grow_to(std::size_t length) {
    if (length > end_) return false;
    if (!try_cut(session_, list_, kept_, {end_ - length, end_ - length_})) return false;
    length_ = length;
    return true;
  }

  Session& session_;
  const RemovableList& list_;
  Kept& kept_;
  const std::size_t end_;
  std::size_t length_ = 0;  // kept_ lacks that many things before end_
};

}  // namespace

Kept adaptive(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  std::size_t before = kept.size() + 1;
  while (kept.size() < before) {
    before = kept.size();
    for (std::size_t end = kept.size(); end > 0;) {
      end -= Run(session, list, kept, end).drop_longest();
      if (end > 0) --end;
    }
  }
  return kept;
}

}  // namespace grabr
