// Finds the end of a nested token, such as a comment that may contain comments.
#pragma once

#include <cstddef>
#include <string_view>

#include "grammar/lex/scan_memory.h"
#include "grammar/model/matcher.h"

namespace grabr {

/// The end of the nested token opened just before text[opened], or npos if it has none.
std::size_t nested_end(const Matcher& matcher, std::string_view text, std::size_t opened,
                       NestedMemory* memory);

}  // namespace grabr
