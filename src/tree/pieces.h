// A candidate as the unchanged stretches of its tree's text. Printing it takes time for the nodes
// above an edit, their children, and the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// Adjacent sibling nodes without an edit, whose tokens are contiguous in the tree's text; or a
/// single token.
struct Piece {
  NodeId first = kNoNode;
  std::uint32_t at = 0;     ///< of several nodes: index of the first among its siblings
  std::uint32_t count = 1;  ///< nodes
  bool whole = false;       ///< false: a single token that is printed on its own
};

/// The rest of a subtree after the edits, in order. In languages with layout, each node of a whole
/// piece closes the levels and brackets that it opens.
std::vector<Piece> pieces_of(const Tree& tree, NodeId root, std::span<const Edit> edits);

/// All tokens of a piece, in order.
std::vector<NodeId> tokens_in(const Tree& tree, const Piece& piece);

struct PieceEnd {
  NodeId token = kNoNode;  ///< the outermost token with a text; kNoNode: there is none
  bool passed = false;     ///< a token of the wanted symbol, without a text, is further out
};

/// The first token of a whole piece.
PieceEnd begin_of(const Tree& tree, const Piece& piece, SymbolId wanted = kNoSymbol);
/// The last token of a whole piece.
PieceEnd end_of(const Tree& tree, const Piece& piece, SymbolId wanted = kNoSymbol);

}  // namespace grabr
