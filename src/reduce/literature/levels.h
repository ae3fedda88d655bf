// The walk of hdd and coarse: level by level, each level as one list.
#pragma once

#include <vector>

#include "reduce/pass/tree_parts.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// The parts on the level below the given ones.
std::vector<TreePart> next_level(const TreeParts& parts, const std::vector<TreePart>& level);

bool walk_levels(TreeWork& work, TreeParts::Leaving leaving);

}  // namespace grabr
