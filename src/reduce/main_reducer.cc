#include "reduce/main_reducer.h"

#include "reduce/tree_passes.h"

namespace grabr {
namespace {

bool sweep_and_replace(TreeWork& work) {
  const bool swept = sweep(work);
  return replace(work) || swept;
}

constexpr auto kMainReducer = sweep_and_replace;

}  // namespace

void reduce_mainly(TreeWork& work) {
  work.session().begin_phase("main");
  while (kMainReducer(work)) work.reparse();
}

}  // namespace grabr
