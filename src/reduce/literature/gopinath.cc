// Delta debugging that keeps its place, as R. Gopinath writes it. Part sizes are halved from half
// the original length down to 1. For each size, one sweep from front to back drops each part that
// can go, and continues at the same place.
//
//   "abcdef", needed "e": size 3: "def" stays, "abc" goes; size 1: "d" goes, "e" stays, "f" goes
//
// About 2·length tests at most. Not 1-minimal: a part that becomes removable after a later removal
// is not tried again. A list of one is left alone, a list of two can be emptied. No cache: the
// published trace repeats some tests.
// Source: R. Gopinath, "Delta Debugging" (rahul.gopinath.org), `ddmin`.
// Tested by tests/reduce/minimize_test.cc with the published trace.
#include <algorithm>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

std::vector<Cut> parts(std::size_t start, std::size_t length, std::size_t size) {
  std::vector<Cut> cuts;
  for (; start < length; start += size) cuts.push_back({start, std::min(start + size, length)});
  return cuts;
}

}  // namespace

Kept gopinath(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  std::size_t start = 0;
  std::size_t size = kept.size() / 2;
  while (size >= 1 && !kept.empty()) {
    const std::vector<Cut> cuts = parts(start, kept.size(), size);
    if (const auto found = first_failing_cut(session, list, kept, cuts)) {
      start = cuts[*found].begin;
      drop(list, kept, cuts[*found]);
    } else {
      start = 0;
      size /= 2;
    }
  }
  return kept;
}

}  // namespace grabr
