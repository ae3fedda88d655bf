// The neighbours of a result: all smaller texts one edit away from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "parse/parser.h"
#include "reduce/pass/tree_editor.h"
#include "reduce/pass/tree_parts.h"
#include "text/hash.h"
#include "text/units.h"

namespace grabr {

enum class NeighbourKind : std::uint8_t {
  kDeletion,      ///< one part that may go alone, or one unit of a text, is deleted
  kCheapestText,  ///< a node is replaced by its symbol's cheapest text
  kHoist,         ///< a node is replaced by a nearest descendant that fits
};
inline constexpr std::size_t kNeighbourKinds = 3;

/// "deletion", "cheapest text", "hoist".
std::string_view neighbour_kind_name(NeighbourKind kind);

struct Neighbour {
  NeighbourKind kind = NeighbourKind::kDeletion;
  Candidate candidate;
  std::vector<Edit> edits;  ///< of the tree; empty if there is no tree
};

/// The neighbours of the best text that edits of its tree make: only smaller texts, each once, from
/// the end of the tree to its front. Made one by one, on demand.
class TreeNeighbours {
 public:
  /// If `respelled_first`, neighbours with as many tokens as the text come before all others. The
  /// tree must be changed only through go_on().
  TreeNeighbours(TreeEditor& editor, bool respelled_first);

  std::optional<Neighbour> next();
  /// Applies the neighbour of that number (from 0 since the last go_on()), which is now the best
  /// text, and continues before its place. Forgets neighbours that were made after it.
  void go_on(std::size_t number);

 private:
  struct Step {
    NeighbourKind kind = NeighbourKind::kDeletion;
    NodeId node = kNoNode;
    NodeId by = kNoNode;  ///< the node that is hoisted
  };

  /// The state needed to continue from a neighbour.
  struct Made {
    Step step;
    std::vector<Edit> edits;
    bool respells = false;  ///< is it from the first walk?
    std::size_t nodes_left = 0;
    Hash128 text;
  };

  void look_at_tree();
  void walk(std::vector<NodeId> nodes);
  void remember(const Step& step, const Neighbour& neighbour, const Hash128& text);
  void find_steps(NodeId node);
  bool is_respelled(NodeId node) const;
  bool goes_with_parent(NodeId node) const;
  bool shrinks_with_parent(NodeId node) const;
  Neighbour neighbour_by(const Step& step);

  TreeEditor& editor_;
  std::optional<TreeParts> parts_;
  std::vector<bool> is_part_;      ///< by NodeId: a part for hoisting (reduce/literature/hoist.cc)
  bool respells_;                  ///< is this the first walk, over texts with as many tokens?
  std::vector<NodeId> respelled_;  ///< the nodes of that walk
  std::vector<NodeId> nodes_;      ///< the first `nodes_left_` are to be visited, last first
  std::size_t nodes_left_ = 0;
  std::vector<Step> steps_;  ///< of one node
  std::size_t at_ = 0;       ///< index of the next step
  std::unordered_set<Hash128> seen_;
  std::deque<Made> made_;       ///< the last neighbours made
  std::size_t first_made_ = 0;  ///< the number of the first in `made_`
};

/// A text and its neighbours, by its tree or by its units.
class Neighbourhood {
 public:
  enum class Of : std::uint8_t {
    kTree,         ///< the list view of its tree
    kPartialTree,  ///< the same for a text that does not parse
    kUnits,        ///< only its units: single ones are deleted
  };

  /// Uses the text's tree if `parser` (which may be null and must outlive this object) can parse
  /// it; with `partial` always a tree. Otherwise uses its units.
  Neighbourhood(std::string text, const Parser* parser, bool partial, Unit unit);
  ~Neighbourhood();
  Neighbourhood(const Neighbourhood&) = delete;
  Neighbourhood& operator=(const Neighbourhood&) = delete;

  Of of() const;
  const std::string& text() const;
  /// Is the tree too deep to find the neighbours in time (tree/nesting.h)? Then there are none.
  bool left_out() const;
  std::optional<Neighbour> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "tree", "partial tree", "text".
std::string_view neighbourhood_name(Neighbourhood::Of of);

}  // namespace grabr
