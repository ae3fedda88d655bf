// Texts of which one thing is missing, as reductions delete them: whether a language takes them
// shows whether a grammar's lists and optional parts are the language's.
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
  std::string deleted;          ///< the thing, without a separator
  std::uint32_t offset = 0;     ///< where it began
  bool element = false;         ///< of a list; else the content of an optional part
  SymbolId rule = kNoSymbol;    ///< the rule around it
  SymbolId symbol = kNoSymbol;  ///< its own, where it is a single one
};

class Deletions {
 public:
  /// Of what a reducer sees of the tree: its list view.
  explicit Deletions(const Tree& parsed);

  /// Things that can be deleted and have a text.
  std::size_t size() const { return nodes_.size(); }
  Deletion operator[](std::size_t number) const;
  /// Each as probable as the others. There must be one.
  Deletion any(RandomNumbers& random) const { return (*this)[random.below(size())]; }

 private:
  Tree tree_;
  std::vector<NodeId> nodes_;
};

}  // namespace grabr
