// A text to begin with where even the empty one fails: a part of the failing input that passes.
//
// A file in a language, tested by "its parser rejects it", fails when it is empty. If there is a
// grammar, what does not parse is left out, all at once. Otherwise, and if that fails as well: each
// of n parts, and the text without it, for n = 2, 4, 8, … up to single things.
// Tests: at most one, and four times the number of things. Tested by tests/reduce/dd_test.cc.
#pragma once

#include <optional>
#include <string>

#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "reduce/problem.h"

namespace grabr {

/// The first that passes; nothing if none does. `units`: the things of the session's best.
std::optional<std::string> find_passing_part(Session& session, const Problem& problem,
                                             const RemovableList& units);

}  // namespace grabr
