// Finds a part of the failing input that passes, to begin with if even the empty text fails.
//
// For example, a file that must be rejected by a parser may also fail when it is empty. If there is
// a grammar, all parts that do not parse are left out at once. Without a grammar, or if that text
// does not pass, tries to leave out single things if they are few; then each of n parts, and the
// text without it, for n = 2, 4, 8, … up to single things. Tests: at most one, and four times the
// number of things. Tested by tests/reduce/dd_test.cc.
#pragma once

#include <optional>
#include <string>

#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "reduce/problem.h"

namespace grabr {

/// The first part that passes; nothing if none does. `units` has the things of the session's best.
std::optional<std::string> find_passing_part(Session& session, const Problem& problem,
                                             const RemovableList& units);

}  // namespace grabr
