// Parts of a tree that are of the same kind, wherever they stand.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "reduce/pass/tree_editor.h"
#include "reduce/pass/tree_work.h"

namespace grabr {

/// What makes deletable parts alike: what they are, and the rule in whose list or optional part
/// they stand.
struct PartKind {
  SymbolId around = kNoSymbol;
  SymbolId part = kNoSymbol;
  auto operator<=>(const PartKind&) const = default;
};

struct AlikeParts {
  PartKind kind;
  std::vector<NodeId> parts;  ///< in order, none inside another
  std::size_t around = 0;     ///< how many lists and other places they stand in
  std::uint64_t tokens = 0;
};

/// The parts below `roots` that may be deleted, by kind; kinds with most tokens first. Roots, parts
/// without tokens and `passed_over` are left out, then parts inside another of their kind, and
/// those that are all of another part: to delete them is the same. Takes time proportional to the
/// tree, but for the kinds' logarithm.
std::vector<AlikeParts> alike_parts(const TreeEditor& work, std::span<const NodeId> roots,
                                    const std::set<NodeId>& passed_over = {});

/// Tells when a search over a list of parts or names from many places does not pay: too many of
/// those decided stay, or many tests have freed little. A walk that asks about single ones has more
/// success then, as it also deletes what is around them.
class Worthwhile {
 public:
  explicit Worthwhile(const TreeWork& work) : work_(work) { look(); }

  /// To be asked after each one that stays; once it does not pay, it never does.
  bool is_over(std::size_t stay, std::size_t decided);
  bool is_over() const { return is_over_; }

 private:
  void look();

  const TreeWork& work_;
  std::uint64_t tests_ = 0;   ///< made when it was last seen to pay
  std::uint64_t tokens_ = 0;  ///< left then
  bool is_over_ = false;
};

}  // namespace grabr
