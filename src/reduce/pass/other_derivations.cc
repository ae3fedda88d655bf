// If a text has several trees, a part that can be removed in one may not be a node in another. So
// the passes sweep-changed and replace, which ran on the chosen tree, run on the other trees, too.
//
//   S → 'a' 'b' C | L;  L → X L | X      a b c    the chosen tree: a, b and C, all needed
//                                                 another: a list, each of which may go
//
// Trees have numbers (parse/ambiguity/ambiguity.h), the chosen one being the first. Of the others
// at most kMaxTrees are taken, spread evenly over the numbers: neighbours differ in one late place
// only. Candidates that were tested on the chosen tree are not tested again. After a success the
// smaller text is parsed again.
//
// Finding all trees takes memory and at worst cubic time, so a text over kMaxTokensParsed tokens is
// left alone. A text with only one tree costs one parse and no test. When the pass changes nothing,
// no list element and no optional part of those trees could go alone when it was last tested
// (sweep_changed). Every candidate is smaller, so it ends.
// Source: grabr. Tested by tests/reduce/other_derivations_test.cc.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/ambiguity/ambiguity.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "text/error.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensParsed = 1000;
constexpr std::uint64_t kMaxTrees = 8;
/// The memory limit of the search for other trees. Texts so ambiguous that it needs more are left
/// alone.
constexpr std::size_t kMaxMemory = std::size_t{64} << 20;

/// Numbers from 2 to `count`, spread evenly, ascending.
std::vector<std::uint64_t> spread_numbers(std::uint64_t count) {
  const std::uint64_t others = count - 1;
  const std::uint64_t taken = std::min(others, kMaxTrees);
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 1; i <= taken; ++i) {
    numbers.push_back(1 + others / taken * i + others % taken * i / taken);
  }
  return numbers;
}

std::vector<Tree> other_trees(const Parser& parser, std::string_view text) try {
  ParseOptions options = parser.defaults();
  options.max_memory = kMaxMemory;
  std::vector<Tree> trees;
  std::optional<CompletedReading> reading = parser.complete(text, options);
  if (!reading) return trees;
  AllDerivations all(parser.grammar_ptr(), std::move(*reading), text, kMaxMemory);
  if (!all.first_ambiguity()) return trees;
  for (const std::uint64_t number : spread_numbers(all.count().number)) {
    trees.push_back(list_view(all.tree(number)));
  }
  return trees;
} catch (const Error&) {
  return {};  // more derivations than can be counted
}

/// Returns whether the text has changed.
bool reduce_tree(TreeWork& work, Tree tree) {
  work.take(std::move(tree));
  const bool swept = sweep_changed(work);
  return run_tree_pass("replace", work) || swept;
}

}  // namespace

bool other_derivations(TreeWork& work) {
  const NodeId root = work.tree().root();
  if (root == kNoNode || count_tokens(work.tree(), root) > kMaxTokensParsed) return false;
  const std::string text = work.session().best();
  std::vector<Tree> trees = other_trees(work.parser(), text);
  const bool changed = std::any_of(trees.begin(), trees.end(),
                                   [&](Tree& tree) { return reduce_tree(work, std::move(tree)); });
  if (!trees.empty()) work.reparse();
  return changed;
}

}  // namespace grabr
