// Small random mutations of a text's characters and of a tree's subtrees.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "generate/random_numbers.h"
#include "grammar/analyse/analysis.h"
#include "tree/tree.h"

namespace grabr {

/// Deletes a character, inserts a printable one, or flips a bit of one, at a random place. An empty
/// text gets a character.
std::string mutate_text(std::string text, RandomNumbers& random);

/// Mutates trees of one grammar.
class TreeMutator {
 public:
  /// Subtrees are taken from `donors`, trees of the same grammar.
  TreeMutator(const Grammar& grammar, std::vector<Tree> donors);

  void add(Tree donor);
  std::span<const Tree> donors() const { return donors_; }
  /// Makes one change: replaces a subtree by one that fits, swaps two, or deletes something
  /// deletable. Returns the tree unchanged if none of that is possible.
  Tree mutate(Tree tree, RandomNumbers& random) const;

 private:
  struct Place {
    std::size_t tree = 0;
    NodeId node = kNoNode;
  };

  bool replace(Tree& tree, RandomNumbers& random) const;
  bool swap(Tree& tree, RandomNumbers& random) const;
  bool remove(Tree& tree, RandomNumbers& random) const;

  Fits fits_;
  std::vector<Tree> donors_;
  std::vector<std::vector<Place>> by_symbol_;  // subtrees of the donors
};

}  // namespace grabr
