#include "reduce/minimizer/complements.h"

#include <algorithm>

namespace grabr {

Kept drop_parts(Session& session, const RemovableList& list, CutIntoParts cut) {
  Kept kept = keep_all(list);
  std::size_t n = 2;
  while (kept.size() >= 2) {
    const std::vector<Cut> cuts = cut(kept.size(), n);
    if (const auto found = first_failing_cut(session, list, kept, cuts)) {
      drop(list, kept, cuts[*found]);
      n = std::max<std::size_t>(n - 1, 2);
    } else if (n == kept.size()) {
      break;
    } else {
      n = std::min(2 * n, kept.size());
    }
  }
  return kept;
}

}  // namespace grabr
