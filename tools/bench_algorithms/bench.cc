#include "bench.h"

#include <algorithm>

namespace bench {

Things Random::choose(std::uint32_t count, std::uint32_t end) {
  std::vector<bool> chosen(end);
  for (std::uint32_t left = std::min(count, end); left > 0;) {
    const std::uint32_t number = below(end);
    if (chosen[number]) continue;
    chosen[number] = true;
    --left;
  }
  Things things;
  for (std::uint32_t i = 0; i < end; ++i) {
    if (chosen[i]) things.push_back(i);
  }
  return things;
}

Things Random::choose_runs(std::uint32_t count, std::uint32_t end) {
  constexpr std::uint32_t kRun = 8;
  const std::uint32_t runs = (count + kRun - 1) / kRun;
  const Things gaps = choose(runs, end - count + runs);  // where runs of one place would stand
  Things things;
  for (std::uint32_t i = 0; i < runs; ++i) {
    const std::uint32_t length = count / runs + (i < count % runs ? 1 : 0);
    const std::uint32_t begin = gaps[i] - i + static_cast<std::uint32_t>(things.size());
    for (std::uint32_t k = 0; k < length; ++k) things.push_back(begin + k);
  }
  return things;
}

bool Failure::holds(const std::vector<bool>& there) const {
  const auto is_there = [&](std::uint32_t i) { return there[i]; };
  if (!std::all_of(needed.begin(), needed.end(), is_there)) return false;
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Things& those = references[i];
    if (there[i] && !std::all_of(those.begin(), those.end(), is_there)) return false;
  }
  return true;
}

std::vector<bool> things_in(std::string_view text, std::size_t count) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::vector<bool> there(count);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at])) continue;
    std::size_t number = 0;
    for (; at < text.size() && is_digit(text[at]); ++at) {
      number = number * 10 + static_cast<std::size_t>(text[at] - '0');
    }
    if (number < count) there[number] = true;
  }
  return there;
}

std::string cell(double measured, double published) {
  char text[64];
  if (measured == 0) {
    std::snprintf(text, sizeof text, published == 0 ? "-" : "-/%.0f", published);
  } else if (published == 0) {
    std::snprintf(text, sizeof text, "%.0f", measured);
  } else {
    std::snprintf(text, sizeof text, "%.0f/%.0f %.2f", measured, published, measured / published);
  }
  return text;
}

}  // namespace bench
