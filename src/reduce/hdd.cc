#include "reduce/tree_passes.h"

namespace grabr {

bool hdd(TreeWork&) { return false; }

}  // namespace grabr
