// The head comments of the strategies' files, for `grabr strategies NAME`. src/reduce/essays.cmake
// makes the table at build time.
#pragma once

#include <string_view>

namespace grabr {

/// The head comment of a file of src/reduce, without its slashes; empty if it has none.
std::string_view essay_of(std::string_view file);

}  // namespace grabr
