// The default strategy: a schedule of passes (reduce/auto_schedule.h), cheapest gains first:
//
//   delete       interleaved backward sweeps over list elements and optional parts (sweep.cc)
//   layers       what is nested, without some of its layers (unnest.cc)
//   names        first letters for names that are numbers (canonical.cc), then declarations with all
//                their uses (closure.cc), names with what stands near them (name_neighbours.cc)
//   replace      smaller subtrees that fit, cheapest texts, other expansions (replace.cc)
//   pairs        the same element of all lists behind a name: a parameter and its arguments
//                (paired_elements.cc)
//   inline       what a name stands for where it is used (inline_names.cc)
//   contents     lines and words inside long tokens (token_contents.cc)
//   tokens       runs of tokens, simplest texts (token_windows.cc)
//   windows      --thorough: sets of nodes (exhaustive_windows.cc)
//   merge        one name for another, so that its declaration may go (merge_names.cc)
//   shorter      the shortest names that are free (canonical.cc)
//   layout       comments and blank lines of what is left
//   certificate  each part that may go, cheapest text and nearest part that fits, once more
//                (certificate.cc)
//
// Names and replacements are asked for in rounds: first what promises much (its chance, as learnt
// so far, times the tokens it would free), in the end everything. When tokens have gone the work
// goes back to the first line, which leaves alone what found nothing and has not changed
// (reduce/tried.h); the certificate asks about everything. So when it ends no list element and no
// optional part can go alone.
// An input that does not parse has a partial tree (parse/partial.h), on which all this works alike:
// opaque stretches are lists, of lines, brackets and tokens. At the end of each phase that changed
// something the best text is parsed anew, as a whole if that is possible by now. Last, and from the
// start if there is no tree, the units of the text are minimised: lines, then tokens, then
// characters; or only the unit that was asked for. So they are where the grammar is a generic one,
// which does not know what is valid.
// Tested by tests/reduce/auto_test.cc.
#include "reduce/auto.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grammar/analysis.h"
#include "parse/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/lexical.h"
#include "reduce/mgbs.h"
#include "reduce/nesting.h"
#include "reduce/searches.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Leaves out what the tree is too deep for.
class DepthGate {
 public:
  bool lets_through(const TreeWork& work, const TreePass& pass) {
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
  problem.tell("parts stand inside each other up to " + std::to_string(nesting.deepest) +
               " deep: while that is so, whole layers and list elements are tried, and what asks"
               " node by node is left out");
}

/// True when tokens have gone.
bool until_stable(TreeWork& work, const AutoLine& line) {
  work.session().begin_phase(line.phase);
  const std::size_t before = count_tokens(work.tree(), work.tree().root());
  bool changed = false;
  while (line.pass->run(work, line.least)) changed = true;
  if (changed) work.reparse();
  return changed && count_tokens(work.tree(), work.tree().root()) < before;
}

void reduce_tree(TreeWork& work, const AutoSchedule& schedule) {
  DepthGate gate;
  for (std::size_t next = 0; next < schedule.lines.size();) {
    const AutoLine& line = schedule.lines[next];
    const bool gained = gate.lets_through(work, *line.pass) && until_stable(work, line);
    next = gained && next > 0 ? 0 : next + 1;
  }
}

/// A unit that was asked for, alone; else ever smaller ones.
void reduce_text(Session& session, Unit wanted) {
  const Session::OutsideGrammar outside(session);
  std::vector<Unit> units = {wanted};
  if (wanted == Unit::kChars) units = {Unit::kLines, Unit::kTokens, Unit::kChars};
  for (const Unit unit : units) {
    session.begin_phase(unit_name(unit));
    for (std::size_t before = session.best().size() + 1; session.best().size() < before;) {
      before = session.best().size();
      minimize_text(session, unit, mgbs);
    }
  }
}

/// Outside the grammar. What comes of it is read as a sentence again where it is one, and where the
/// nearest sentence still fails and is no larger than before.
void reduce_bytes(TreeWork& work, const AutoSchedule& schedule, Problem& problem) {
  Session& session = work.session();
  const std::string before = session.best();
  session.begin_phase("bytes");
  {
    const Session::OutsideGrammar outside(session);
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
  reduce_tree(work, schedule);
}

}  // namespace

void run_auto(Session& session, Problem& problem) {
  if (!problem.tree) {
    reduce_text(session, problem.unit);
    return;
  }
  const AutoSchedule schedule =
      problem.schedule ? *problem.schedule
                       : parse_auto_schedule(schedule_text(Effort::kNormal), "auto");
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial);
  tell_depth(work.tree(), problem);
  reduce_tree(work, schedule);
  if (problem.partial || problem.parser->grammar().generic) reduce_text(session, problem.unit);
  if (schedule.bytes) reduce_bytes(work, schedule, problem);
}

}  // namespace grabr
