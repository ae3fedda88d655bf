#include "reduce/tree_passes.h"

namespace grabr {

bool hddr(TreeWork&) { return false; }

}  // namespace grabr
