// Writes as few bytes between the tokens of a text as possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reduce/problem.h"
#include "reduce/style/gaps.h"
#include "reduce/text/patches.h"

namespace grabr {

/// The shortest text of each gap, by the lexer alone; a parse may still find other tokens.
std::vector<std::string> compact_gaps(const Tree& tree, const Gaps& gaps);

/// The same as patches of the tree's text, which together do not change its tokens; none if that
/// would take too many repairs. `partial` tells whether the tree is a partial one.
std::vector<Patch> compact_patches(const Parser& parser, bool partial, const Tree& tree);

/// For a text without a grammar: patches that delete blanks at line ends and runs of blank lines.
std::vector<Patch> blank_patches(std::string_view text);

/// Makes the session's best text compact, or as much of it as still fails.
void compact(Session& session, const Problem& problem);

}  // namespace grabr
