// Parts with the same tokens, changed together: all of them are deleted or become their symbol's
// cheapest text, or give their places to the same part inside them.
//
//   int a[N + 1]; … i < N + 1 …   →   int a[N]; … i < N …      (neither goes alone)
//
// What must agree in several places (a size and a bound, a type written twice, a call and its copy)
// stays with every pass that changes one place at a time. Single tokens count if they are no words:
// names have passes of their own. Groups of equal parts are tried by the tokens they have in all,
// at most kMostGroups of them; a group inside another comes after it, since it has fewer. Every
// success makes the text smaller, so it ends; a whole round takes at most kMostAsked tests a group.
// Source: grabr. Tested by tests/reduce/equal_parts_test.cc.
#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "reduce/pass/tree_parts.h"
#include "reduce/pass/tree_passes.h"
#include "text/ascii.h"
#include "text/hash.h"

namespace grabr {
namespace {

constexpr std::size_t kMostGroups = 100;
constexpr std::size_t kMostAsked = 6;

/// A sequence of tokens: equal ones have equal hashes, however their trees are built.
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
  explicit EqualParts(TreeWork& work) : work_(work) {}

  bool run() {
    bool changed = false;
    find_groups();
    for (std::size_t next = 0; next < groups_.size() && next < kMostGroups; ++next) {
      if (!is_there(groups_[next]) || !try_group(groups_[next])) continue;
      changed = true;
    }
    return changed;
  }

 private:
  using Group = std::vector<NodeId>;

  const Tree& tree() const { return work_.tree(); }

  bool is_there(const Group& group) const {
    return std::all_of(group.begin(), group.end(),
                       [this](NodeId node) { return work_.attached(node); });
  }

  bool counts(NodeId node) const {
    if (weights_[node] != 1) return weights_[node] > 1 && tree()[node].kind == NodeKind::kRule;
    if (!tree().is_token(node) || work_.separates(node)) return false;
    const std::string_view text = tree().token_text(node);
    return text.size() > 1 && !is_letter(text.front()) &&
           work_.grammar().symbols[tree()[node].symbol].kind == SymbolKind::kPattern;
  }

  /// Equal parts, none inside another.
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

  /// Of every node, children first.
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

  /// A chain of only children is one part.
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

  bool try_group(const Group& group) {
    const std::vector<std::vector<Edit>> ways = ways_for(group);
    const std::string words = std::to_string(group.size()) + " equal parts, " +
                              node_name(tree(), group[0]) + ", together";
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == ways.size()) return false;
      candidate = work_.smaller_candidate(ways[i], words);
      return true;
    });
    if (!found) return false;
    work_.apply(ways[*found]);
    return true;
  }

  std::vector<std::vector<Edit>> ways_for(const Group& group) {
    std::vector<std::vector<Edit>> ways = {work_.leave_out(group)};
    ways.push_back(
        work_.leave_out(group, {.texts = true, .staying = {group.begin(), group.end()}}));
    const TreeParts parts(work_, TreeParts::Leaving::kNothing);
    std::vector<std::vector<NodeId>> inside;
    for (const NodeId node : group) inside.push_back(parts.nearest_fitting(node));
    for (std::size_t i = 0; i < inside[0].size() && ways.size() < kMostAsked; ++i) {
      std::vector<Edit> edits;
      for (std::size_t one = 0; one < group.size() && i < inside[one].size(); ++one) {
        edits.push_back({Edit::Kind::kReplace, group[one], inside[one][i]});
      }
      if (edits.size() == group.size()) ways.push_back(std::move(edits));
    }
    std::erase_if(ways, [](const auto& edits) { return edits.empty(); });
    return ways;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<Group> groups_;
};

}  // namespace

bool equal_parts(TreeWork& work) { return EqualParts(work).run(); }

}  // namespace grabr
