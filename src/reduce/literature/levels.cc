#include "reduce/literature/levels.h"

namespace grabr {

std::vector<TreePart> next_level(const TreeParts& parts, const std::vector<TreePart>& level) {
  std::vector<TreePart> next;
  for (const TreePart& part : level) {
    const std::vector<TreePart> below = parts.next(part);
    next.insert(next.end(), below.begin(), below.end());
  }
  return next;
}

bool walk_levels(TreeWork& work, TreeParts::Leaving leaving) {
  const TreeParts parts(work, leaving);
  bool changed = false;
  std::vector<TreePart> level = parts.root();
  while (!level.empty()) {
    if (parts.minimize(work, level)) changed = true;
    level = next_level(parts, level);
  }
  return changed;
}

}  // namespace grabr
