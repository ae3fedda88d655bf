#include "reduce/tree_passes.h"

namespace grabr {

bool keep_list(TreeWork&) { return false; }

}  // namespace grabr
