// "Did you mean": the nearest of the known words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grabr {

/// The candidate with the smallest edit distance (insert, delete, replace, swap neighbours) to
/// `word`, if that is at most a third of its length (and at least one edit is allowed); else empty.
/// A word of one letter resembles nothing. Ties go to the earlier candidate.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

}  // namespace grabr
