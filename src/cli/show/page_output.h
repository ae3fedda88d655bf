// Writes an HTML page.
#pragma once

#include <string>

namespace grabr {

/// Writes the page to a file and prints its size on standard error; "-": to standard output.
void write_page(const std::string& path, const std::string& page);

}  // namespace grabr
