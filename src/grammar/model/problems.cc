#include "grammar/model/problems.h"

#include <algorithm>

namespace grabr {
namespace {

/// Length of the escape at `at` in the file, and of the text it stands for.
struct Escape {
  std::uint32_t written = 2;
  std::uint32_t means = 1;
};

std::uint32_t hex_value(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return value;
}

Escape escape_at(std::string_view file, std::size_t at) {
  if (file[at + 1] != 'u') return {};
  const std::uint32_t unit = hex_value(file.substr(at + 2, 4));
  if (unit >= 0xD800 && unit < 0xDC00) return {12, 4};  // a surrogate pair
  if (unit < 0x80) return {6, 1};
  return {6, unit < 0x800 ? 2U : 3U};
}

}  // namespace

PlacedText::PlacedText(std::string text, std::string_view file, Span literal)
    : text_(std::move(text)) {
  places_.clear();
  places_.reserve(text_.size() + 1);
  std::uint32_t at = literal.begin + 1;
  while (at + 1 < literal.end) {
    const Escape step = file[at] == '\\' ? escape_at(file, at) : Escape{1, 1};
    places_.insert(places_.end(), step.means, at);
    at += step.written;
  }
  places_.push_back(literal.end - 1);
  places_.resize(text_.size() + 1, literal.end - 1);
}

Span PlacedText::span(std::size_t begin, std::size_t end) const {
  const Span found{places_[begin], places_[end]};
  if (begin == end || found.end > found.begin) return found;
  // A piece of an escape maps to the whole escape.
  const auto next = std::upper_bound(places_.begin(), places_.end(), found.begin);
  return {found.begin, next == places_.end() ? found.begin : *next};
}

PlacedText PlacedText::part(std::size_t begin, std::size_t end) const {
  PlacedText result;
  result.text_ = text_.substr(begin, end - begin);
  result.places_.assign(places_.begin() + static_cast<std::ptrdiff_t>(begin),
                        places_.begin() + static_cast<std::ptrdiff_t>(end) + 1);
  return result;
}

void PlacedText::replace(std::size_t begin, std::size_t end, std::string_view by) {
  const std::uint32_t place = places_[begin];
  text_.replace(begin, end - begin, by);
  const auto first = places_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto at = places_.erase(first, places_.begin() + static_cast<std::ptrdiff_t>(end));
  places_.insert(at, by.size(), place);
}

void PlacedText::append(const PlacedText& more) {
  text_ += more.text_;
  places_.pop_back();
  places_.insert(places_.end(), more.places_.begin(), more.places_.end());
}

}  // namespace grabr
