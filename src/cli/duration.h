// Lengths of time as a user writes them: "90", "90s", "2m", "1h30m", "500ms".
#pragma once

#include <optional>
#include <string_view>

namespace CLI {
class Validator;
}

namespace grabr {

/// Seconds. A plain number counts seconds; with units (d, h, m, s, ms) several parts may follow one
/// another, larger units first. Nothing for anything else, and for what is below 0.
std::optional<double> duration_s(std::string_view text);

/// For option->transform(): the number of seconds takes the place of what was written.
CLI::Validator duration();

}  // namespace grabr
