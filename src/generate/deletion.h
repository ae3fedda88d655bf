// Texts with one thing deleted, as reductions do it: whether they are valid in the language shows
// whether a grammar's lists and optional parts match the language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "generate/random_numbers.h"
#include "tree/tree.h"

namespace grabr {

struct Deletion {
  std::string text;             ///< without the thing
  std::string deleted;          ///< the thing deleted, without a separator
  std::uint32_t offset = 0;     ///< where it began
  bool element = false;         ///< an element of a list; else the content of an optional part
  SymbolId rule = kNoSymbol;    ///< the rule around it
  SymbolId symbol = kNoSymbol;  ///< its own symbol, if it is a single one
};

class Deletions {
 public:
  /// Considers the tree as a reducer does, in its list view.
  explicit Deletions(const Tree& parsed);

  /// Number of things that can be deleted and have a text.
  std::size_t size() const { return nodes_.size(); }
  Deletion operator[](std::size_t number) const;
  /// A uniformly random one. There must be at least one.
  Deletion any(RandomNumbers& random) const { return (*this)[random.below(size())]; }

 private:
  Tree tree_;
  std::vector<NodeId> nodes_;
};

}  // namespace grabr
