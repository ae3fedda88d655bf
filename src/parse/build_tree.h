// Chart → one derivation tree, the one the choice rule names.
#pragma once

#include <string_view>

#include "parse/choice.h"
#include "parse/tokens.h"
#include "tree/tree.h"

namespace grabr {

/// The chart must have accepted. `tokens` are the grammar's tokens (rich) or empty (classic, where
/// the chart's tokens are the bytes of `text`).
Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Chart& chart,
                std::string_view text, const Tokens& tokens, ParseOptions::Choice choice);

}  // namespace grabr
