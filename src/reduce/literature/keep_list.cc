// Gives the list minimiser one list of all nodes of the tree, in pre-order; a candidate keeps some
// of them. A node that is not kept is removed if the grammar allows it, and otherwise becomes its
// symbol's cheapest text. If the grammar has a rewrite template for the node whose part is kept,
// the node becomes that part instead: an `if` becomes its body. Nodes inside a node that is left
// out are ignored.
//
//   if (c()) { f(1); g(); } else h();      with the templates "$statement" and "$statement.2"
//     keep all but f(1);                   if (c()) { g(); } else h();
//     keep all but f(1); and the whole     { g(); }     the first template: its part is kept
//     keep h(); alone                      h();         the second one
//
// Nodes that cannot be removed or replaced are not in the list, nor nodes with the same tokens as a
// rule around them. Only the kMaxNodes heaviest are, because a minimiser visits each of them many
// times. Templates of several pieces are left to `rewrite`. Candidates longer than the best are not
// tested. Guarantee, if repeated until nothing changes with a 1-minimal minimiser: no node of the
// list can be dropped alone.
// Source: The Debugging Book, "Reducing Failure-Inducing Inputs", reducing syntax trees. The book
// uses the nodes of Python's AST, and its templates are written as code. Tested by
// tests/reduce/keep_list_test.cc.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "reduce/minimizer/minimize.h"
#include "reduce/pass/rewrites.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxNodes = 2000;

class KeepList {
 public:
  explicit KeepList(TreeWork& work) : work_(work), weights_(work.weights()) { collect(); }

  bool run() {
    RemovableList list;
    list.count = static_cast<std::uint32_t>(nodes_.size());
    list.things = "nodes";
    for (const Listed& listed : nodes_) list.weights.push_back(weights_[listed.node]);
    list.render = [this](const Kept& kept) { return candidate(kept); };
    list.on_accept = [this](const Kept& kept) { accepted_ = edits(kept); };
    if (nodes_.empty()) return false;
    work_.minimize(list);
    if (accepted_.empty()) return false;
    work_.apply(accepted_);
    return true;
  }

 private:
  /// Numbers of nodes in the list, [begin, end).
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Way {
    Rewrite rewrite;
    Range inside;            ///< the nodes inside the part
    std::size_t listed = 0;  ///< the part's number in the list; kNowhere if it cannot be dropped
  };
  struct Listed {
    NodeId node = kNoNode;
    std::vector<Way> ways;
    std::size_t end = 0;  ///< the number of the first node after it that is not inside it
  };
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  void collect() {
    const Tree& tree = work_.tree();
    const Rewrites rewrites(work_);
    for (const NodeId id : preorder(tree, tree.root())) {
      if (weights_[id] == 0 || all_of_another(id)) continue;
      Listed listed{id, {}, 0};
      for (Rewrite& rewrite : rewrites.of(id, weights_)) {
        if (rewrite.one_part()) listed.ways.push_back({std::move(rewrite), {}, kNowhere});
      }
      if (listed.ways.empty() && work_.least_tokens(id) >= weights_[id]) continue;
      nodes_.push_back(std::move(listed));
    }
    keep_heaviest();
    number();
  }

  /// Has a rule around it the same tokens, and is it no removable element?
  bool all_of_another(NodeId id) const {
    const NodeId parent = work_.tree().parent(id);
    return parent != kNoNode && weights_[parent] == weights_[id] && !work_.removable(id);
  }

  void keep_heaviest() {
    if (nodes_.size() <= kMaxNodes) return;
    std::vector<std::uint32_t> sorted;
    for (const Listed& listed : nodes_) sorted.push_back(weights_[listed.node]);
    const auto last = sorted.begin() + kMaxNodes - 1;
    std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
    const std::uint32_t least = *last;
    std::erase_if(nodes_, [&](const Listed& listed) { return weights_[listed.node] < least; });
    if (nodes_.size() > kMaxNodes) nodes_.resize(kMaxNodes);
  }

  /// Numbers the nodes in pre-order, so that the nodes inside a node follow it.
  void number() {
    const std::vector<NodeId> order = preorder(work_.tree(), work_.tree().root());
    std::vector<std::size_t> sizes(work_.tree().size(), 1);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const NodeId parent = work_.tree().parent(*it);
      if (parent != kNoNode) sizes[parent] += sizes[*it];
    }
    std::vector<std::size_t> place(work_.tree().size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<std::size_t> places;
    std::vector<std::size_t> numbers(work_.tree().size(), kNowhere);
    for (const Listed& listed : nodes_) {
      numbers[listed.node] = places.size();
      places.push_back(place[listed.node]);
    }
    const auto from = [&](std::size_t at) {
      return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), at) -
                                      places.begin());
    };
    for (Listed& listed : nodes_) {
      listed.end = from(place[listed.node] + sizes[listed.node]);
      for (Way& way : listed.ways) {
        const NodeId part = way.rewrite.parts[0];
        way.inside = {from(place[part]), from(place[part] + sizes[part])};
        way.listed = number_of(part, numbers);
      }
    }
  }

  /// The number of the listed node that has all tokens of the part.
  std::size_t number_of(NodeId part, const std::vector<std::size_t>& numbers) const {
    const Tree& tree = work_.tree();
    for (NodeId at = part; at != kNoNode && weights_[at] == weights_[part]; at = tree.parent(at)) {
      if (numbers[at] != kNowhere) return numbers[at];
    }
    return kNowhere;
  }

  Candidate candidate(const Kept& kept) {
    Candidate result{work_.session().best(), words_on_kept(kept.size(), nodes_.size(), "nodes")};
    const std::vector<Edit> wanted = edits(kept);
    // Edits inside a deleted node make no difference, so the text need not be printed.
    const auto same = [](const Edit& a, const Edit& b) {
      return a.kind == b.kind && a.node == b.node && a.by == b.by;
    };
    if (std::equal(wanted.begin(), wanted.end(), accepted_.begin(), accepted_.end(), same)) {
      return result;
    }
    Candidate edited = work_.candidate(wanted, result.edit);
    return edited.text.size() <= result.text.size() ? edited : result;
  }

  /// The edits, outer nodes first, in the order in which they are applied.
  std::vector<Edit> edits(const Kept& kept) {
    std::vector<bool> stays(nodes_.size());
    for (const std::uint32_t i : kept) stays[i] = true;
    std::vector<Edit> edits;
    std::vector<NodeId> left_out;
    std::vector<Range> todo{{0, nodes_.size()}};
    while (!todo.empty()) {
      Range& range = todo.back();
      if (range.begin >= range.end) {
        todo.pop_back();
        continue;
      }
      const std::size_t i = range.begin++;
      if (stays[i]) continue;
      range.begin = nodes_[i].end;
      const Way* way = first_kept(nodes_[i], stays);
      if (way == nullptr) {
        left_out.push_back(nodes_[i].node);
      } else {
        edits.push_back({Edit::Kind::kReplace, way->rewrite.node, way->rewrite.parts[0]});
        todo.push_back(way->inside);
      }
    }
    const std::vector<Edit> others = work_.leave_out(left_out);
    edits.insert(edits.end(), others.begin(), others.end());
    return edits;
  }

  static const Way* first_kept(const Listed& listed, const std::vector<bool>& stays) {
    for (const Way& way : listed.ways) {
      if (way.listed == kNowhere || stays[way.listed]) return &way;
    }
    return nullptr;
  }

  TreeWork& work_;
  std::vector<std::uint32_t> weights_;
  std::vector<Listed> nodes_;
  std::vector<Edit> accepted_;
};

}  // namespace

bool keep_list(TreeWork& work) { return work.tree().root() != kNoNode && KeepList(work).run(); }

}  // namespace grabr
