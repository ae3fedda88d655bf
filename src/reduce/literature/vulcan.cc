// Vulcan: runs the main reducer until it finds nothing more, then auxiliary reducers that search
// beyond a single edit. After each success the main reducer runs again.
//
//   main      perses (reduce/literature/perses.cc)
//   windows   several neighbouring nodes at once (reduce/pass/exhaustive_windows.cc)
//   names     one name replaced by another (reduce/pass/merge_names.cc)
//   neighbours  a name with tokens near it (reduce/pass/name_neighbours.cc); not Vulcan's
//   forms     another alternative's cheapest text (reduce/pass/other_forms.cc)
//
//   int a; int b; f(b); b = b + a;   main: nothing; names: a is replaced by b at its use, then
//                                    `int a;` goes; main: goes on from there
//
// A pass reports a change only if the best text has become smaller (tokens, bytes, byte order), so
// this ends. Only merge_names explores renamings that do not shrink the text, and it remembers the
// texts it has tried for the whole run. Guarantee: that of the main reducer; no window of four
// nodes can lose two, and no node has a smaller form.
// Source: Z. Xu et al., "Pushing the Limit of 1-Minimality of Language-Agnostic Program Reduction"
// (OOPSLA 2023). Tested by tests/reduce/vulcan_test.cc.
#include <utility>

#include "reduce/literature/main_reducer.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "reduce/searches.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

bool find_smaller(TreeWork& work) {
  work.session().begin_phase("windows");
  if (exhaustive_windows(work)) return true;
  work.session().begin_phase("names");
  if (merge_names(work)) return true;
  work.session().begin_phase("neighbours");
  if (run_tree_pass("name-neighbours", work)) return true;
  work.session().begin_phase("forms");
  return other_forms(work);
}

}  // namespace

void run_vulcan(Session& session, Problem& problem) {
  const Analysis analysis = analyse(problem.parser->grammar());
  TreeWork work(session, *problem.parser, analysis, list_view(std::move(*problem.tree)),
                problem.partial, problem.lists);
  run_main_reducer(work);
  while (find_smaller(work)) {
    work.reparse();
    run_main_reducer(work);
  }
}

}  // namespace grabr
