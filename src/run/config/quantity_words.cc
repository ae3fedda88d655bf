// Tested by tests/run/quantity_words_test.cc.
#include "run/config/quantity_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "text/utf8.h"

namespace grabr {

std::string duration_text(double seconds) {
  const auto whole = static_cast<unsigned long long>(seconds);
  const auto text = [](unsigned long long number, const char* unit) {
    return std::to_string(number) + unit;
  };
  if (whole < 60) return text(whole, " s");
  if (whole < 3600) return text(whole / 60, " min ") + text(whole % 60, " s");
  return text(whole / 3600, " h ") + text(whole % 3600 / 60, " min");
}

namespace {

constexpr double kMinPercent = 1;
constexpr std::size_t kMaxLinesShown = 10;
constexpr std::size_t kMaxBytesShown = 500;

/// Rounds to two significant digits: 68750 → 69000.
double two_figures(double number) {
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / unit) * unit;
}

bool is_shown(char32_t character) {
  return character == '\n' || character == '\t' || !steers_display(character);
}

/// Is the text well-formed, with no invisible characters?
bool is_plain(std::string_view text) {
  if (!is_utf8(text)) return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_length(text, at);
    if (!is_shown(code_point_value(text.substr(at, length)))) return false;
    at += length;
  }
  return true;
}

}  // namespace

std::string so_many(std::uint64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::string agreeing(std::string_view edit) {
  std::string words(edit);
  for (const std::string_view plural : {" 1 tokens", " 1 nodes", " 1 names"}) {
    const std::size_t at = words.find(plural);
    if (at != std::string::npos) words.erase(at + plural.size() - 1, 1);
  }
  for (std::size_t at = 0; (at = words.find(" a ", at)) != std::string::npos; at += 3) {
    if (words.find_first_of("aeio", at + 3) == at + 3) words.insert(at + 2, "n");
  }
  return words;
}

std::string size_change(std::uint64_t before, std::uint64_t after) {
  const double whole = before > 0 ? static_cast<double>(before) : 1;
  const double percent = 100 * static_cast<double>(after) / whole;
  char share[60];
  if (after > 0 && percent < kMinPercent) {
    const double factor = two_figures(whole / static_cast<double>(after));
    std::snprintf(share, sizeof share, "%.0fx smaller", factor);
  } else {
    std::snprintf(share, sizeof share, "%.1f%%", percent);
  }
  return std::to_string(before) + " → " + std::to_string(after) + " bytes (" + share + ")";
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kKilo = 1000;
  const auto number = static_cast<double>(bytes);
  if (number < kKilo) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  const bool mega = number >= kKilo * kKilo;
  const double shown = number / (mega ? kKilo * kKilo : kKilo);
  char text[40];
  std::snprintf(text, sizeof text, shown < 10 ? "%.1f %s" : "%.0f %s", shown, mega ? "MB" : "kB");
  return text;
}

std::string shown_text(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  if (text.empty() || text.size() > kMaxBytesShown || lines > kMaxLinesShown || !is_plain(text))
    return {};
  std::string shown = "    ";
  for (const char c : text) {
    shown += c;
    if (c == '\n') shown += "    ";
  }
  return shown + '\n';
}

}  // namespace grabr
