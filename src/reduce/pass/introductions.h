// Parts that only introduce a name, such as imports (hints.introduces), and the uses of that name.
// Some languages reject an unused import, so the last use and the import must go together. If a
// one-token text may replace such a part (hints.rewrites, such as Go's `_`), its name is local:
// only later uses near it count. An unused local name becomes that text while other names of its
// statement are used; when none is, the statement goes.
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
  /// Also creates nodes for replacement texts, such as Go's `_`; the printed tree does not change.
  explicit Introductions(Tree& tree);

  /// Edits that remove the introductions whose names have uses now and none after these edits. An
  /// introduction that cannot go without many other tokens gets no edit. The tree may have been
  /// edited since the constructor, if that made no new uses.
  std::vector<Edit> unused_after(const Tree& tree, std::span<const Edit> edits,
                                 const std::function<bool(NodeId)>& removable) const;

 private:
  enum class Fate : std::uint8_t { kStays, kUnused, kGone };
  struct State {
    Fate fate = Fate::kStays;
    bool has_inside = false;  ///< are there introductions inside?
    bool some_stay = false;   ///< do some of these stay?
  };
  struct Introduction {
    DerivedNames::Part part;
    std::string name;
    std::vector<NodeId> uses;
    NodeId list = kNoNode;     ///< of a local name: the list around it
    NodeId instead = kNoNode;  ///< of a local name: the token that may replace it
  };
  /// All uses of an introduction's name in order, and the index of the first after the
  /// introduction.
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

  std::vector<Introduction> all_;  ///< outer parts first; these may introduce nothing
};

}  // namespace grabr
