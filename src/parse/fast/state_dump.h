// Prints the fast engine's chart: the active states at each position, and where each one began.
#pragma once

#include <string>

#include "parse/fast/engine.h"
#include "parse/lr/rule_display.h"

namespace grabr {

/// Call after a parse that kept the whole graph. Prints `set 1`, then one state per line with the
/// states in which its last symbol began, `state 7 ← state 0 (0)`, and the state's dotted rules.
std::string dump_states(const Engine& engine, const RuleDisplay& display);

}  // namespace grabr
