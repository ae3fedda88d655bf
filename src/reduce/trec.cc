#include "reduce/tree_passes.h"

namespace grabr {

bool trec(TreeWork&) { return false; }

}  // namespace grabr
