// Small random changes: of a text's characters, of a tree's subtrees.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "generate/random_numbers.h"
#include "grammar/analyse/fits.h"
#include "tree/tree.h"

namespace grabr {

/// Deletes a character, inserts a printable one or flips a bit of one, at a random place. An empty
/// text gets a character.
std::string mutate_text(std::string text, RandomNumbers& random);

/// Changes trees of one grammar.
class TreeMutator {
 public:
  /// `donors` are trees of the grammar from which subtrees are taken.
  TreeMutator(const Grammar& grammar, std::vector<Tree> donors);

  std::span<const Tree> donors() const { return donors_; }
  /// Replaces a subtree by one that fits, swaps two or deletes what may go; once. The tree as it is
  /// where nothing of that can be done.
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
  std::vector<std::vector<Place>> by_symbol_;  // subtrees of donors
};

}  // namespace grabr
