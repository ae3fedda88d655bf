#include "reduce/literature/main_reducer.h"

#include "reduce/pass/tree_passes.h"

namespace grabr {

void reduce_mainly(TreeWork& work) {
  work.session().begin_phase("main");
  while (perses(work)) work.reparse();
}

}  // namespace grabr
