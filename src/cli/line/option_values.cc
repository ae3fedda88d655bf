#include "cli/line/option_values.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>

namespace grabr {
namespace {

constexpr double kMaxDuration_s = 1e9;  // some thirty years: nobody waits for a longer limit

/// Seconds in a unit; 0 if the name is not a unit.
double unit_s(std::string_view unit) {
  if (unit == "d") return 86400;
  if (unit == "h") return 3600;
  if (unit == "m" || unit == "min") return 60;
  if (unit == "s" || unit == "sec") return 1;
  if (unit == "ms") return .001;
  return 0;
}

std::string_view take_unit(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
  const std::string_view unit = text.substr(0, end);
  text.remove_prefix(end);
  return unit;
}

}  // namespace

std::optional<double> take_number(std::string_view& text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || !std::isfinite(number) || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return number;
}

std::optional<double> duration_s(std::string_view text) {
  double sum = 0;
  double before = std::numeric_limits<double>::infinity();
  do {
    const std::optional<double> number = take_number(text);
    if (!number) return std::nullopt;
    if (text.empty() && std::isinf(before)) return std::min(*number, kMaxDuration_s);
    const double unit = unit_s(take_unit(text));
    if (unit <= 0 || unit >= before) return std::nullopt;
    sum += *number * unit;
    before = unit;
  } while (!text.empty());
  return std::min(sum, kMaxDuration_s);
}

CLI::Validator duration() {
  const auto rewrite = [](std::string& word) {
    const std::optional<double> seconds = duration_s(word);
    if (!seconds) return word + " is not a time: expected 90 (seconds), 90s, 2m, 1h30m";
    std::ostringstream number;
    number << std::setprecision(std::numeric_limits<double>::max_digits10) << *seconds;
    word = number.str();
    return std::string();
  };
  return CLI::Validator(rewrite, "");
}

}  // namespace grabr
