#include "reduce/literature/main_reducer.h"

#include "reduce/pass/tree_passes.h"

namespace grabr {

void run_main_reducer(TreeWork& work) {
  work.session().begin_phase("main");
  while (perses(work)) work.reparse();
}

}  // namespace grabr
