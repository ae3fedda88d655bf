// Joins two neighbours that have lists of the same kind inside: deletes the tokens between the
// lists, so that the second list continues the first.
//
//   int f() { a(); } int g() { b(); }       →   int f() { a(); b(); }
//   [[1, 2], [3]]                           →   [[1, 2, 3]]
//
// No deletion of parts has this result while both lists hold something needed. Of the lists inside
// two neighbours, the pair of the same kind with most tokens is joined. A move joins all neighbours
// in a list, or two of them. A family of moves (reduce/pass/move.h). Each costs a parse, so larger
// texts are skipped.
// Source: grabr; llvm-reduce joins blocks. Tested by tests/reduce/join_neighbours_test.cc.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reduce/pass/following_lists.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensJoined = 2000;
/// The chance is low, because names and types of the neighbours mostly differ.
constexpr double kJoinChance = .125;
constexpr double kJoinTrust = 8;

/// The tokens to delete between two lists, as a range of token indices, except a separator that
/// stays.
struct Joint {
  std::uint32_t begin = 0, end = 0;
  std::optional<std::uint32_t> separator;

  std::uint32_t freed() const { return end - begin - (separator ? 1 : 0); }
};

class Joining {
 public:
  explicit Joining(TreeWork& work) : work_(work), places_(work) {}

  std::vector<Move> moves() {
    std::vector<Move> moves;
    for (const NodeId list : preorder(tree(), tree().root())) {
      if (tree()[list].kind == NodeKind::kList) add_joints(list, moves);
    }
    return moves;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  void add_joints(NodeId list, std::vector<Move>& moves) {
    const std::vector<NodeId> elements = elements_of(list);
    std::vector<Edit> all;
    double freed = 0;
    std::size_t joints = 0;
    for (std::size_t i = 0; i + 1 < elements.size(); ++i) {
      const std::optional<Joint> joint = joint_of(elements[i], elements[i + 1]);
      if (!joint) continue;
      ++joints;
      std::vector<Edit> edits = removals(*joint);
      all.insert(all.end(), edits.begin(), edits.end());
      freed += joint->freed();
      moves.push_back(move_of(std::move(edits), joint->freed(), 1, elements[i],
                              "join " + node_name(tree(), elements[i]) + " with the next"));
    }
    if (joints < 2) return;
    moves.push_back(move_of(std::move(all), freed, 0, list, "join all neighbours in a list"));
  }

  Move move_of(std::vector<Edit> edits, double freed, int way, NodeId place, std::string words) {
    Move move;
    move.way = way;
    move.odds = {kJoinTrust, kJoinTrust * kJoinChance};
    move.freed = freed;
    move.question = work_.question(place, way == 0 ? "join all" : "join");
    move.words = std::move(words);
    move.edits = [edits = std::move(edits)] { return edits; };
    return move;
  }

  /// The elements of a list that have tokens, without separators.
  std::vector<NodeId> elements_of(NodeId list) const {
    std::vector<NodeId> elements;
    for (const NodeId child : tree().children(list)) {
      if (!work_.separates(child) && places_.weight(child) > 0) elements.push_back(child);
    }
    return elements;
  }

  /// The heaviest list inside a node for each symbol of elements.
  std::map<SymbolId, NodeId> lists_in(NodeId node) const {
    std::map<SymbolId, NodeId> lists;
    for (const NodeId id : preorder(tree(), node)) {
      const Node& list = tree()[id];
      if (list.kind != NodeKind::kList || list.symbol == kNoSymbol) continue;
      if (places_.weight(id) == 0) continue;
      const auto [heaviest, is_new] = lists.try_emplace(list.symbol, id);
      if (places_.weight(id) > places_.weight(heaviest->second)) heaviest->second = id;
    }
    return lists;
  }

  std::optional<Joint> joint_of(NodeId left, NodeId right) const {
    const std::map<SymbolId, NodeId> of_left = lists_in(left), of_right = lists_in(right);
    std::optional<Joint> best;
    std::uint32_t most = 0;
    for (const auto& [symbol, first] : of_left) {
      const auto second = of_right.find(symbol);
      if (second == of_right.end()) continue;
      const std::uint32_t kept = places_.weight(first) + places_.weight(second->second);
      if (kept <= most) continue;
      const std::optional<Joint> joint = between(first, second->second);
      if (!joint) continue;
      best = joint;
      most = kept;
    }
    return best;
  }

  std::optional<Joint> between(NodeId first, NodeId second) const {
    Joint joint{places_.end_of(first), places_.begin_of(second), std::nullopt};
    if (joint.begin >= joint.end) return std::nullopt;
    if (tree()[first].separated) {
      joint.separator = separator_in(joint, first, second);
      if (!joint.separator) return std::nullopt;
    }
    if (joint.freed() == 0) return std::nullopt;
    return joint;
  }

  /// The index of a token between the lists that also separates their elements. If both have only
  /// one element, any separator of the neighbours is taken.
  std::optional<std::uint32_t> separator_in(const Joint& joint, NodeId first, NodeId second) const {
    std::string_view wanted;
    for (const NodeId list : {first, second}) {
      for (const NodeId child : tree().children(list)) {
        if (wanted.empty() && work_.separates(child)) wanted = text_of(places_.begin_of(child));
      }
    }
    for (std::uint32_t i = joint.begin; i < joint.end; ++i) {
      const NodeId token = places_.tokens()[i];
      if (wanted.empty() ? is_separator(token) : text_of(i) == wanted) return i;
    }
    return std::nullopt;
  }

  bool is_separator(NodeId token) const {
    return work_.separates(token) ||
           (tree().parent(token) != kNoNode && work_.separates(tree().parent(token)));
  }

  std::string_view text_of(std::uint32_t place) const {
    return tree().token_text(places_.tokens()[place]);
  }

  std::vector<Edit> removals(const Joint& joint) const {
    std::vector<Edit> edits;
    for (std::uint32_t i = joint.begin; i < joint.end; ++i) {
      if (i != joint.separator)
        edits.push_back({Edit::Kind::kRemove, places_.tokens()[i], kNoNode});
    }
    return edits;
  }

  TreeWork& work_;
  FollowingLists places_;
};

}  // namespace

std::vector<Site> find_joints(View& view, NodeId inside) {
  if (inside != view.tree().root() || view.tokens() > kMaxTokensJoined) return {};
  std::vector<Site> sites;
  for (Move& move : view.of<Joining>().moves()) {
    move.drops_needed = view.drops_needed(move.edits());
    sites.push_back({move.freed, [move] { return std::vector<Move>{move}; }});
  }
  return sites;
}

}  // namespace grabr
