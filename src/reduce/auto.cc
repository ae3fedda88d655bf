// The default strategy, and how all pipelines of passes over one tree are run: in rounds. Which
// passes they are is data: the pipeline `auto` of the table (reduce/passes.def,
// reduce/auto_schedule.cc), which `--explain auto` shows behind this text with what each of its
// passes does.
//
// A pass is repeated until it changes nothing. When tokens have gone the work goes back to the
// first pass of the pipeline. In `auto` names and replacements come several times: first what
// promises much (its chance, as learnt so far, times the tokens it would free), in the end
// everything; the first passes leave alone what found nothing and has not changed
// (reduce/pass/negative_cache.h), and the certificate asks about everything. So when it ends no
// list element and no optional part can go alone. Where nearly all of a tree stands inside hundreds
// of other parts, unnest comes first. Where a text was seen to fail that is shorter than what has
// been found, in as many tokens, the work goes on from there. An input that does not parse has a
// partial tree (parse/repair/partial.h), on which all this works alike: opaque stretches are lists,
// of lines, brackets and tokens. At the end of each phase that changed something the best text is
// parsed anew, as a whole if that is possible by now. Last, and from the start if there is no tree,
// the units of the text are minimised: lines, then tokens, then characters; or only the unit that
// was asked for. So they are where the grammar is a generic one, which does not know what is valid.
// Where that changed something the certificate is asked for again. Source: grabr; passes in rounds
// as in C-Reduce (J. Regehr et al., PLDI 2012). Tested by tests/reduce/auto_test.cc.
#include "reduce/auto.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "parse/repair/partial.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/tree_work.h"
#include "reduce/searches.h"
#include "reduce/text/lexical.h"
#include "tree/list_view.h"
#include "tree/nesting.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Leaves out what the tree is too deep for.
class DepthGate {
 public:
  bool lets_through(const TreeWork& work, const Pass& pass) {
    if (pass.any_depth) return true;
    if (version_ != work.version()) {
      version_ = work.version();
      too_deep_ = nesting_of(work.tree()).too_deep();
    }
    return !too_deep_;
  }

 private:
  std::optional<std::uint64_t> version_;  ///< of the tree that the rest is about
  bool too_deep_ = false;
};

void tell_depth(const Tree& tree, const Problem& problem) {
  const Nesting nesting = nesting_of(tree);
  if (!nesting.too_deep() || !problem.tell) return;
  problem.tell("parts are nested up to " + std::to_string(nesting.deepest) +
               " deep: while that is so, whole layers and list elements are tried, and what asks"
               " node by node is left out");
}

/// True when tokens have gone.
bool until_stable(TreeWork& work, const RoundsLine& line) {
  work.session().begin_phase(line.phase);
  const Session::InPass in(work.session(), line.pass->name);
  work.use_lists(line.lists);
  const std::size_t before = count_tokens(work.tree(), work.tree().root());
  bool changed = false;
  while (line.pass->tree(work, line.least)) changed = true;
  if (changed) work.reparse();
  return changed && count_tokens(work.tree(), work.tree().root()) < before;
}

/// Where nearly all stands inside hundreds of other parts, whole layers go first: what else is in
/// each of them would be asked about one by one.
void unnest_deep_tree(TreeWork& work, const Rounds& rounds) {
  const auto& lines = rounds.lines;
  const auto line =
      std::ranges::find(lines, "unnest", [](const RoundsLine& l) { return l.pass->name; });
  if (line != lines.end() && nesting_of(work.tree()).mostly_deep()) until_stable(work, *line);
}

void reduce_tree(TreeWork& work, const Rounds& rounds) {
  unnest_deep_tree(work, rounds);
  DepthGate gate;
  for (std::size_t next = 0; next < rounds.lines.size();) {
    const RoundsLine& line = rounds.lines[next];
    const bool gained = gate.lets_through(work, *line.pass) && until_stable(work, line);
    next = gained && next > 0 ? 0 : next + 1;
  }
}

/// A unit that was asked for, alone; else ever smaller ones.
void reduce_text(Session& session, std::optional<Unit> wanted) {
  const Session::OutsideGrammar outside(session);
  std::vector<Unit> units = {Unit::kLines, Unit::kTokens, Unit::kChars};
  if (wanted) units = {*wanted};
  for (const Unit unit : units) {
    session.begin_phase(unit_name(unit));
    for (std::size_t before = session.best().size() + 1; session.best().size() < before;) {
      before = session.best().size();
      minimize_text(session, unit, mgbs);
    }
  }
}

bool has_certificate(const Rounds& rounds) {
  return !rounds.lines.empty() && rounds.lines.back().pass->name == "certificate";
}

/// By units what a tree does not know, and by the tree what is a neighbour of that by now.
void reduce_text_and_tree(TreeWork& work, const Rounds& rounds, std::optional<Unit> unit) {
  Session& session = work.session();
  std::string before;
  do {
    before = session.best();
    reduce_text(session, unit);
    if (session.best() == before || !has_certificate(rounds)) return;
    work.reparse();
    before = session.best();
    until_stable(work, rounds.lines.back());
  } while (session.best() != before);
}

/// What has failed on the way without being wanted then: the original without its blanks, a step
/// aside. True when it is shorter than the best text, and not in more tokens.
bool take_shortest_seen(TreeWork& work) {
  Session& session = work.session();
  const std::optional<std::string> seen = session.shortest_not_taken();
  if (!seen) return false;
  const ParseResult parsed = work.parser().parse(*seen);
  const Tree* tree = std::get_if<Tree>(&parsed);
  const Tree& best = work.tree();
  if (tree == nullptr || count_tokens(*tree, tree->root()) > count_tokens(best, best.root())) {
    return false;
  }
  session.begin_phase("seen");
  if (!session.fails(*seen, "the shortest text that was seen to fail")) return false;
  work.reparse();
  return true;
}

/// Outside the grammar. What comes of it is read as a sentence again where it is one, and where the
/// nearest sentence still fails and is no larger than before.
void reduce_bytes(TreeWork& work, const Rounds& rounds, Problem& problem) {
  Session& session = work.session();
  const std::string before = session.best();
  session.begin_phase("bytes");
  {
    const Session::OutsideGrammar outside(session);
    const Session::InPass in(session, "bytes");
    run_bytes(session, problem);
  }
  if (session.best() == before) return;
  if (!problem.parser->accepts(session.best())) {
    const std::string repaired = print(parse_partially(*problem.parser, session.best()).tree);
    if (repaired.size() > before.size() || !problem.parser->accepts(repaired)) return;
    session.begin_phase("repair");
    if (!session.fails(repaired, "the nearest sentence")) return;
  }
  work.reparse();
  reduce_tree(work, rounds);
}

}  // namespace

void run_rounds(Session& session, Problem& problem, const Rounds& rounds) {
  if (!problem.tree) {
    reduce_text(session, problem.unit);
    return;
  }
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial);
  tell_depth(work.tree(), problem);
  reduce_tree(work, rounds);
  while (take_shortest_seen(work)) reduce_tree(work, rounds);
  if (problem.partial || problem.parser->grammar().generic) {
    reduce_text_and_tree(work, rounds, problem.unit);
  }
  if (rounds.bytes) reduce_bytes(work, rounds, problem);
}

}  // namespace grabr
