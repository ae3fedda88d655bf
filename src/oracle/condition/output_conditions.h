// The output of a run in messages.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// The first line of a text, in quotes, cut where it is long: 'a.c:1: error'.
std::string shown_first_line(std::string_view text);

}  // namespace grabr
