// Builds the tree of a derivation that is chosen step by step.
#pragma once

#include <memory>
#include <string_view>

#include "parse/earley/choice.h"
#include "parse/parse_options.h"
#include "parse/tokens/tokens.h"
#include "tree/tree.h"

namespace grabr {

/// The tree of `root`, each part expanded as `choose` decides. `tokens` are the grammar's tokens
/// (rich: positions are token numbers) or empty (classic: positions are offsets in `text`).
Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const LoweredGrammar& lowered,
                std::string_view text, const Tokens& tokens, const Part& root, Choose choose);

/// The tree of the whole input by the given choice. The chart must have accepted.
Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Chart& chart,
                std::string_view text, const Tokens& tokens, ParseOptions::Choice choice);

}  // namespace grabr
