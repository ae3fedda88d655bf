#include "reduce/tree_passes.h"

namespace grabr {

bool pardis(TreeWork&) { return false; }

}  // namespace grabr
