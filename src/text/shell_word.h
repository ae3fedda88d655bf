// Words as a POSIX shell reads them.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// One word for the shell, in single quotes where it needs them.
std::string shell_word(std::string_view text);

}  // namespace grabr
