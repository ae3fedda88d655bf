// The lines of a preprocessor's conditionals, found by their keywords, which languages share: a
// token that is a sign and if…, el… or endif (#ifdef, `ifndef, %elif).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tree/tree.h"

namespace grabr {

enum class ConditionalWord : std::uint8_t { kNone, kOpens, kDivides, kCloses };

ConditionalWord conditional_word(std::string_view token);

/// The conditionals all of whose lines are among these nodes, which are in order. Each is a list of
/// indices, from the line that opens it to the one that closes it.
std::vector<std::vector<std::uint32_t>> conditionals_among(const Tree& tree,
                                                           std::span<const NodeId> nodes);

}  // namespace grabr
