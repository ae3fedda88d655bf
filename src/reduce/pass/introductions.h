// Parts that only introduce a name, such as imports (hints.introduces), and what uses it. Some
// languages refuse an import that nothing uses, so the last use and the import go only together.
// What may stand in place of a part (a text of one token in hints.rewrites, as Go's `_`) makes its
// name a local one: only later uses near it count, the text takes its place while others beside it
// are used, and with the last of them all of the statement goes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "reduce/pass/derived_names.h"
#include "tree/tree.h"

namespace grabr {

class Introductions {
 public:
  /// Adds nodes to the tree, outside of its text.
  explicit Introductions(Tree& tree);

  /// Edits that remove the introductions that these edits leave without a use: those of which the
  /// names have uses now. An introduction that cannot go without much else has no edit. Edits of
  /// the tree may have been applied since, if they made no new uses.
  std::vector<Edit> unused_after(const Tree& tree, std::span<const Edit> edits,
                                 const std::function<bool(NodeId)>& removable) const;

 private:
  enum class Fate : std::uint8_t { kStays, kUnused, kGone };
  struct State {
    Fate fate = Fate::kStays;
    bool has_inside = false;  ///< introductions
    bool some_stay = false;   ///< of these
  };
  struct Introduction {
    DerivedNames::Part part;
    std::string name;
    std::vector<NodeId> uses;
    NodeId list = kNoNode;     ///< of a local name: the list it stands in
    NodeId instead = kNoNode;  ///< and the token in place of its own
  };
  /// By introduction: its uses, in order, and where among them it stands.
  struct LaterUses {
    const std::vector<NodeId>* all = nullptr;
    std::size_t first = 0;
  };

  void make_local(Tree& tree, Introduction& one, const LaterUses& later) const;
  std::vector<Edit> without_locals(const Tree& tree, std::span<const Edit> edits,
                                   const std::function<bool(NodeId)>& removable) const;
  std::vector<Edit> local_edits(const Tree& tree, const std::vector<State>& states,
                                const std::function<bool(NodeId)>& removable) const;
  std::vector<State> states_after(const Tree& tree, std::span<const Edit> edits) const;

  std::vector<Introduction> all_;  ///< those around others first, which may introduce nothing
};

}  // namespace grabr
