// Values of options: checks that add no note to the help and give readable messages; and durations
// as a user writes them: "90", "90s", "2m", "1h30m", "500ms".
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace grabr {

/// `wanted` ends the message "WORD is not …".
template <typename Number>
CLI::Validator checked(const char* wanted, Number most = std::numeric_limits<Number>::max(),
                       Number least = 0) {
  const auto complaint = [wanted, most, least](const std::string& word) {
    Number number = 0;
    const bool read = !word.starts_with('-') && CLI::detail::lexical_cast(word, number);
    return read && number >= least && number <= most ? std::string() : word + " is not " + wanted;
  };
  return CLI::Validator(complaint, "");
}

/// A validator for a file or folder: rejects "-", which elsewhere means standard output.
inline CLI::Validator no_dash() {
  const auto complaint = [](const std::string& word) {
    return word == "-" ? std::string(
                             "- is not allowed: this cannot go to standard output (./- is a "
                             "file of that name)")
                       : std::string();
  };
  return CLI::Validator(complaint, "");
}

inline CLI::Validator whole_number() { return checked<std::uint64_t>("a whole number from 0 up"); }

/// Removes a number from the front of the text: finite, not negative.
std::optional<double> take_number(std::string_view& text);

/// Parses a duration to seconds, 1e9 at most. A plain number counts seconds; with units (d, h, m,
/// s, ms) there may be several parts, larger units first. Nothing for anything else, and for
/// negative numbers.
std::optional<double> duration_s(std::string_view text);

/// For option->transform(): replaces a duration by the number of seconds.
CLI::Validator duration();

}  // namespace grabr
