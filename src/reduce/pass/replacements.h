// What may stand in the place of a node: smaller things that its symbol allows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reduce/pass/rewrites.h"
#include "reduce/pass/tree_editor.h"

namespace grabr {

/// Something with fewer tokens for a node: a node inside it, several, a text to make one from, or a
/// template of the grammar's.
struct Replacement {
  enum class Kind : std::uint8_t {
    kCheapest,
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

/// The smallest ones first, at most `most`; of more than that the smallest and the largest:
///   - its symbol's cheapest text (`0` for an expression, `;` for a statement);
///   - a descendant whose symbol fits the place (hoisting; GRABR's and Perses' replacement);
///   - the elements of a list inside it, where the node is an element of a list of the same kind;
///     of a list of another kind what fits of its elements (`module a; int b; int c; endmodule`
///     becomes `int b; int c;`);
///   - another expansion of its symbol, filled with what fits from inside it (GRABR's alternates),
///     and with cheapest texts where nothing does; of those with nothing from inside the smallest
///     kMostForms;
///   - what the templates of the grammar's hints make of it (reduce/pass/rewrites.h).
/// `weights`: of all nodes, as TreeEditor::weights gives them.
std::vector<Replacement> find_replacements(const TreeEditor& work, const Rewrites& rewrites,
                                           NodeId node, std::span<const std::uint32_t> weights,
                                           std::size_t most);

}  // namespace grabr
