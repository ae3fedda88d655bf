// Builds the user's tree from a fast-engine derivation: lists as lists, optional parts as optional
// parts.
#pragma once

#include <memory>
#include <string_view>

#include "parse/earley/choice.h"
#include "parse/fast/derivation.h"
#include "parse/fast/token_table.h"
#include "tree/tree.h"

namespace grabr {

/// `tokens` are the grammar's tokens (rich) or nullptr (classic: the bytes of `text`). Consumes
/// both: parts of a large derivation, and its tokens, are freed as soon as they have become nodes.
Tree build_tree(const std::shared_ptr<const Grammar>& grammar, Derivation&& derivation,
                LoweredId start, EmptyDerivations& empty, std::string_view text,
                TokenTable* tokens);

}  // namespace grabr
