// Where a page goes.
#pragma once

#include <string>

namespace grabr {

/// To the file, and its size to standard error; "-": to standard output.
void write_page(const std::string& path, const std::string& page);

}  // namespace grabr
