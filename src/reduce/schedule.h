// Pipelines of passes as text, which --strategy, --schedule and the named pipelines of the table
// share:
//
//   hddr:probdd then hoist          each runs on the result of the one before
//   sweep; unnest; replace >= 0.5   passes over one tree, in rounds (reduce/rounds.h); then `bytes`
//   bytes                           tries texts outside the grammar, and the passes run again
//
//   pipeline = stage { "then" stage }
//   stage    = step { (";" | end of line) step }
//   step     = [PHASE] PASS [":" MINIMIZER | ":" UNIT] [("least" | ">=") TOKENS]
//
// Adjacent steps of a stage that go over a tree form one search in rounds. Any other step is a
// search by itself, and so is a single pass with neither phase nor least. `#` begins a comment. So
// a schedule of lines `PHASE PASS [least TOKENS]` is a pipeline of one stage.
// Tested by tests/reduce/auto_schedule_test.cc, strategy_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/pass_table.h"
#include "reduce/rounds.h"
#include "text/units.h"

namespace grabr {

struct ScheduleStep {
  const Pass* pass = nullptr;         ///< for rounds: the named pipeline, or "auto"
  ListReducer lists = {};             ///< the pass's own if no minimiser is set
  std::optional<Unit> unit = {};      ///< the unit of a pass on text; if none, the problem's
  std::optional<Rounds> rounds = {};  ///< if none, those of the named pipeline
  bool anonymous = false;             ///< the rounds are named by their text

  /// "hddr:probdd", "ddmin-2000:lines", "auto"; does not show a changed direction.
  std::string text() const;
};

struct Schedule {
  std::vector<ScheduleStep> steps;
  std::vector<std::string_view> without = {};  ///< passes to leave out, also inside other passes

  std::string text() const;
  /// The cache policy of a session that runs it: that of the pass if there is only one step.
  CachePolicy cache() const;
  bool tests_original() const { return steps.front().pass->tests_original; }
  ParseOptions::Choice choice() const { return steps.front().pass->choice; }
  Aim aim() const { return steps.front().pass->aim; }
  WorksOn works_on() const { return steps.front().pass->works_on; }
  /// The guarantee for the result, in words.
  std::string_view guarantee() const;
  /// Does any step profit from a tree, or need one (`needs_grammar`)?
  bool uses_grammar() const;
  bool needs_grammar() const;
};

/// Parses a pipeline. A pass that looks for a passing text must be the only one. Throws
/// Error(kInvalid) with a hint, and with a position if the text comes from a file.
Schedule parse_schedule(std::string_view text, std::string_view file = {});

struct PassInPhase {
  std::string pass, phase;
};
/// The passes of a schedule, each once, in the order in which they first run, with their phase.
std::vector<PassInPhase> passes_of(const Schedule& schedule);

/// The rounds of a named pipeline.
Rounds rounds_of(const Pass& pipeline);

/// Replaces the steps of "auto". Returns false if there is no "auto".
bool replace_auto(Schedule& schedule, const Schedule& by);

/// Removes these passes everywhere, passes over bytes also from `bytes`. Returns the names that do
/// not occur in the schedule. Throws Error(kInvalid) if a name is unknown or no pass is left.
std::vector<std::string> leave_out(Schedule& schedule, std::span<const std::string> names);

/// Sets the minimiser or direction of each step that minimises lists and has none. Throws
/// Error(kInvalid) if no step does.
void set_lists(Schedule& schedule, const Pass* minimizer, std::optional<Direction> direction);

}  // namespace grabr
