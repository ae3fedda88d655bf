// Applies the rewrite templates of the grammar (`hints.rewrites` of the grammar file): each says
// what a node of a rule may become, and which of its parts it keeps.
//
//   selection_statement: ["$statement", "$statement.2", "$expression ;"]
//
//   if (f(x)) { a(); } else b();   →   { a(); }   or   b();   or   f(x);
//
// The heaviest nodes come first. For each, the templates of the node and of the rules in its unit
// chain are tried in order; if one works, its result is tried again. Candidates have fewer tokens
// and no more bytes than the text before, so the pass ends. A template is applied at the nearest
// enclosing rule with the same tokens where the grammar allows its result. In `auto` templates that
// are expected to free too few tokens are skipped. There `replace` has already tried the templates
// of rules that the list view shows, so only those of other rules, such as loops and conditionals,
// are new. Guarantee, when it is repeated until nothing changes: no template works. A classic
// grammar has no templates.
// Source: The Debugging Book, "Reducing Failure-Inducing Inputs", which reduces syntax trees of
// Python by such replacements, written as code. Tested by tests/reduce/rewrite_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "parse/parser.h"
#include "parse/repair/partial.h"
#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/rewrites.h"
#include "reduce/pass/tree_passes.h"
#include "tree/tree.h"

namespace grabr {
namespace {

struct RewriteStatistics {
  Odds odds{5, .75};  ///< of all templates
};

class Rewriting {
 public:
  /// Skips templates that are expected to free fewer than `least` tokens.
  Rewriting(TreeWork& work, RewriteStatistics& statistics, double least)
      : work_(work), odds_(statistics.odds), least_(least), rewrites_(work) {}

  bool run() {
    if (rewrites_.none()) return false;
    bool changed = false;
    weights_ = work_.weights();
    for (const NodeId start : by_weight()) {
      // Nodes removed by an earlier rewrite have weight 0.
      for (NodeId node = start; node != kNoNode && weights_[node] > 0;) {
        node = rewrite(node);
        if (node == kNoNode) break;
        changed = true;
        weights_ = work_.weights();
      }
    }
    return changed;
  }

 private:
  /// Rule nodes, heaviest first, without those that have all tokens of the rule around them.
  std::vector<NodeId> by_weight() const {
    const Tree& tree = work_.tree();
    std::vector<NodeId> nodes;
    for (const NodeId id : preorder(tree, tree.root())) {
      const NodeId parent = tree.parent(id);
      const bool inside = parent != kNoNode && tree[parent].kind == NodeKind::kRule &&
                          weights_[parent] == weights_[id];
      if (tree[id].kind == NodeKind::kRule && weights_[id] > 1 && !inside) nodes.push_back(id);
    }
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](NodeId a, NodeId b) { return weights_[a] > weights_[b]; });
    return nodes;
  }

  /// Returns the replacement, or kNoNode if no template works.
  NodeId rewrite(NodeId node) {
    const std::vector<Rewrite> candidates = rewrites_.of(node, weights_);
    std::vector<Edit> asked;  // the edits that do not make the text longer
    std::vector<std::string> names;
    for (const Rewrite& candidate : candidates) {
      names.push_back(node_name(work_.tree(), candidate.node));
    }
    const std::uint64_t tests = work_.session().counts().committed;
    const double chance = odds_.chance();
    std::size_t next = 0;
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      for (; next < candidates.size() && asked.size() <= i; ++next) {
        const Rewrite& rewrite = candidates[next];
        if (chance * (weights_[node] - rewrite.tokens) < least_) continue;
        const Edit edit[] = {{Edit::Kind::kReplace, rewrite.node, Rewrites::make(work_, rewrite)}};
        candidate = work_.candidate(edit, "rewrite " + names[next]);
        if (candidate.text.size() <= work_.session().best().size()) asked.push_back(edit[0]);
      }
      return i < asked.size();
    });
    note(work_.session().counts().committed - tests, found.has_value());
    if (!found) return kNoNode;
    const Edit edit[] = {asked[*found]};
    work_.apply(edit);
    return edit[0].by;
  }

  /// Notes the answers of some tests, of which only the last may have worked.
  void note(std::uint64_t tests, bool worked) {
    for (std::uint64_t i = worked; i < tests; ++i) odds_.note(false);
    if (worked) odds_.note(true);
  }

  TreeWork& work_;
  Odds& odds_;
  double least_;
  Rewrites rewrites_;
  std::vector<std::uint32_t> weights_;
};

}  // namespace

// Parses without a list view: templates refer to rules of the grammar that list views hide.
bool rewrite(TreeWork& work, double least) {
  ParseResult parsed = work.parser().parse(work.session().best());
  if (!std::holds_alternative<Tree>(parsed) && !work.partial()) return false;
  Tree tree = std::holds_alternative<Tree>(parsed)
                  ? std::get<Tree>(std::move(parsed))
                  : parse_partially(work.parser(), work.session().best()).tree;
  if (tree.root() == kNoNode) return false;
  TreeWork plain(work.session(), work.parser(), work.analysis(), std::move(tree), work.partial());
  if (!Rewriting(plain, work.statistics().of<RewriteStatistics>(), least).run()) return false;
  work.reparse();
  return true;
}

}  // namespace grabr
