// "Did you mean": finds the nearest known word.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grabr {

/// The candidate with the smallest edit distance (insert, delete, replace, swap neighbours) to
/// `word`, if that is at most a third of its length (but at least one edit is allowed); else empty.
/// A word of one letter resembles nothing. Ties go to the earlier candidate.
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

/// A hint for an unknown word: "did you mean NEAR?", or else `otherwise`.
std::string word_hint(std::string_view word, std::span<const std::string> known,
                      std::string_view otherwise);
/// The same, but otherwise the hint is "there are: ONE OTHER …".
std::string word_hint(std::string_view word, std::span<const std::string> known);

/// Throws Error(kInvalid): "invalid value 'X' for --style (keep, compact, pretty)", with the
/// nearest known value as a hint.
[[noreturn]] void refuse_value(std::string_view option, std::string_view value,
                               std::span<const std::string> known);

}  // namespace grabr
