// Candidates of other programs: one after the other, each outside reducer of the problem works on
// the best text until it has no more proposals. A proposal is tested if it is smaller than the best
// in the shortlex order; any other is answered "does not fail" without a test, so that the search
// ends. Each proposal waits for the answer to the one before, so a deterministic reducer gives the
// same result with any number of workers.
//
//   best "f(1, 2)"   proposed "f(1)": fails     the best from now on
//                    proposed "f(1, 2, 3)"      not smaller: no
//                    nothing                    the next reducer
//
// A forked copy that speculates must not talk to a reducer, which follows a single search, so the
// copy ends there. Without outside reducers nothing happens. No guarantee.
// Source: the external reducers of D. R. MacIver, Shrink Ray.
// Tested by tests/reduce/outside_test.cc.
#include "reduce/outside.h"

#include "reduce/core/shortlex.h"
#include "reduce/searches.h"

namespace grabr {

void run_outside(Session& session, Problem& problem) {
  if (session.judge().is_copy()) return;
  const Session::OutsideGrammar outside(session);
  for (const auto& reducer : problem.outside) {
    session.begin_phase("outside");
    reducer->work_on(session.best());
    while (const std::optional<std::string> text = reducer->proposed(session.stop)) {
      const bool smaller = shortlex_smaller(*text, session.best());
      const bool fails = smaller && session.fails(*text, "proposed by " + reducer->name());
      if (session.judge().is_copy()) return;
      reducer->on_answer(*text, fails);
    }
  }
}

}  // namespace grabr
