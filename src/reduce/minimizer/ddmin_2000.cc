// Delta debugging as first published. The list is cut in n balanced parts. Each part is tried
// alone; if none fails, each complement (the list without the part). A part that fails alone is the
// new list, cut in two; a complement that fails is the new list, cut in n - 1 (as balanced again);
// when nothing fails n doubles, until single things have been tried.
//
//   8 things, the third needed: 1-4 alone fails; 1-2 no, 3-4 fails; 3 fails; one is left
//   the third and sixth: no half, no quarter; 3-8 fails; 3-4 5-6 7-8: 3-4 7-8 no, 3-6 fails; no
//   half of it, no single; 4-6 no, 3 5 6 fails; 3 6 fails
//
// 1-minimal: the last round tries all complements of single things. Never tries the empty list: the
// paper assumes that it passes. At most length² + 3·length tests, about 2·log2(length) if one thing
// matters. At n = 2 the complements are the parts again and are not tried twice. An unresolved
// candidate is never accepted.
// Source: R. Hildebrandt, A. Zeller, "Simplifying Failure-Inducing Input" (ISSTA 2000).
// Tested by tests/reduce/list_minimizers_test.cc.
#include <algorithm>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

std::vector<Cut> balanced_parts(std::size_t length, std::size_t n) {
  std::vector<Cut> parts;
  for (std::size_t i = 0; i < n; ++i) parts.push_back({i * length / n, (i + 1) * length / n});
  return parts;
}

bool drop_one_part(Session& session, const RemovableList& list, Kept& kept,
                   const std::vector<Cut>& parts) {
  const auto found = first_failing_cut(session, list, kept, parts);
  if (!found) return false;
  drop(list, kept, parts[*found]);
  return true;
}

}  // namespace

Kept ddmin_2000(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  std::size_t n = 2;
  while (kept.size() >= 2) {
    const std::vector<Cut> parts = balanced_parts(kept.size(), n);
    if (keep_failing_part(session, list, kept, parts)) {
      n = 2;
    } else if (n > 2 && drop_one_part(session, list, kept, parts)) {
      --n;
    } else if (n < kept.size()) {
      n = std::min(2 * n, kept.size());
    } else {
      break;
    }
  }
  return kept;
}

}  // namespace grabr
