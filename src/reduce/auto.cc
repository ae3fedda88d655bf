// The schedule of the default strategy, a literal list, cheapest certain gains first:
//
//   delete    interleaved backward sweeps over list elements and optional parts (reduce/sweep.cc)
//   replace   smaller subtrees that fit, minimal texts, other expansions (reduce/replace.cc)
//   names     declarations with all their uses (reduce/closure.cc), names with what stands near them
//             (reduce/name_neighbours.cc)
//   tokens    windows of tokens, simplest texts (reduce/token_windows.cc)
//   layout    comments and blank lines of what is left
//
// Each repeats until it finds nothing; a gain in a later phase sends the work back to the first,
// where the session's cache answers what was asked before. When it ends, no list element and no
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
#include <iterator>
#include <string_view>
#include <vector>

#include "grammar/analysis.h"
#include "reduce/layout.h"
#include "reduce/lexical.h"
#include "reduce/mgbs.h"
#include "reduce/tree_passes.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

struct Pass {
  std::string_view phase;
  bool (*run)(TreeWork& work);
};

/// Leaves out questions that promise fewer tokens.
template <bool (*pass)(TreeWork& work, double least), int percent>
bool promising(TreeWork& work) {
  return pass(work, percent / 100.0);
}

/// What `auto` is made of.
constexpr Pass kSchedule[] = {
    {"delete", sweep_changed},
    {"names", promising<closure, 50>},
    {"replace", promising<replace, 50>},
    {"names", promising<name_neighbours, 20>},
    {"replace", promising<replace, 20>},
    {"names", promising<closure, 0>},
    {"names", promising<name_neighbours, 5>},
    {"replace", promising<replace, 0>},
    {"tokens", token_windows},
    {"tokens", simplest_tokens},
    {"names", promising<name_neighbours, 0>},
    {"certificate", sweep},
};

bool until_stable(TreeWork& work, const Pass& pass) {
  work.session().begin_phase(pass.phase);
  bool changed = false;
  while (pass.run(work)) changed = true;
  if (changed) work.reparse();
  return changed;
}

void reduce_tree(TreeWork& work) {
  for (std::size_t next = 0; next < std::size(kSchedule);) {
    const bool changed = until_stable(work, kSchedule[next]);
    next = changed && next > 0 ? 0 : next + 1;
  }
  work.session().begin_phase("layout");
  tidy_layout(work);
}

/// A unit that was asked for, alone; else ever smaller ones.
void reduce_text(Session& session, Unit wanted) {
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

}  // namespace

void run_auto(Session& session, const Problem& problem) {
  if (!problem.tree) {
    reduce_text(session, problem.unit);
    return;
  }
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(*problem.tree), problem.partial);
  reduce_tree(work);
  if (problem.partial || problem.parser->grammar().generic) reduce_text(session, problem.unit);
}

}  // namespace grabr
