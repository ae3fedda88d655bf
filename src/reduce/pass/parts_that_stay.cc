// Tested by tests/reduce/auto_test.cc, token_windows_test.cc.
#include "reduce/pass/parts_that_stay.h"

#include <algorithm>

#include "tree/print.h"

namespace grabr {

PartsThatStay::PartsThatStay(TreeWork& work) {
  const Tree& tree = work.tree();
  const std::size_t tokens = count_tokens(tree, tree.root());
  end_from_.assign(tokens + 1, tokens + 1);
  std::size_t first = 0;
  for (const NodeId id : preorder(tree, tree.root())) {
    const std::size_t count = tree.token_count(id);
    if (count > 0 && count <= kMaxTokens && work.removable(id) &&
        work.statistics().negative.knows(work.question(id, kGoneQuestion))) {
      end_from_[first] = std::min(end_from_[first], first + count);
    }
    if (tree.is_token(id)) first += count;
  }
  for (std::size_t i = tokens; i-- > 0;) end_from_[i] = std::min(end_from_[i], end_from_[i + 1]);
}

}  // namespace grabr
