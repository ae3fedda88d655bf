// Removes layers of nesting, several at a time.
//
//   (let ((a X)) (let ((b Y)) (let ((c Z)) (f b))))      a spine of four terms, three layers
//   (let ((b Y)) (f b))                                   without the first and the third
//
// A spine goes from a part to its heaviest child, and on down to a token. Only its nodes with the
// symbol of the first one count, so any of them may replace any other. A layer is the part of such
// a node outside of the next one below. The layers of a spine are minimised as a list, by Markov
// generalised binary splitting (reduce/minimizer/mgbs.h), with one estimate for all spines. If
// parts were tried one by one, each layer would cost a test, and so would those of a large part
// inside it. Only spines with at least kMinLayers layers are used (kMinLayersInLargeText in large
// texts), heaviest first. If kMaxStayingInARow layers in a row stay, all layers around them stay,
// too, because the failure may depend on the depth. A layer that stays is tested again when its
// text has changed. Every candidate has fewer tokens, so the pass ends. Source: grabr; hoisting
// (Vince et al., AST 2021) tries the same node by node. Tested by tests/reduce/unnest_test.cc.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/tree_passes.h"
#include "tree/nesting.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMinLayers = 5;
constexpr std::size_t kMaxStayingInARow = 16;
/// Tokens of a text; in larger ones, lists should be swept first.
constexpr std::size_t kMaxTextWithSpines = 50000;
/// This many layers are nested even in a large text, and not just a list written as recursion.
constexpr std::size_t kMinLayersInLargeText = 1000;

/// The minimiser's own prior is used, because no general rate of layers is known.
struct LayerStatistics {
  KeepEstimate keep;
  std::unordered_set<Hash128> kept;  ///< texts of layers that are known to stay
};

/// Nodes inside each other, the outermost first; layer i is node i without node i + 1.
using Spine = std::vector<NodeId>;

std::size_t layers_of(const Spine& spine) { return spine.size() - 1; }

/// The heaviest child; of several equals the last that is not a token.
NodeId heaviest_child(const Tree& tree, NodeId id) {
  const auto weight = [&](NodeId child) {
    return std::pair(tree.token_count(child), !tree.is_token(child));
  };
  NodeId heaviest = kNoNode;
  for (const NodeId child : tree.children(id)) {
    if (heaviest == kNoNode || weight(child) >= weight(heaviest)) heaviest = child;
  }
  return heaviest;
}

class Spines {
 public:
  Spines(const Tree& tree, std::size_t least_layers)
      : tree_(tree), least_layers_(least_layers), seen_(tree.size()) {}

  /// The spines with enough layers, heaviest first.
  std::vector<Spine> find() {
    std::vector<Spine> spines;
    for_each_in(tree_, tree_.root(), [&](NodeId id) {
      if (!is_place(id) || seen_[id]) return;
      Spine spine = from(id);
      if (layers_of(spine) >= least_layers_) spines.push_back(std::move(spine));
    });
    std::ranges::stable_sort(spines, std::ranges::greater(),
                             [&](const Spine& spine) { return tree_.token_count(spine[0]); });
    return spines;
  }

 private:
  /// Is it a rule node, and the topmost one of its unit chain?
  bool is_place(NodeId id) const {
    if (tree_[id].kind != NodeKind::kRule) return false;
    const NodeId parent = tree_.parent(id);
    return parent == kNoNode || tree_[parent].kind != NodeKind::kRule ||
           tree_[parent].child_count() > 1;
  }

  Spine from(NodeId first) {
    Spine spine{first};
    for (NodeId id = first; id != kNoNode; id = heaviest_child(tree_, id)) {
      if (!is_place(id) || tree_[id].symbol != tree_[first].symbol) continue;
      seen_[id] = true;
      const std::uint32_t tokens = tree_.token_count(id);
      if (tokens > 0 && tokens < tree_.token_count(spine.back())) spine.push_back(id);
    }
    return spine;
  }

  const Tree& tree_;
  std::size_t least_layers_;
  std::vector<bool> seen_;  ///< by node: is it on a spine of its symbol?
};

/// The layers of one spine while some are removed.
class Layers {
 public:
  Layers(TreeWork& work, Spine spine)
      : work_(work), spine_(std::move(spine)), present_(layers_of(spine_), true) {}

  bool minimise() {
    auto& statistics = work_.statistics().of<LayerStatistics>();
    for (std::uint32_t i = 0; i < present_.size(); ++i) {
      if (!statistics.kept.contains(text_of(i))) asked_.push_back(i);
    }
    if (asked_.empty()) return false;
    RemovableList list;
    list.count = static_cast<std::uint32_t>(asked_.size());
    for (const std::uint32_t i : asked_) list.weights.push_back(weight(i));
    list.render = [this](const Kept& kept) {
      return work_.smaller_candidate(edits_for(kept), words_for(kept));
    };
    std::size_t in_a_row = 0;
    list.on_accept = [&](const Kept& kept) {
      accept(kept);
      in_a_row = 0;
    };
    MgbsOptions options;
    options.enough = [&] { return ++in_a_row == kMaxStayingInARow; };
    const Kept kept = mgbs(work_.session(), list, statistics.keep, options);
    for (const std::uint32_t i : kept) statistics.kept.insert(text_of(asked_[i]));
    return kept.size() < asked_.size();
  }

 private:
  std::uint32_t weight(std::uint32_t layer) const {
    const Tree& tree = work_.tree();
    return tree.token_count(spine_[layer]) - tree.token_count(spine_[layer + 1]);
  }

  /// Identifies a layer by its text, without the text of the layer below.
  Hash128 text_of(std::uint32_t layer) const {
    const Tree& tree = work_.tree();
    std::size_t below = layer + 1;
    while (below < present_.size() && !present_[below]) ++below;
    std::string words;
    std::vector<NodeId> todo = {spine_[layer]};
    while (!todo.empty()) {
      const NodeId id = todo.back();
      todo.pop_back();
      if (id == spine_[below] || tree.token_count(id) == 0) continue;
      const auto children = tree.children(id);
      todo.insert(todo.end(), children.rbegin(), children.rend());
      if (!tree.is_token(id)) continue;
      words += tree.token_text(id);
      words += '\0';
    }
    return hash128(words);
  }

  std::vector<bool> present_with(const Kept& kept) const {
    std::vector<bool> present = present_;
    for (const std::uint32_t i : asked_) present[i] = false;
    for (const std::uint32_t i : kept) present[asked_[i]] = true;
    return present;
  }

  /// The edits, outermost first; each replaces a node by one inside it.
  std::vector<Edit> edits_for(const Kept& kept) const {
    const std::vector<bool> present = present_with(kept);
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < present.size(); ++i) {
      if (!present_[i] || present[i]) continue;
      const std::size_t first = i;
      while (i < present.size() && !present[i]) ++i;
      edits.push_back({Edit::Kind::kReplace, spine_[first], spine_[i]});
    }
    return edits;
  }

  std::string words_for(const Kept& kept) const {
    const std::vector<bool> present = present_with(kept);
    const auto gone = std::ranges::count(present_, true) - std::ranges::count(present, true);
    const std::string layers = gone == 1 ? "a layer" : std::to_string(gone) + " layers";
    return "take " + layers + " out of a " + node_name(work_.tree(), spine_[0]);
  }

  void accept(const Kept& kept) {
    std::vector<Edit> edits = edits_for(kept);
    // Innermost first, one at a time: edits applied together must not be inside each other.
    for (auto it = edits.rbegin(); it != edits.rend(); ++it) work_.apply({&*it, 1});
    present_ = present_with(kept);
  }

  TreeWork& work_;
  Spine spine_;
  std::vector<bool> present_;         ///< by layer
  std::vector<std::uint32_t> asked_;  ///< layers
};

}  // namespace

bool unnest(TreeWork& work) {
  const Tree& tree = work.tree();
  if (tree.root() == kNoNode) return false;
  const bool large = count_tokens(tree, tree.root()) > kMaxTextWithSpines;
  if (large && nesting_of(tree).deepest < kMinLayersInLargeText) return false;
  bool changed = false;
  for (Spine& spine : Spines(tree, large ? kMinLayersInLargeText : kMinLayers).find()) {
    if (work.attached(spine[0]) && Layers(work, std::move(spine)).minimise()) changed = true;
  }
  return changed;
}

}  // namespace grabr
