// Finds smaller replacements for a node that are valid in its place.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reduce/pass/rewrites.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

/// A replacement with fewer tokens than the node: one node inside it, several, a text to parse, or
/// a template of the grammar.
struct Replacement {
  enum class Kind : std::uint8_t {
    kCheapest,
    kValue,
    kDescendant,
    kSplice,
    kAlternate,
    kOtherForm,
    kTemplate
  };
  Kind kind = Kind::kCheapest;
  std::uint32_t tokens = 0;
  NodeId by = kNoNode;
  std::vector<NodeId> parts = {};  ///< kSplice: several nodes inside it instead of one
  std::string text = {};
  std::optional<Rewrite> rewrite = {};  ///< kTemplate
  std::string words = {};               ///< "replace a by …"
};

/// Finds at most `most` replacements, smallest first; if there are more, the smallest and the
/// largest:
///   - its symbol's cheapest text (`0` for an expression, `;` for a statement);
///   - one of the simplest texts in the grammar's hints (`""`), if its token fits in the place;
///   - a descendant whose symbol fits the place (hoisting; GRABR's and Perses' replacement);
///   - for an element of a list: the elements of a list inside it, all if the lists are of the same
///     kind, else the elements that fit (`module a; int b; int c; endmodule` → `int b; int c;`);
///   - another expansion of its symbol, filled with nodes from inside it (GRABR's alternates) and
///     with cheapest texts where none fits (for a large node only single tokens and expansions
///     that keep half of it); with cheapest texts alone only the smallest kMaxOtherForms;
///   - the results of the templates in the grammar's hints (reduce/pass/rewrites.h).
/// `weights`: of all nodes, from TreeEditor::weights.
std::vector<Replacement> find_replacements(const TreeEditor& work, const Rewrites& rewrites,
                                           NodeId node, std::span<const std::uint32_t> weights,
                                           std::size_t most);

}  // namespace grabr
