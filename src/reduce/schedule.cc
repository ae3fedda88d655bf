#include "reduce/schedule.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "parse/repair/partial.h"
#include "text/error.h"
#include "text/suggest.h"

namespace grabr {
namespace {

constexpr std::string_view kThen = " then ";

[[noreturn]] void refuse(const std::string& what, std::string_view name,
                         const std::vector<std::string>& known) {
  throw Error(Exit::kUsage,
              what + "\nhint: " + word_hint(name, known, "grabr --list-strategies shows them"));
}

const Strategy& require_strategy(std::string_view name) {
  if (const Strategy* strategy = find_strategy(name)) return *strategy;
  std::vector<std::string> names;
  for (const Strategy& strategy : strategies()) names.emplace_back(strategy.name);
  refuse("no strategy is called " + std::string(name), name, names);
}

bool works_on_text(const Strategy& strategy) { return strategy.needs == Needs::kText; }

void set_detail(ScheduleStep& step, std::string_view detail) {
  const std::string name(step.strategy->name);
  if (works_on_text(*step.strategy)) {
    step.unit = unit_by_name(detail);
    if (step.unit) return;
    throw Error(Exit::kUsage, "after " + name + ": stands a unit of text, and " +
                                  std::string(detail) + " is none\nhint: there are: " +
                                  unit_names());
  }
  if (step.strategy->minimizer.empty()) {
    throw Error(Exit::kUsage, name + " has no list minimiser to choose");
  }
  const Minimizer* minimizer = find_minimizer(detail);
  if (minimizer == nullptr) {
    std::vector<std::string> names;
    for (const Minimizer& known : minimizers()) names.emplace_back(known.name);
    refuse("no list minimiser is called " + std::string(detail), detail, names);
  }
  step.lists = ListReducer(*minimizer);
}

ScheduleStep parse_step(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty()) {
    throw Error(Exit::kUsage,
                "the name of a strategy is missing\nhint: grabr --list-strategies shows them");
  }
  const std::size_t colon = text.find(':');
  ScheduleStep step;
  step.strategy = &require_strategy(text.substr(0, colon));
  if (colon != std::string_view::npos) set_detail(step, text.substr(colon + 1));
  return step;
}

/// "hdd then" and "then hdd" have no space on one side of the word.
void require_steps(std::string_view text) {
  if (!text.ends_with(" then") && !text.starts_with("then ")) return;
  throw Error(Exit::kUsage, "a strategy is missing beside \"then\" in: " + std::string(text) +
                                "\nhint: such as \"hddr:probdd then hoist\"");
}

void require_alone(const Schedule& schedule) {
  if (schedule.steps.size() == 1) return;
  for (const ScheduleStep& step : schedule.steps) {
    if (step.strategy->aim == Aim::kFailing) continue;
    throw Error(Exit::kUsage, std::string(step.strategy->name) +
                                  " looks for an input that passes: it goes with no other one");
  }
}

/// The problem that the steps before have left. `problem` has no tree.
Problem next_problem(const Strategy& strategy, const Session& session, const Problem& problem) {
  Problem next = problem;
  next.partial = false;
  if (works_on_text(strategy) || next.parser == nullptr) return next;
  ParseOptions how = next.parser->defaults();
  how.choice = strategy.choice;
  ParseResult result = next.parser->parse(session.best(), how);
  if (auto* tree = std::get_if<Tree>(&result)) {
    next.tree = std::move(*tree);
  } else if (strategy.needs != Needs::kTree && problem.partial) {
    next.tree = parse_partially(*next.parser, session.best()).tree;
    next.partial = true;
  }
  return next;
}

}  // namespace

std::string ScheduleStep::text() const {
  std::string text(strategy->name);
  if (unit) text += ":" + std::string(unit_name(*unit));
  if (lists.minimizer != nullptr && !works_on_text(*strategy)) {
    text += ":" + std::string(lists.minimizer->name);
  }
  return text;
}

std::string Schedule::text() const {
  std::string text;
  for (const ScheduleStep& step : steps) {
    if (!text.empty()) text += kThen;
    text += step.text();
  }
  return text;
}

CachePolicy Schedule::cache() const {
  return steps.size() == 1 ? steps.front().strategy->cache : CachePolicy::kNegative;
}

bool Schedule::uses_grammar() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const ScheduleStep& step) { return !works_on_text(*step.strategy); });
}

bool Schedule::needs_grammar() const {
  return std::any_of(steps.begin(), steps.end(), [](const ScheduleStep& step) {
    return step.strategy->needs == Needs::kTree || step.strategy->needs == Needs::kAnyTree;
  });
}

Schedule parse_schedule(std::string_view text) {
  require_steps(text);
  Schedule schedule;
  while (true) {
    const std::size_t end = text.find(kThen);
    schedule.steps.push_back(parse_step(text.substr(0, end)));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + kThen.size());
  }
  require_alone(schedule);
  return schedule;
}

void set_lists(Schedule& schedule, const Minimizer* minimizer,
               std::optional<Direction> direction) {
  if (minimizer == nullptr && !direction) return;
  bool used = false;
  for (ScheduleStep& step : schedule.steps) {
    const bool on_text = works_on_text(*step.strategy);
    if (step.strategy->minimizer.empty() || (on_text && !direction)) continue;
    used = true;
    if (step.lists.minimizer == nullptr) {
      const Minimizer* own = find_minimizer(step.strategy->minimizer);
      step.lists = ListReducer(minimizer != nullptr && !on_text ? *minimizer : *own);
    }
    if (direction) step.lists.direction = *direction;
  }
  if (used) return;
  throw Error(Exit::kUsage, schedule.text() + " minimises no lists" +
                                (minimizer != nullptr ? " by another strategy" : "") +
                                "\nhint: " +
                                (minimizer != nullptr ? "--minimizer" : "--direction") +
                                " is for walks over trees such as hddr or perses" +
                                (minimizer != nullptr ? "" : ", and for list minimisers"));
}

void run_schedule(const Schedule& schedule, Session& session, Problem problem) {
  // Of one step only: the tree is large.
  std::optional<Tree> tree = std::exchange(problem.tree, std::nullopt);
  bool first = true;
  for (const ScheduleStep& step : schedule.steps) {
    Problem own = first ? problem : next_problem(*step.strategy, session, problem);
    if (first) own.tree = std::move(tree);
    own.lists = step.lists;
    if (step.unit) own.unit = *step.unit;
    if (schedule.steps.size() > 1) session.begin_phase(step.text());
    run_strategy(*step.strategy, session, std::move(own));
    first = false;
  }
}

}  // namespace grabr
