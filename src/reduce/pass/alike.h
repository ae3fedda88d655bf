// Parts of a tree that are of the same kind, wherever they stand.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "reduce/pass/tree_editor.h"

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
/// without tokens and `passed_over` are left out, and then parts inside another of their kind.
/// Takes time proportional to the tree, but for the kinds' logarithm.
std::vector<AlikeParts> alike_parts(const TreeEditor& work, std::span<const NodeId> roots,
                                    const std::set<NodeId>& passed_over = {});

/// Whether a list of parts or names from many places is to be left, as so many of those decided
/// stay: then questions about several of them are mostly in vain, and a walk that asks about single
/// ones has more success, as it also deletes what is around them.
bool too_many_stay(std::size_t stay, std::size_t decided);

}  // namespace grabr
