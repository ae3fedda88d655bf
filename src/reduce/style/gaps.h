// A text as tokens and the gaps around them; a change of spacing changes only gaps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tree/tree.h"

namespace grabr {

/// The bytes before a token, or at the end of the text, that belong to no token.
struct Gap {
  NodeId left = kNoNode;  ///< the tokens beside it; kNoNode at the ends of the text
  NodeId right = kNoNode;
  Span span;                    ///< in the text
  bool begins_line = false;     ///< in grammars with layout: a logical line begins after it
  std::uint32_t depth = 0;      ///< in grammars with layout: the number of open INDENTs
  bool ends_statement = false;  ///< it has an automatic token with a meaning
};

/// Tokens with a text in order, and the gaps: one before each, and one at the end.
struct Gaps {
  std::vector<NodeId> tokens;
  std::vector<Gap> gaps;
};

/// The gaps of a tree that was parsed and not edited.
Gaps gaps_of(const Tree& tree);

/// The tokens of the tree with these texts in the gaps.
std::string with_gaps(const Tree& tree, const Gaps& gaps, std::span<const std::string> texts);

/// The pieces of a skipped text: each comment or the like, and the white space between them.
std::vector<std::string_view> skipped_pieces(const Grammar& grammar, std::string_view skipped);

bool is_blank(std::string_view text);

/// Does an automatic token in the gap have a meaning? Before a closing bracket it has none.
bool ends_statement(const Tree& tree, const Gap& gap);

/// Do the trees have the same tokens, including automatic tokens that have a meaning?
bool same_tokens(const Tree& left, const Tree& right);

}  // namespace grabr
