#include "reduce/tree_passes.h"

namespace grabr {

bool gtr(TreeWork&) { return false; }

}  // namespace grabr
