// Texts with one part deleted, as reductions make them. Whether such texts are valid in the
// language shows whether a grammar's lists and optional parts match the language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "generate/random_numbers.h"
#include "tree/tree.h"

namespace grabr {

struct Deletion {
  std::string text;             ///< without the deleted part
  std::string deleted;          ///< text of the deleted part, without a separator
  std::uint32_t offset = 0;     ///< where that part began
  bool element = false;         ///< a list element; false: an optional part's content
  SymbolId rule = kNoSymbol;    ///< the rule around the part
  SymbolId symbol = kNoSymbol;  ///< the part's own symbol, if it is a single one
};

class Deletions {
 public:
  /// Considers the tree as a reducer does, in its list view.
  explicit Deletions(const Tree& parsed);

  /// Number of parts that can be deleted and have a text.
  std::size_t size() const { return nodes_.size(); }
  Deletion operator[](std::size_t number) const;
  /// A uniformly random deletion. There must be at least one.
  Deletion any(RandomNumbers& random) const { return (*this)[random.below(size())]; }

 private:
  Tree tree_;
  std::vector<NodeId> nodes_;
};

}  // namespace grabr
