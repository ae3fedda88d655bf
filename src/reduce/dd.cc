#include "reduce/searches.h"

namespace grabr {

void run_dd_min(Session& session, const Problem&) { session.require_not_passing(); }
void run_dd_max(Session& session, const Problem&) { session.require_not_passing(); }
void run_dd_diff(Session& session, const Problem&) { session.require_not_passing(); }

}  // namespace grabr
