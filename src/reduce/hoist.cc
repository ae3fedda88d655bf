#include "reduce/tree_passes.h"

namespace grabr {

bool hoist(TreeWork&) { return false; }

}  // namespace grabr
