// The fast engine's chart as text: the states under way at each position, and where each began.
#pragma once

#include <string>

#include "parse/fast/engine.h"
#include "parse/lr/rule_display.h"

namespace grabr {

/// For an engine that has parsed a whole graph. `set 1`, then a state a line with the states that
/// its last symbol began in, `state 7 ← state 0 (0)`, and the dotted rules that the state stands
/// for.
std::string dump_states(const Engine& engine, const RuleDisplay& display);

}  // namespace grabr
