// SFC: repeats the main reducer and three transformations, which only need the grammar and the
// text, until none of them finds anything.
//
//   main        perses (reduce/literature/perses.cc)
//   copies      a smaller subtree from anywhere that fits (reduce/pass/copies.cc)
//   names       delete a name with all its uses (reduce/pass/closure.cc)
//   neighbours  delete a name with tokens near it (reduce/pass/name_neighbours.cc)
//   forms       another alternative's cheapest text, so that structures become alike
//               (reduce/pass/other_forms.cc)
//
//   t x; int y = f(x + 1);   →   copies: int y = x;   names: int y;
//
// A pass reports a change only if the best text has become smaller (tokens, bytes, byte order), so
// this ends, and then no step of any of them works.
// Source: Z. Xu et al., SFC (OOPSLA 2025), known from its abstract only: the three transformations
// are from there, the searches are grabr's. Tested by tests/reduce/sfc_test.cc.
#include <utility>

#include "reduce/literature/main_reducer.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "reduce/searches.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

bool in_phase(TreeWork& work, std::string_view name, std::string_view pass) {
  work.session().begin_phase(name);
  if (!run_tree_pass(pass, work)) return false;
  work.reparse();
  return true;
}

}  // namespace

void run_sfc(Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial, problem.lists);
  bool changed = true;
  while (changed) {
    run_main_reducer(work);
    changed = in_phase(work, "copies", "smaller-copies") || in_phase(work, "names", "closure") ||
              in_phase(work, "neighbours", "name-neighbours") ||
              in_phase(work, "forms", "other-forms");
  }
}

}  // namespace grabr
