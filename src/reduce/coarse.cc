#include "reduce/tree_passes.h"

namespace grabr {

bool coarse(TreeWork&) { return false; }

}  // namespace grabr
