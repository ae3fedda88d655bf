// Strategies one after the other: "hddr:probdd then hoist then trec".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/strategy.h"

namespace grabr {

struct ScheduleStep {
  const Strategy* strategy = nullptr;
  ListReducer lists;          ///< no minimiser: the strategy's own
  std::optional<Unit> unit;   ///< of a strategy on text; none: the problem's

  /// "hddr:probdd", "ddmin-2000:lines", "auto"; a direction that is not natural is not told.
  std::string text() const;
};

struct Schedule {
  std::vector<ScheduleStep> steps;

  std::string text() const;
  /// What a session for it must remember: as the strategy wants where there is one step.
  CachePolicy cache() const;
  bool tests_original() const { return steps.front().strategy->tests_original; }
  ParseOptions::Choice choice() const { return steps.front().strategy->choice; }
  Aim aim() const { return steps.front().strategy->aim; }
  Needs needs() const { return steps.front().strategy->needs; }
  /// Does any step want a tree, or gain from one? Without one, can it begin?
  bool uses_grammar() const;
  bool needs_grammar() const;
};

/// Steps are separated by " then "; a step is the name of a strategy, and after a colon the list
/// minimiser of a tree walk, or the unit of a strategy on text. A strategy that looks for what
/// passes stands alone. Throws Error(kUsage) with a hint.
Schedule parse_schedule(std::string_view text);

/// Gives each step that has none this minimiser or direction, where it minimises lists. Throws
/// Error(kUsage) when no step does.
void set_lists(Schedule& schedule, const Minimizer* minimizer, std::optional<Direction> direction);

/// One step after the other, each on what the one before left, parsed anew. Throws as run_strategy.
void run_schedule(const Schedule& schedule, Session& session, Problem problem);

}  // namespace grabr
