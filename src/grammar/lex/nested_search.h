// The end of a nested text: a comment that may hold comments.
#pragma once

#include <cstddef>
#include <string_view>

#include "grammar/model/matcher.h"
#include "grammar/lex/scan_memory.h"

namespace grabr {

/// Where the nested text ends that was opened just before text[opened], or npos when it never does.
std::size_t nested_end(const Matcher& matcher, std::string_view text, std::size_t opened,
                       NestedMemory* memory);

}  // namespace grabr
