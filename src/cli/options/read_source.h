// A file that the user names on the command line; - is standard input.
#pragma once

#include <string>

#include "text/source.h"

namespace grabr {

/// UTF-16 is decoded. Throws Error(kInvalid) when the file cannot be read.
Source read_source(const std::string& file);

}  // namespace grabr
