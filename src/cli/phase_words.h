// What a phase of a search does, in words for someone who has never heard of it.
#pragma once

#include <string>
#include <string_view>

namespace grabr {

/// "deleting parts" for "delete"; a name that is not in the table speaks for itself.
std::string phase_words(std::string_view phase);

}  // namespace grabr
