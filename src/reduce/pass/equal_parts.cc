// Parts with the same tokens are changed together: all are deleted, or become their symbol's
// cheapest text, or are replaced by the same part inside them.
//
//   int a[N + 1]; … i < N + 1 …   →   int a[N]; … i < N …      (neither can be deleted alone)
//
// Parts that must agree (a size and a bound, a type written twice, a call and its copy) cannot be
// removed by a pass that changes one place at a time. Other families and `inside-tokens` change
// equal single tokens together. Source: grabr. Tested by tests/reduce/equal_parts_test.cc.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "reduce/pass/tree_parts.h"
#include "reduce/pass/tree_passes.h"
#include "text/hash.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Groups of equal parts that are tried; those with most tokens come first.
constexpr std::size_t kMaxGroups = 100;
/// The most changes tried for one group, and the most tokens of a text to look for groups in.
constexpr std::size_t kMaxChanges = 6;
constexpr std::uint32_t kMaxTokens = 20000;
/// Few inputs have parts that must agree, so two rejected candidates halve the chance.
const Odds kAgreeing{2, .04};

/// The hash of a sequence of tokens: equal sequences have equal hashes, however their trees are
/// built.
struct TokensHash {
  std::uint64_t value = 0;
  std::uint64_t factor = 1;

  void append(const TokensHash& next) {
    value = value * next.factor + next.value;
    factor *= next.factor;
  }
};

class EqualParts {
 public:
  using Group = std::vector<NodeId>;

  explicit EqualParts(TreeWork& work) : work_(work) { find_groups(); }

  const std::vector<Group>& groups() const { return groups_; }

  double freed(const Group& group) const {
    return static_cast<double>(weights_[group[0]] * group.size());
  }

  std::vector<Move> moves(const Group& group) {
    std::vector<Move> moves;
    for (std::vector<Edit>& edits : changes_of(group)) {
      Move move;
      for (const Edit& edit : edits) {
        move.freed += tokens_of_part(edit.node) - tokens_of_part(edit.by);
      }
      if (move.freed <= 0) continue;
      move.odds = kAgreeing;
      move.question = question(group, moves.size());
      move.words = std::to_string(group.size()) + " equal parts, " + node_name(tree(), group[0]) +
                   ", together";
      move.edits = [edits = std::move(edits)] { return edits; };
      moves.push_back(std::move(move));
    }
    return moves;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  /// The question about the smallest part that holds the whole group.
  std::optional<Hash128> question(const Group& group, std::size_t change) {
    NodeId around = group[0];
    for (const NodeId node : group) {
      while (!is_inside(tree(), node, around)) around = tree().parent(around);
    }
    return work_.question(
        around, "equal parts " + std::to_string(change) + ' ' + print_subtree(tree(), group[0]));
  }

  bool counts(NodeId node) const {
    return weights_[node] > 1 && tree()[node].kind == NodeKind::kRule;
  }

  /// Finds groups of equal parts, none of which is inside another.
  void find_groups() {
    weights_ = work_.weights();
    std::unordered_map<std::uint64_t, Group> by_tokens;
    for (const auto& [node, hash] : hashes()) {
      if (counts(node)) by_tokens[hash.value].push_back(node);
    }
    for (auto& [hash, group] : by_tokens) {
      std::sort(group.begin(), group.end());
      keep_topmost(group);
      if (group.size() > 1) groups_.push_back(std::move(group));
    }
    const auto tokens = [this](const Group& group) { return weights_[group[0]] * group.size(); };
    std::sort(groups_.begin(), groups_.end(), [&](const Group& a, const Group& b) {
      return std::pair(tokens(b), a[0]) < std::pair(tokens(a), b[0]);
    });
  }

  /// The hash of every node, children first.
  std::vector<std::pair<NodeId, TokensHash>> hashes() const {
    std::vector<NodeId> nodes = preorder(tree(), tree().root());
    std::unordered_map<NodeId, TokensHash> known;
    std::vector<std::pair<NodeId, TokensHash>> all;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
      TokensHash hash;
      if (tree().is_token(*node)) {
        const std::string_view text = tree().token_text(*node);
        if (!text.empty()) hash = {hash128(text).low, 0x9E3779B97F4A7C15U};
      }
      for (const NodeId child : tree().children(*node)) hash.append(known[child]);
      known[*node] = hash;
      all.emplace_back(*node, hash);
    }
    return all;
  }

  /// Of nodes that are each other's only child, keeps the topmost.
  void keep_topmost(Group& group) const {
    const auto has_equal_parent = [&](NodeId node) {
      const NodeId parent = tree().parent(node);
      return parent != kNoNode && tree().children(parent).size() == 1 &&
             std::binary_search(group.begin(), group.end(), parent);
    };
    Group top;
    for (const NodeId node : group) {
      if (!has_equal_parent(node)) top.push_back(node);
    }
    group = std::move(top);
  }

  double tokens_of_part(NodeId node) const {
    return node == kNoNode ? 0 : static_cast<double>(count_tokens(tree(), node));
  }

  std::vector<std::vector<Edit>> changes_of(const Group& group) {
    std::vector<std::vector<Edit>> changes = {work_.leave_out(group)};
    changes.push_back(
        work_.leave_out(group, {.texts = true, .staying = {group.begin(), group.end()}}));
    const TreeParts parts(work_, TreeParts::Leaving::kNothing);
    std::vector<std::vector<NodeId>> inside;
    for (const NodeId node : group) inside.push_back(parts.nearest_fitting(node));
    for (std::size_t i = 0; i < inside[0].size() && changes.size() < kMaxChanges; ++i) {
      std::vector<Edit> edits;
      for (std::size_t one = 0; one < group.size() && i < inside[one].size(); ++one) {
        edits.push_back({Edit::Kind::kReplace, group[one], inside[one][i]});
      }
      if (edits.size() == group.size()) changes.push_back(std::move(edits));
    }
    std::erase_if(changes, [](const auto& edits) { return edits.empty(); });
    return changes;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<Site> find_equal_parts(View& view, NodeId inside) {
  if (inside != view.tree().root() || view.tokens() > kMaxTokens) return {};
  auto& parts = view.of<EqualParts>();
  std::vector<Site> sites;
  for (const EqualParts::Group& group : parts.groups()) {
    if (sites.size() == kMaxGroups) break;
    sites.push_back({parts.freed(group), [&parts, &group] { return parts.moves(group); }});
  }
  return sites;
}

}  // namespace grabr
