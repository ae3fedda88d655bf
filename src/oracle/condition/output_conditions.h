// Conditions on a run's output: regular expressions that must match, or must not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition.h"

namespace grabr {

enum class OutputStream : std::uint8_t { kOutput, kErrors };

/// One for each expression; it must match if `wanted`, otherwise it must not. `key` names the
/// setting in messages (spelled()). Throws Error(kInvalid) for an invalid expression.
std::vector<Condition> search_conditions(std::string_view key,
                                         const std::vector<std::string>& expressions,
                                         OutputStream stream, bool wanted);

/// The first line of a text, in quotes, cut where it is long: 'a.c:1: error'.
std::string shown_first_line(std::string_view text);

}  // namespace grabr
