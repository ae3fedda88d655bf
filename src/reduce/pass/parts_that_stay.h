// The parts of a tree that cannot be deleted alone, by the answers so far.
#pragma once

#include <cstddef>
#include <vector>

#include "reduce/pass/tree_work.h"

namespace grabr {

/// The removable parts of at most kMaxTokens tokens that cannot be deleted, by the negative cache,
/// indexed by the tokens of the text. Most tests are monotone, so a candidate that drops such a
/// part and more seldom fails. Takes time proportional to the tree.
class PartsThatStay {
 public:
  static constexpr std::size_t kMaxTokens = 32;

  explicit PartsThatStay(TreeWork& work);

  /// Do the tokens from `begin` to before `end` contain such a part?
  bool inside(std::size_t begin, std::size_t end) const { return end_from_[begin] <= end; }

 private:
  std::vector<std::size_t>
      end_from_;  ///< by token: the least end of the parts that begin there or later
};

}  // namespace grabr
