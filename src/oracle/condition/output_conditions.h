// Conditions on what a run has written: regular expressions that have to match, or may not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oracle/condition/condition.h"

namespace grabr {

enum class OutputStream : std::uint8_t { kOutput, kErrors };

/// One for each expression. `key`: of the setting, for spelled(). Throws Error(kInvalid) for an
/// expression that cannot be read.
std::vector<Condition> search_conditions(std::string_view key,
                                         const std::vector<std::string>& expressions,
                                         OutputStream stream, bool wanted);

/// The first line of a text, in quotes, cut where it is long: 'a.c:1: error'.
std::string shown_first_line(std::string_view text);

}  // namespace grabr
