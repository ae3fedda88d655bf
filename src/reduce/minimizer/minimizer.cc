#include "reduce/minimizer/minimizer.h"

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {

Kept bisect_until_stable(Session& session, const RemovableList& list) {
  return until_stable(session, list, bisect);
}

Kept mgbs_then_singles(Session& session, const RemovableList& list) {
  return drop_singles(session, list, mgbs(session, list));
}

Kept ListReducer::operator()(Session& session, const RemovableList& list) const {
  if (direction == minimizer->natural) return minimizer->list(session, list);
  return reverse_kept(list, minimizer->list(session, reversed(list)));
}

}  // namespace grabr
