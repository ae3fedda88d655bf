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
  Span before;            ///< of the first text; may be empty
  Span after;             ///< range of the second text; may be empty
  NodeId part = kNoNode;  ///< in the second tree, where tokens come in
};

/// What gets a space between it and what it would touch, where there is none.
enum class KeepApart : std::uint8_t { kNothing, kWords, kEverything };

/// Adds a part of a text to another.
void append_part(std::string& text, std::string_view part, KeepApart apart);

/// Each replaces a part by one of the same kind, or takes an element into a list or out of it, or
/// changes skipped text between tokens that stay. All of them, in this order, turn the first text
/// into the second.
std::vector<TreeChange> tree_changes(const TreeOutline& before, const TreeOutline& after);

/// The tree as parts are changed: recursion shown as lists. Throws Error if the text is no
/// sentence.
Tree tree_to_change(const Parser& parser, std::string_view text);

/// The changes as things: keeping none gives `before`, keeping all gives `after`; both are
/// sentences. Parts that would run together are kept apart by a space. The parser must outlive it.
RemovableList tree_change_list(const Parser& parser, std::string before, std::string after);

}  // namespace grabr
