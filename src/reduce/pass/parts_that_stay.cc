// Tested by tests/reduce/auto_test.cc, token_windows_test.cc.
#include "reduce/pass/parts_that_stay.h"

#include <algorithm>
#include <utility>

#include "tree/print.h"

namespace grabr {

PartsThatStay::PartsThatStay(TreeWork& work) {
  const Tree& tree = work.tree();
  const std::size_t tokens = count_tokens(tree, tree.root());
  end_from_.assign(tokens + 1, tokens + 1);
  first_.assign(tree.size(), tokens);
  std::size_t first = 0;
  for (const NodeId id : preorder(tree, tree.root())) {
    first_[id] = first;
    const std::size_t count = tree.token_count(id);
    if (count > 0 && count <= kMostTokens && work.removable(id) &&
        work.statistics().negative.knows(work.question(id, kGoneQuestion))) {
      end_from_[first] = std::min(end_from_[first], first + count);
    }
    if (tree.is_token(id)) first += count;
  }
  for (std::size_t i = tokens; i-- > 0;) end_from_[i] = std::min(end_from_[i], end_from_[i + 1]);
}

void PartsThatStay::add(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i-- > 0 && end < end_from_[i];) end_from_[i] = end;
}

bool PartsThatStay::inside(const Tree& tree, std::span<const NodeId> nodes) const {
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (const NodeId id : nodes) {
    const std::size_t first = first_token(id);
    runs.emplace_back(first, first + tree.token_count(id));
  }
  std::sort(runs.begin(), runs.end());
  for (std::size_t i = 0; i < runs.size();) {
    const std::size_t begin = runs[i].first;
    std::size_t end = runs[i].second;
    while (++i < runs.size() && runs[i].first <= end) end = std::max(end, runs[i].second);
    if (begin < end && inside(begin, end)) return true;
  }
  return false;
}

}  // namespace grabr
