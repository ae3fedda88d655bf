// Lengths of time as a user writes them: "90", "90s", "2m", "1h30m", "500ms".
#pragma once

#include <optional>
#include <string_view>

namespace CLI {
class Validator;
}

namespace grabr {

/// Parses a duration to seconds. A plain number counts seconds; with units (d, h, m, s, ms) there
/// may be several parts, larger units first. Nothing for anything else, and for negative numbers.
std::optional<double> duration_s(std::string_view text);

/// For option->transform(): replaces a duration by the number of seconds.
CLI::Validator duration();

}  // namespace grabr
