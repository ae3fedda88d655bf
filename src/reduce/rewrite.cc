#include "reduce/tree_passes.h"

namespace grabr {

bool rewrite(TreeWork&) { return false; }

}  // namespace grabr
