#include "reduce/strategy.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "reduce/auto.h"
#include "reduce/auto_schedule.h"
#include "reduce/literature/grabr.h"
#include "reduce/text/lexical.h"
#include "reduce/searches.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass/tree_work.h"
#include "text/error.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

void run_on_text(Session& session, Problem& problem) {
  if (problem.lists.minimizer->tests_original) session.require_not_passing();
  minimize_text(session, problem.unit_or_chars(), problem.lists);
}

using Pass = bool (*)(TreeWork& work);

/// Once over the list view of the tree.
template <Pass pass>
void run_once(Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial, problem.lists);
  pass(work);
}

/// Again and again, parsed anew each time, until a pass changes nothing.
template <Pass pass>
void run_until_stable(Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial, problem.lists);
  while (pass(work)) work.reparse();
}

void run_grabr_simple(Session& session, Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = false, .all_combinations = false});
}

void run_grabr_depth(Session& session, Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = true, .all_combinations = false});
}

void run_grabr_all(Session& session, Problem& problem) {
  run_grabr(session, *problem.tree, {.by_depth = true, .all_combinations = true});
}

constexpr auto kTree = Needs::kTree;
constexpr auto kAnyTree = Needs::kAnyTree;
constexpr auto kEither = Needs::kEither;
constexpr auto kAll = CachePolicy::kAll;
constexpr auto kBook = ParseOptions::Choice::kBook;
constexpr std::string_view kSentence = "the input is derived from the grammar";
constexpr std::string_view kTreeMinimal = "1-tree-minimal";
constexpr std::string_view kNone = "none";

const Strategy kTreeStrategies[] = {
    {.name = "auto", .run = run_auto, .needs = kEither,
     .guarantee = "no list element and no optional part can go alone",
     .help = "the default: delete, replace, look at tokens; lines and characters without a tree",
     .source = "grabr", .file = "auto.cc"},
    {.name = "grabr", .run = run_grabr_depth, .needs = kTree, .cache = kAll, .choice = kBook,
     .guarantee = kSentence,
     .help = "replace subtrees by smaller ones of the same symbol, near ones first",
     .source = "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", GrammarReducer with depth",
     .file = "grabr.cc"},
    {.name = "grabr-simple", .run = run_grabr_simple, .needs = kTree, .cache = kAll,
     .choice = kBook, .guarantee = kSentence,
     .help = "as grabr, looking at all depths at once, in a single pass",
     .source = "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", GrammarReducer",
     .file = "grabr.cc"},
    {.name = "grabr-all", .run = run_grabr_all, .needs = kTree, .cache = kAll, .choice = kBook,
     .guarantee = kSentence,
     .help = "as grabr, with every combination of subtrees for alternate expansions",
     .source = "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", try_all_combinations",
     .file = "grabr.cc"},
    {.name = "grabr-generative", .run = run_grabr_generative, .needs = kTree, .choice = kBook,
     .guarantee = kSentence,
     .help = "as grabr, filling alternate expansions with new, cheapest parts where none is there",
     .source = "The Fuzzing Book, \"Reducing Failure-Inducing Inputs\", exercise 2",
     .file = "grabr_generative.cc"},
    {.name = "hdd", .run = run_once<hdd>, .needs = kAnyTree, .minimizer = "ddmin-2000",
     .guarantee = kNone, .help = "level by level: minimise all the nodes of a level as one list",
     .source = "G. Misherghi, Z. Su, \"HDD: Hierarchical Delta Debugging\" (ICSE 2006)",
     .file = "hdd.cc"},
    {.name = "hdd-star", .run = run_until_stable<hdd>, .needs = kAnyTree,
     .minimizer = "ddmin-2000", .guarantee = kTreeMinimal,
     .help = "hdd, again and again until nothing changes",
     .source = "G. Misherghi, Z. Su, \"HDD: Hierarchical Delta Debugging\" (ICSE 2006)",
     .file = "hdd.cc"},
    {.name = "hddr", .run = run_until_stable<hddr>, .needs = kAnyTree, .minimizer = "ddmin-2000",
     .guarantee = kTreeMinimal, .help = "node by node: minimise the children of one node as a list",
     .source = "A. Kiss et al., \"HDDr: A Recursive Variant of the Hierarchical Delta Debugging "
               "Algorithm\" (A-TEST 2018)",
     .file = "hddr.cc"},
    {.name = "coarse", .run = run_until_stable<coarse>, .needs = kAnyTree,
     .minimizer = "ddmin-2000", .guarantee = "no part that may be absent can go alone",
     .help = "hdd over the nodes that can go without leaving anything behind",
     .source = "R. Hodovan et al., \"Coarse Hierarchical Delta Debugging\" (ICSME 2017)",
     .file = "coarse.cc"},
    {.name = "hoist", .run = run_until_stable<hoist>, .needs = kAnyTree,
     .guarantee = "no node can be replaced by a nearest descendant that fits",
     .help = "replace nodes by their nearest descendants of the same symbol, level by level",
     .source = "D. Vince et al., \"Extending Hierarchical Delta Debugging with Hoisting\" "
               "(AST 2021)",
     .file = "hoist.cc"},
    {.name = "gtr", .run = run_once<gtr>, .needs = kAnyTree, .minimizer = "ddmin-2000",
     .guarantee = kNone, .help = "level by level: delete, then substitute nodes by their children",
     .source = "S. Herfert et al., \"Automatically Reducing Tree-Structured Test Inputs\" "
               "(ASE 2017)",
     .file = "gtr.cc"},
    {.name = "gtr-star", .run = run_until_stable<gtr>, .needs = kAnyTree,
     .minimizer = "ddmin-2000", .guarantee = "1-transformation-minimal",
     .help = "gtr, again and again until nothing changes",
     .source = "S. Herfert et al., \"Automatically Reducing Tree-Structured Test Inputs\" "
               "(ASE 2017)",
     .file = "gtr.cc"},
    {.name = "perses", .run = run_until_stable<perses>, .needs = kAnyTree, .minimizer = "bisect",
     .guarantee = kTreeMinimal,
     .help = "heaviest node first: minimise lists, replace others by descendants that fit",
     .source = "C. Sun et al., \"Perses: Syntax-Guided Program Reduction\" (ICSE 2018)",
     .file = "perses.cc"},
    {.name = "pardis", .run = run_until_stable<pardis>, .needs = kAnyTree,
     .minimizer = "ddmin-2000",
     .guarantee = "no part that may be absent can go alone",
     .help = "heaviest node that may be absent first; brothers of one weight as a list",
     .source = "G. Gharachorlu, N. Sumner, \"Pardis: Priority Aware Test Case Reduction\" "
               "(FASE 2019)",
     .file = "pardis.cc"},
    {.name = "vulcan", .run = run_vulcan, .needs = kAnyTree, .minimizer = "bisect",
     .guarantee = kTreeMinimal,
     .help = "perses, then windows of nodes, names merged, subtrees replaced, until nothing helps",
     .source = "Z. Xu et al., \"Pushing the Limit of 1-Minimality of Language-Agnostic Program "
               "Reduction\" (OOPSLA 2023)",
     .file = "vulcan.cc"},
    {.name = "trec", .run = run_until_stable<trec>, .needs = kAnyTree, .minimizer = "bisect",
     .guarantee = kNone,
     .help = "inside tokens: canonical names, simplest texts, shortest contents",
     .source = "Z. Xu et al., \"T-Rec: Fine-Grained Language-Agnostic Program Reduction Guided by "
               "Lexical Syntax\" (TOSEM 2024)",
     .file = "trec.cc"},
    {.name = "canonical", .run = run_until_stable<canonical>, .needs = kAnyTree,
     .guarantee = kNone, .help = "the shortest names that are free, all at once where possible",
     .source = "T-Rec (TOSEM 2024); A. Groce et al., \"One Test to Rule Them All\" (ISSTA 2017)",
     .file = "canonical.cc"},
    {.name = "sfc", .run = run_sfc, .needs = kAnyTree, .minimizer = "bisect", .guarantee = kNone,
     .help = "smaller structures from anywhere, names eliminated, structures made alike",
     .source = "Z. Xu et al., SFC (OOPSLA 2025)", .file = "sfc.cc"},
    {.name = "closure", .run = run_until_stable<closure>, .needs = kAnyTree, .guarantee = kNone,
     .help = "delete a declaration together with everything that uses its name",
     .source = "C. Kalhauge, J. Palsberg, \"Binary Reduction of Dependency Graphs\" (FSE 2019); "
               "dependencies learnt from names",
     .file = "closure.cc"},
    {.name = "ddset", .run = run_ddset, .needs = kTree, .guarantee = kNone,
     .help = "several trees at a time, the smallest first; ever smaller nodes of the same symbol",
     .source = "R. Gopinath et al., \"Abstracting Failure-Inducing Inputs\" (ISSTA 2020), its "
               "reducer",
     .file = "ddset.cc"},
    {.name = "choices", .run = run_choices, .needs = kTree, .guarantee = kSentence,
     .help = "shortest, then smallest sequence of choices that generates a failing input",
     .source = "D. R. MacIver, A. Donaldson, \"Test-Case Reduction via Test-Case Generation\" "
               "(ECOOP 2020)",
     .file = "choices.cc"},
    {.name = "keep-list", .run = run_until_stable<keep_list>, .needs = kAnyTree,
     .minimizer = "ddmin-debuggingbook", .guarantee = kNone,
     .help = "one list of all nodes: those not kept are left out, or rewritten to what is kept",
     .source = "The Debugging Book, \"Reducing Failure-Inducing Inputs\", reducing syntax trees",
     .file = "keep_list.cc"},
    {.name = "rewrite", .run = run_until_stable<rewrite>, .needs = kAnyTree,
     .guarantee = "no template of the grammar works",
     .help = "the grammar's templates: an if by its body, a call by an argument",
     .source = "The Debugging Book, \"Reducing Failure-Inducing Inputs\", reducing syntax trees",
     .file = "rewrite.cc"},
    {.name = "sweep", .run = run_until_stable<sweep>, .needs = kAnyTree,
     .guarantee = "no list element and no optional part can go alone",
     .help = "from the end, inside what stays before what stands before it",
     .source = "grabr", .file = "sweep.cc"},
    {.name = "replace", .run = run_until_stable<replace>, .needs = kAnyTree, .guarantee = kNone,
     .help = "heaviest node first: parts of it that fit, cheapest texts, other expansions",
     .source = "grabr, on GRABR and Perses", .file = "replace.cc"},
    {.name = "token-windows", .run = run_until_stable<token_windows>, .needs = kAnyTree,
     .guarantee = kNone, .help = "delete runs of neighbouring tokens if the rest parses",
     .source = "grabr, on C-Reduce's token passes", .file = "token_windows.cc"},
    {.name = "certificate", .run = run_until_stable<certify>, .needs = kAnyTree,
     .guarantee = "no single deletion, cheapest text or nearest hoist still fails",
     .help = "each of these alone, from the end: shows that a result is minimal",
     .source = "grabr, on HDD's 1-tree-minimality", .file = "certificate.cc"},
    {.name = "bytes", .run = run_bytes, .guarantee = kNone,
     .help = "without a grammar: lines, brackets, tokens, numbers, single bytes",
     .source = "D. R. MacIver, Shrink Ray", .file = "bytes.cc"},
    {.name = "dd-min", .run = run_dd_min, .cache = kAll, .tests_original = true,
     .guarantee = "1-minimal", .help = "general delta debugging: minimise what fails",
     .source = "A. Zeller, R. Hildebrandt (TSE 2002); The Debugging Book, dd in mode '-'",
     .file = "dd.cc"},
    {.name = "dd-max", .run = run_dd_max, .cache = kAll, .tests_original = true,
     .aim = Aim::kPassing, .guarantee = "the result passes; 1-maximal",
     .help = "general delta debugging: maximise what passes",
     .source = "A. Zeller, R. Hildebrandt (TSE 2002); The Debugging Book, dd in mode '+'",
     .file = "dd.cc"},
    {.name = "dd-diff", .run = run_dd_diff, .cache = kAll, .tests_original = true,
     .aim = Aim::kBoth,
     .guarantee = "the difference to an input that passes is 1-minimal",
     .help = "general delta debugging: isolate the difference between failing and passing",
     .source = "A. Zeller, R. Hildebrandt (TSE 2002); The Debugging Book, dd in mode '+-'",
     .file = "dd.cc"},
};

/// The list minimisers on the units of a text.
Strategy on_text(const Minimizer& minimizer) {
  return {.name = minimizer.name, .run = run_on_text, .needs = Needs::kText,
          .minimizer = minimizer.name, .cache = minimizer.cache,
          .tests_original = minimizer.tests_original, .guarantee = minimizer.guarantee,
          .help = minimizer.help, .source = minimizer.source, .file = minimizer.file};
}

std::vector<Strategy> all_strategies() {
  std::vector<Strategy> all(std::begin(kTreeStrategies), std::end(kTreeStrategies));
  for (const Minimizer& minimizer : minimizers()) all.push_back(on_text(minimizer));
  return all;
}

/// In place of a strategy that wants a tree where there is none.
void reduce_by_ddmin(Session& session, Problem& problem) {
  session.begin_phase("ddmin");
  minimize_text(session, problem.unit_or_chars(), ddmin_fuzzingbook);
}

void complete(Problem& problem, const Strategy& strategy) {
  if (problem.lists.minimizer == nullptr && !strategy.minimizer.empty()) {
    problem.lists = ListReducer(*find_minimizer(strategy.minimizer));
  }
}

}  // namespace

std::span<const Strategy> strategies() {
  static const std::vector<Strategy> all = all_strategies();
  return all;
}

const Strategy* find_strategy(std::string_view name) {
  const auto all = strategies();
  const auto found = std::ranges::find(all, name, &Strategy::name);
  return found == all.end() ? nullptr : &*found;
}

bool lacks_tree(const Strategy& strategy, const Problem& problem) {
  switch (strategy.needs) {
    case Needs::kTree: return !problem.tree || problem.partial;
    case Needs::kAnyTree: return !problem.tree;
    case Needs::kText:
    case Needs::kEither: break;
  }
  return false;
}

void run_strategy(const Strategy& strategy, Session& session, Problem problem) {
  const bool as_text = strategy.needs == Needs::kText || lacks_tree(strategy, problem);
  complete(problem, strategy);
  if (!strategy.tests_original && !session.best_fails()) session.check_original("preflight");
  {
    const Judge::Region region(session.judge());
    const Session::OutsideGrammar outside(session, as_text || problem.partial);
    (lacks_tree(strategy, problem) ? reduce_by_ddmin : strategy.run)(session, problem);
  }
  session.judge().check_best();
}

}  // namespace grabr
