// Says what a phase of a search does, for users who do not know its name.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// "deleting parts" for "delete"; a name that is not in the table is returned as it is.
std::string phase_words(std::string_view phase);

}  // namespace grabr
