// The difference of two texts of one grammar as changes of parts of their derivation trees.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "reduce/diff/tree_outline.h"
#include "reduce/minimizer/minimize.h"
#include "tree/tree.h"

namespace grabr {

/// A place where two trees differ.
struct TreeChange {
  Span before;            ///< range of the first text; may be empty
  Span after;             ///< range of the second text; may be empty
  NodeId part = kNoNode;  ///< the node of the second tree, if the change inserts tokens
};

/// Tells which parts get a space between them if they would touch.
enum class KeepApart : std::uint8_t { kNothing, kWords, kEverything };

/// Adds a part of a text to another.
void append_part(std::string& text, std::string_view part, KeepApart apart);

/// The changes between two trees. Each replaces a part by one of the same kind, inserts or deletes
/// a list element, or changes skipped text between tokens that stay. All of them, in this order,
/// turn the first text into the second.
std::vector<TreeChange> tree_changes(const TreeOutline& before, const TreeOutline& after);

/// The tree to compare: a list view, which shows recursion as lists. Throws Error if the text is
/// not a sentence.
Tree tree_to_change(const Parser& parser, std::string_view text);

/// The changes as things: keeping none gives `before`, keeping all gives `after`; both are
/// sentences. Parts that would run together are kept apart by a space. The parser must outlive it.
RemovableList tree_change_list(const Parser& parser, std::string before, std::string after);

}  // namespace grabr
