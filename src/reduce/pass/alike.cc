// Tested by tests/reduce/delete_alike_test.cc.
#include "reduce/pass/alike.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tree/print.h"

namespace grabr {
namespace {

/// A search is over when at least this many parts stay, and more than this share of those decided.
constexpr std::size_t kMinStaying = 4;
constexpr double kMaxStayingShare = 0.3;
/// A search is over when this many tests have freed less than one in this many tokens.
constexpr std::uint64_t kMinTestsOfAlike = 24;
constexpr std::uint64_t kMinFreedShareOfAlike = 32;

/// The symbol of the part, or of the only node in it; kNoSymbol if it has several.
SymbolId symbol_of(const Tree& tree, NodeId part) {
  for (NodeId id = part;; id = tree.children(id)[0]) {
    if (tree[id].symbol != kNoSymbol && tree[id].kind != NodeKind::kList) return tree[id].symbol;
    if (tree[id].child_count() != 1) return kNoSymbol;
  }
}

SymbolId rule_around(const Tree& tree, NodeId part) {
  for (NodeId up = tree.parent(part); up != kNoNode; up = tree.parent(up)) {
    if (tree[up].kind == NodeKind::kRule) return tree[up].symbol;
  }
  return kNoSymbol;
}

/// Is it a list element, the content of an optional part, or a rule that may be empty?
bool may_be_deleted(const TreeEditor& work, NodeId id) {
  const Node node = work.tree()[id];
  if (node.parent == kNoNode || node.token_count() == 0 || node.separator) return false;
  const NodeKind around = work.tree()[node.parent].kind;
  return around == NodeKind::kList || around == NodeKind::kOptional || work.removable(id);
}

class Collector {
 public:
  Collector(const TreeEditor& work, const std::set<NodeId>& passed_over)
      : work_(work), passed_over_(passed_over) {}

  /// Collects the parts below the root, in order; the root itself is not a part.
  void collect(NodeId root) {
    todo_.clear();
    root_ = root;
    push_children(root);
    while (!todo_.empty()) {
      const Step step = todo_.back();
      todo_.pop_back();
      if (step.ends == nullptr) visit(step.node);
      else --step.ends->open;
    }
  }

  std::vector<AlikeParts> take() {
    std::vector<AlikeParts> result;
    for (auto& [kind, found] : kinds_) result.push_back(std::move(found.parts));
    std::ranges::stable_sort(result, std::greater(), &AlikeParts::tokens);
    return result;
  }

 private:
  struct Found {
    AlikeParts parts;
    NodeId last_around = kNoNode;
    std::size_t open = 0;  ///< the number of parts of the kind around the current node
  };
  struct Step {
    NodeId node;
    Found* ends;  ///< if set, a part of this kind ends here
  };

  void visit(NodeId node) {
    if (may_be_deleted(work_, node) && !passed_over_.contains(node) && !is_all_of_another(node)) {
      const PartKind kind{rule_around(work_.tree(), node), symbol_of(work_.tree(), node)};
      Found& found = kinds_[kind];
      if (found.open == 0) add(found, kind, node);
      ++found.open;
      todo_.push_back({kNoNode, &found});
    }
    push_children(node);
  }

  /// Is a part around it with the same tokens?
  bool is_all_of_another(NodeId node) const {
    const Tree& tree = work_.tree();
    const std::uint32_t tokens = tree[node].token_count();
    for (NodeId up = tree[node].parent; up != root_ && tree[up].token_count() == tokens;
         up = tree[up].parent) {
      if (may_be_deleted(work_, up)) return true;
    }
    return false;
  }

  void add(Found& found, const PartKind& kind, NodeId id) {
    const Node node = work_.tree()[id];
    found.parts.kind = kind;
    found.parts.parts.push_back(id);
    found.parts.tokens += node.token_count();
    if (found.last_around != node.parent) ++found.parts.around;
    found.last_around = node.parent;
  }

  void push_children(NodeId node) {
    const Children children = work_.tree().children(node);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      todo_.push_back({*child, nullptr});
    }
  }

  const TreeEditor& work_;
  const std::set<NodeId>& passed_over_;
  std::map<PartKind, Found> kinds_;
  std::vector<Step> todo_;
  NodeId root_ = kNoNode;
};

}  // namespace

std::vector<AlikeParts> alike_parts(const TreeEditor& work, std::span<const NodeId> roots,
                                    const std::set<NodeId>& passed_over) {
  Collector collector(work, passed_over);
  for (const NodeId root : roots) collector.collect(root);
  return collector.take();
}

bool Worthwhile::is_over(std::size_t stay, std::size_t decided) {
  if (stay >= kMinStaying &&
      static_cast<double>(stay) > kMaxStayingShare * static_cast<double>(decided)) {
    is_over_ = true;
  }
  if (work_.session().counts().committed < tests_ + kMinTestsOfAlike) return is_over_;
  const std::uint64_t before = tokens_;
  look();
  is_over_ = is_over_ || kMinFreedShareOfAlike * (before - tokens_) < before;
  return is_over_;
}

void Worthwhile::look() {
  tests_ = work_.session().counts().committed;
  tokens_ = count_tokens(work_.tree(), work_.tree().root());
}

}  // namespace grabr
