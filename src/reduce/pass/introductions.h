// Parts that only introduce a name, such as imports (hints.introduces), and what uses it. Some
// languages refuse an import that nothing uses, so the last use and the import go only together.
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
  explicit Introductions(const Tree& tree);

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
  };

  std::vector<State> states_after(const Tree& tree, std::span<const Edit> edits) const;

  std::vector<Introduction> all_;  ///< those around others first, which may introduce nothing
};

}  // namespace grabr
