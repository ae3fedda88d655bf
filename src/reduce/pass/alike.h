// Parts of a tree that are of the same kind, in all places.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "reduce/pass/tree_editor.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// The kind of a deletable part: its symbol, and the rule in whose list or optional part it stands.
struct PartKind {
  SymbolId around = kNoSymbol;
  SymbolId part = kNoSymbol;
  auto operator<=>(const PartKind&) const = default;
};

struct AlikeParts {
  PartKind kind;
  std::vector<NodeId> parts;  ///< in order, none inside another
  std::size_t around = 0;     ///< the number of lists and other places they stand in
  std::uint64_t tokens = 0;
};

/// The parts below `roots` that may be deleted, by kind; kinds with most tokens first. Leaves out
/// roots, parts without tokens, `passed_over`, parts inside another part of their kind, and parts
/// with the same tokens as a part around them. Takes time proportional to the tree and the
/// logarithm of the number of kinds.
std::vector<AlikeParts> alike_parts(const TreeEditor& work, std::span<const NodeId> roots,
                                    const std::set<NodeId>& passed_over = {});

/// Tells when a search over a list of parts or names from many places does not pay: too many of
/// those decided stay, or many tests have freed little. A walk that tries single parts has more
/// success then, because it also tries the parts around them.
class Worthwhile {
 public:
  explicit Worthwhile(const TreeWork& work) : work_(work) { look(); }

  /// Call it after each part that stays. Once true, it stays true.
  bool is_over(std::size_t stay, std::size_t decided);
  bool is_over() const { return is_over_; }

 private:
  void look();

  const TreeWork& work_;
  std::uint64_t tests_ = 0;   ///< the tests made when it last paid
  std::uint64_t tokens_ = 0;  ///< the tokens left then
  bool is_over_ = false;
};

}  // namespace grabr
