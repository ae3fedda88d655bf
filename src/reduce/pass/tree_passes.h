// The passes over a tree: each goes over it once, in its own way, and says whether it made it
// smaller. One table names what each does and guarantees; how, and where it comes from, stands at the
// head of its file. They leave `work.tree()` as the tree of the best text.
#pragma once

#include <span>
#include <string_view>

#include "reduce/pass/tree_work.h"

namespace grabr {

bool hdd(TreeWork& work);
bool hddr(TreeWork& work);
bool coarse(TreeWork& work);
bool hoist(TreeWork& work);
bool gtr(TreeWork& work);
bool perses(TreeWork& work);
bool exhaustive_windows(TreeWork& work);
/// Of the exhaustive windows only sets of nodes that have to do with each other.
bool linked_windows(TreeWork& work);
bool merge_names(TreeWork& work);
/// With the few most frequent names only.
bool merge_frequent(TreeWork& work);
bool other_forms(TreeWork& work);
bool smaller_copies(TreeWork& work);
bool pardis(TreeWork& work);
bool trec(TreeWork& work);
bool canonical(TreeWork& work);
/// Names of a sign and digits get letters.
bool letter_names(TreeWork& work);
bool closure(TreeWork& work);
bool name_neighbours(TreeWork& work);
bool keep_list(TreeWork& work);
bool paired_elements(TreeWork& work);
bool inline_names(TreeWork& work);
bool other_derivations(TreeWork& work);
bool rewrite(TreeWork& work);
bool sweep(TreeWork& work);
/// As sweep, but nothing that found no gain where nothing near has changed since.
bool sweep_changed(TreeWork& work);
/// The same from the front to the end.
bool sweep_forward(TreeWork& work);
bool unnest(TreeWork& work);
bool replace(TreeWork& work);
bool token_contents(TreeWork& work);
bool token_windows(TreeWork& work);
bool simplest_tokens(TreeWork& work);
bool certify(TreeWork& work);

// The same, leaving out questions from which less than `least` tokens are to be expected: their
// chance, as learnt so far, times what they would free.
bool closure(TreeWork& work, double least);
bool name_neighbours(TreeWork& work, double least);
bool replace(TreeWork& work, double least);
bool paired_elements(TreeWork& work, double least);
bool inline_names(TreeWork& work, double least);
bool token_windows(TreeWork& work, double least);

/// A pass by name, for schedules. Those without a `least` of their own ask for everything.
struct TreePass {
  std::string_view name;
  bool (*run)(TreeWork& work, double least);
  std::string_view help;       ///< one line: what it does
  std::string_view guarantee;  ///< what holds when it changes nothing any more
  std::string_view file;       ///< in src/reduce, opens with an essay
  /// Time and memory are linear however deep the tree is (reduce/core/nesting.h).
  bool any_depth = false;
};
std::span<const TreePass> tree_passes();
/// Null when there is none of that name.
const TreePass* find_tree_pass(std::string_view name);

}  // namespace grabr
