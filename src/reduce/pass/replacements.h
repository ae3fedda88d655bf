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

/// At most `most` replacements, smallest first; if there are more, the smallest and the largest:
///   - its symbol's cheapest text (`0` for an expression, `;` for a statement);
///   - another token that is a text of its symbol alone, as the grammar's hints spell it (`""`),
///   where
///     a type asks for it;
///   - a descendant whose symbol fits the place (hoisting; GRABR's and Perses' replacement);
///   - for an element of a list: the elements of a list inside it, all if the lists are of the same
///     kind, else those that fit (`module a; int b; int c; endmodule` becomes `int b; int c;`);
///   - another expansion of its symbol, filled with nodes from inside it (GRABR's alternates) and
///     with cheapest texts where none fits (of a large node only those that keep half, and tokens);
///     of those with cheapest texts only the smallest kMaxOtherForms;
///   - what the templates of the grammar's hints make of it (reduce/pass/rewrites.h).
/// `weights`: of all nodes, from TreeEditor::weights.
std::vector<Replacement> find_replacements(const TreeEditor& work, const Rewrites& rewrites,
                                           NodeId node, std::span<const std::uint32_t> weights,
                                           std::size_t most);

}  // namespace grabr
