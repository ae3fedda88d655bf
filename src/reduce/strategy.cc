// Tested by tests/reduce/strategy_test.cc.
#include "reduce/strategy.h"

#include <optional>
#include <utility>
#include <variant>

#include "parse/repair/partial.h"
#include "reduce/auto.h"
#include "reduce/minimizer/list_minimizers.h"
#include "reduce/pass/tree_work.h"
#include "reduce/text/byte_passes.h"
#include "reduce/text/lexical.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

void run_on_text(const Pass& pass, Session& session, const Problem& problem) {
  if (pass.tests_original) session.require_not_passing();
  minimize_text(session, problem.unit_or_chars(), problem.lists);
}

/// Runs the pass over the list view of the tree. Parses the result and runs the pass again until it
/// changes nothing, unless the pass is published as running once.
void run_on_tree(const Pass& pass, Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial, problem.lists);
  while (pass.tree(work, pass.least) && !pass.once) work.reparse();
}

/// Replaces a strategy that needs a tree where there is none.
void reduce_by_ddmin(Session& session, Problem& problem) {
  session.begin_phase("ddmin");
  minimize_text(session, problem.unit_or_chars(), ddmin_fuzzingbook);
}

void complete(Problem& problem, const Pass& pass) {
  if (problem.lists.minimizer == nullptr && !pass.minimizer.empty()) {
    problem.lists = ListReducer(*find_minimizer(pass.minimizer));
  }
}

Rounds rounds_of_one(const Pass& pass) {
  RoundsLine line;
  line.phase = pass.name;
  line.pass = &pass;
  Rounds rounds;
  rounds.lines.push_back(std::move(line));
  return rounds;
}

void run_pass(const Pass& pass, const std::optional<Rounds>& rounds, Session& session,
              Problem& problem) {
  if (lacks_tree(pass, problem)) reduce_by_ddmin(session, problem);
  else if (!pass.pipeline.empty()) run_rounds(session, problem, rounds ? *rounds : rounds_of(pass));
  else if (pass.in_contents) run_rounds(session, problem, rounds_of_one(pass));
  else if (pass.tree) run_on_tree(pass, session, problem);
  else if (pass.list != nullptr) run_on_text(pass, session, problem);
  else if (pass.patches != nullptr) run_byte_pass(session, pass);
  else pass.run(session, problem);
}

void run_one(const Pass& pass, const std::optional<Rounds>& rounds, Session& session,
             Problem problem) {
  const bool as_text = works_on_text(pass) || lacks_tree(pass, problem);
  complete(problem, pass);
  if (!pass.tests_original && !session.best_fails()) session.check_original("preflight");
  {
    const Judge::Region region(session.judge());
    const Session::OutsideGrammar outside(session, as_text || problem.partial);
    const Session::InPass in(session, pass.name);
    session.until_left([&] { run_pass(pass, rounds, session, problem); });
  }
  session.judge().check_best();
}

}  // namespace

bool lacks_tree(const Pass& pass, const Problem& problem) {
  if (pass.works_on == WorksOn::kTree) return !problem.tree || problem.partial;
  return pass.works_on == WorksOn::kAnyTree && !problem.tree;
}

Problem problem_of_best(const Pass& pass, const Session& session, const Problem& problem) {
  Problem next = problem;
  next.tree.reset();
  next.partial = false;
  if (works_on_text(pass) || next.parser == nullptr) return next;
  ParseOptions how = next.parser->defaults();
  how.choice = pass.choice;
  ParseResult result = next.parser->parse(session.best(), how);
  if (auto* tree = std::get_if<Tree>(&result)) {
    next.tree = std::move(*tree);
  } else if (pass.works_on != WorksOn::kTree && problem.partial) {
    next.tree = parse_partially(*next.parser, session.best()).tree;
    next.partial = true;
  }
  return next;
}

void run_strategy(const Pass& pass, Session& session, Problem problem) {
  run_one(pass, std::nullopt, session, std::move(problem));
}

void run_schedule(const Schedule& schedule, Session& session, Problem problem) {
  // Only one step may hold the tree, which is large.
  std::optional<Tree> tree = std::exchange(problem.tree, std::nullopt);
  session.without = schedule.without;
  bool first = true;
  for (const ScheduleStep& step : schedule.steps) {
    if (session.leaves_out(step.pass->name)) continue;
    Problem own = first ? problem : problem_of_best(*step.pass, session, problem);
    if (tree) own.tree = std::exchange(tree, std::nullopt);
    own.lists = step.lists;
    if (step.unit) own.unit = *step.unit;
    if (schedule.steps.size() > 1 && !step.anonymous) session.begin_phase(step.text());
    run_one(*step.pass, step.rounds, session, std::move(own));
    first = false;
  }
}

}  // namespace grabr
