#include "reduce/strategy.h"

#include <algorithm>

#include "reduce/auto.h"
#include "reduce/grabr.h"
#include "reduce/lexical.h"
#include "reduce/minimize.h"
#include "text/error.h"

namespace grabr {
namespace {

template <ListMinimizer minimizer>
void run_lexical(Session& session, const Problem& problem) {
  minimize_text(session, problem.unit, minimizer);
}

template <ListMinimizer minimizer>
void run_lexical_self_testing(Session& session, const Problem& problem) {
  session.require_not_passing();
  minimize_text(session, problem.unit, minimizer);
}

Kept stable_bisect(Session& session, const RemovableList& list) {
  return until_stable(session, list, bisect);
}

Kept certified_mgbs(Session& session, const RemovableList& list) {
  return drop_singles(session, list, mgbs(session, list));
}

void run_grabr_simple(Session& session, const Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = false, .all_combinations = false});
}

void run_grabr_depth(Session& session, const Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = true, .all_combinations = false});
}

void run_grabr_all(Session& session, const Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = true, .all_combinations = true});
}

constexpr auto kRule = ParseOptions::Choice::kRule;
constexpr auto kBook = ParseOptions::Choice::kBook;

const Strategy kStrategies[] = {
    {"auto", run_auto, Needs::kEither, CachePolicy::kNegative, false, kRule,
     "no list element and no optional part can go alone",
     "the default: delete, replace, look at tokens; lines and characters without a tree",
     "grabr"},
    {"grabr", run_grabr_depth, Needs::kTree, CachePolicy::kAll, false, kBook,
     "the input is derived from the grammar",
     "replace subtrees by smaller ones of the same symbol, near ones first",
     "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", GrammarReducer with depth"},
    {"grabr-simple", run_grabr_simple, Needs::kTree, CachePolicy::kAll, false, kBook,
     "the input is derived from the grammar",
     "as grabr, looking at all depths at once, in a single pass",
     "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", GrammarReducer"},
    {"grabr-all", run_grabr_all, Needs::kTree, CachePolicy::kAll, false, kBook,
     "the input is derived from the grammar",
     "as grabr, with every combination of subtrees for alternate expansions",
     "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", try_all_combinations"},
    {"ddmin-fuzzingbook", run_lexical_self_testing<ddmin_fuzzingbook>, Needs::kText,
     CachePolicy::kAll, true, kRule, "1-minimal (never empty)",
     "delta debugging: drop ever smaller parts, from the front again after each success",
     "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", DeltaDebuggingReducer"},
    {"ddmin-debuggingbook", run_lexical_self_testing<ddmin_debuggingbook>, Needs::kText,
     CachePolicy::kNone, true, kRule, "1-minimal (never empty)",
     "delta debugging with parts of whole size; asks every question anew",
     "The Debugging Book, \"Reducing Failure-Inducing Inputs\", ddmin"},
    {"gopinath", run_lexical<gopinath>, Needs::kText, CachePolicy::kNone, false, kRule, "none",
     "delta debugging that keeps its place: one sweep for each part size",
     "R. Gopinath, \"Delta Debugging\", ddmin"},
    {"ddrmin", run_lexical<ddrmin>, Needs::kText, CachePolicy::kNone, false, kRule, "none",
     "recursive halving: one half, or else each half beside the other",
     "R. Gopinath, \"Delta Debugging\", ddrmin; A. Zeller (1999)"},
    {"bisect", run_lexical<stable_bisect>, Needs::kText, CachePolicy::kNegative, false, kRule,
     "1-minimal", "depth-first bisection from the end, repeated until nothing goes",
     "Perses (ICSE 2018), default list minimiser"},
    {"mgbs", run_lexical<certified_mgbs>, Needs::kText, CachePolicy::kNegative, false, kRule,
     "1-minimal", "group testing from the end with rates learnt on the way, then single units",
     "grabr, on Hwang's generalised binary splitting (1972)"},
};

}  // namespace

std::span<const Strategy> strategies() { return kStrategies; }

const Strategy* find_strategy(std::string_view name) {
  const auto found = std::ranges::find(kStrategies, name, &Strategy::name);
  return found == std::end(kStrategies) ? nullptr : found;
}

void run_strategy(const Strategy& strategy, Session& session, const Problem& problem) {
  if (strategy.needs == Needs::kTree && (!problem.tree || problem.partial)) {
    throw Error(Exit::kDoesNotParse,
                "strategy `" + std::string(strategy.name) + "` works on a tree, and there is none");
  }
  if (!strategy.tests_original && !session.best_fails()) session.check_original("preflight");
  {
    const Judge::Region region(session.judge());
    strategy.run(session, problem);
  }
  session.judge().check_best();
}

}  // namespace grabr
