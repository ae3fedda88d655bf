// What stands at the head of each strategy's file, for --explain. The table is made by
// src/reduce/essays.cmake when the program is built.
#pragma once

#include <string_view>

namespace grabr {

/// The comment that opens a file of src/reduce, without its slashes; empty when it has none.
std::string_view essay_of(std::string_view file);

}  // namespace grabr
