// Tested by tests/reduce/bytes_test.cc.
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "reduce/text/byte_passes.h"
#include "text/ascii.h"
#include "text/units.h"

namespace grabr {
namespace {

constexpr std::string_view kTargets = " 0Aa";  // of lowered_bytes
constexpr std::string_view kSimpler[] = {"[(])", "{(})", "{[}]"};
constexpr std::string_view kSpaces = " \t\n\r\v\f";

/// The longest runs of bytes for which `inside` holds.
template <class Inside>
std::vector<Splice> runs(std::string_view text, Inside inside) {
  std::vector<Splice> found;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!inside(text[at])) continue;
    if (!found.empty() && found.back().end == at) ++found.back().end;
    else found.push_back({at, at + 1, ""});
  }
  return found;
}

std::string_view text_of(std::string_view text, const Splice& place) {
  return text.substr(place.begin, place.end - place.begin);
}

/// Adds a patch that writes `by` at the place, if that is smaller than the text there.
void add_if_smaller(std::string_view text, const Splice& place, std::string by,
                    std::vector<Patch>& patches) {
  if (!shortlex_less(by, text_of(text, place))) return;
  patches.push_back({{place.begin, place.end, std::move(by)}});
}

/// The places of each identifier, in the order of the text.
std::vector<std::pair<std::string_view, std::vector<Splice>>> identifiers(std::string_view text) {
  std::vector<std::pair<std::string_view, std::vector<Splice>>> found;
  std::map<std::string_view, std::size_t> numbers;
  for (const Splice& word : runs(text, is_word)) {
    const std::string_view name = text_of(text, word);
    if (is_digit(name[0])) continue;
    const auto [at, added] = numbers.emplace(name, found.size());
    if (added) found.emplace_back(name, std::vector<Splice>());
    found[at->second].second.push_back(word);
  }
  return found;
}

Patch renamed(const std::vector<Splice>& places, std::string_view by) {
  Patch patch = places;
  for (Splice& splice : patch) splice.by = by;
  return patch;
}

/// a, b, … z, a0, … : the first that the text does not have.
class ShortNames {
 public:
  explicit ShortNames(std::set<std::string_view> taken) : taken_(std::move(taken)) {}

  std::string next() {
    for (;; ++number_) {
      std::string name(1, static_cast<char>('a' + number_ % 26));
      if (number_ >= 26) name += std::to_string(number_ / 26 - 1);
      if (taken_.contains(name)) continue;
      ++number_;
      return name;
    }
  }

 private:
  std::set<std::string_view> taken_;
  std::uint32_t number_ = 0;
};

}  // namespace

std::vector<Patch> white_space(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (const Splice& run : runs(text, [](char c) { return kSpaces.find(c) != kSpaces.npos; })) {
    const bool breaks = text_of(text, run).find('\n') != std::string_view::npos;
    add_if_smaller(text, run, breaks ? "\n" : " ", patches);
  }
  return patches;
}

std::vector<Patch> string_contents(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (const char quote : {'"', '\''}) {
    for (std::size_t at = text.find(quote); at != text.npos; at = text.find(quote, at)) {
      const std::size_t end = text.find_first_of(std::string{quote, '\n'}, at + 1);
      if (end == text.npos) break;
      if (text[end] == quote && end > at + 1) patches.push_back({{at + 1, end, ""}});
      at = end + 1;
    }
  }
  return patches;
}

/// v becomes v - ceil(v / 2^halvings): 0 at first, v - 1 in the end.
std::vector<Patch> lowered_integers(std::string_view text, std::uint32_t halvings) {
  std::vector<Patch> patches;
  for (const Splice& run : runs(text, is_digit)) {
    const std::string_view digits = text_of(text, run);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc()) value = std::numeric_limits<std::uint64_t>::max();
    if (value == 0 && digits.size() == 1) continue;
    const std::uint64_t rest = value >> halvings;
    const bool exact = halvings < 64 && rest << halvings == value;
    add_if_smaller(text, run, std::to_string(value - std::min(value, exact ? rest : rest + 1)),
                   patches);
  }
  return patches;
}

std::vector<Patch> falsey_tokens(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (const Splice& run : runs(text, is_word)) add_if_smaller(text, run, "0", patches);
  return patches;
}

/// Kind 0 renames to unused short names, beginning with the names that take most bytes in all. Kind
/// 1 renames to the name that occurs most often, if that is smaller.
std::vector<Patch> shorter_identifiers(std::string_view text, std::uint32_t kind) {
  auto names = identifiers(text);
  std::vector<Patch> patches;
  if (kind == 0) {
    std::set<std::string_view> taken;
    for (const auto& [name, places] : names) taken.insert(name);
    ShortNames free(std::move(taken));
    std::ranges::stable_sort(names, [](const auto& a, const auto& b) {
      return a.first.size() * a.second.size() > b.first.size() * b.second.size();
    });
    for (const auto& [name, places] : names) {
      if (name.size() == 1) continue;
      const std::string by = free.next();
      if (by.size() < name.size()) patches.push_back(renamed(places, by));
    }
    return patches;
  }
  const auto most =
      std::ranges::max_element(names, {}, [](const auto& entry) { return entry.second.size(); });
  for (const auto& [name, places] : names) {
    if (shortlex_less(most->first, name)) patches.push_back(renamed(places, most->first));
  }
  return patches;
}

/// Kind 0: sorts all lines; 1: swaps neighbours that are out of order.
std::vector<Patch> sorted_lines(std::string_view text, std::uint32_t kind) {
  std::vector<std::string_view> lines;
  for (const Span& line : split_units(text, Unit::kLines)) {
    if (text[line.end - 1] == '\n') lines.push_back(text.substr(line.begin, line.size()));
  }
  std::vector<Patch> patches;
  std::size_t begin = 0;
  for (std::size_t i = 0; kind == 1 && i + 1 < lines.size(); begin += lines[i++].size()) {
    if (lines[i + 1] >= lines[i]) continue;
    const std::size_t end = begin + lines[i].size() + lines[i + 1].size();
    patches.push_back({{begin, end, std::string(lines[i + 1]) + std::string(lines[i])}});
  }
  if (kind == 1 || std::ranges::is_sorted(lines)) return patches;
  std::ranges::sort(lines);
  std::string sorted;
  for (const std::string_view line : lines) sorted += line;
  const std::size_t size = sorted.size();
  return {{{0, size, std::move(sorted)}}};
}

std::vector<Patch> lowered_bytes(std::string_view text, std::uint32_t target) {
  const std::string by(1, kTargets[target]);
  std::vector<Patch> patches;
  for (std::size_t at = 0; at < text.size(); ++at) {
    add_if_smaller(text, {at, at + 1, ""}, by, patches);
  }
  return patches;
}

std::vector<Patch> simpler_brackets(std::string_view text, std::uint32_t kind) {
  const std::string_view change = kSimpler[kind];
  std::vector<Patch> patches;
  for (const BracketPair& pair : bracket_pairs(text)) {
    if (text[pair.open] != change[0]) continue;
    patches.push_back({{pair.open, pair.open + 1, std::string(1, change[1])},
                       {pair.close, pair.close + 1, std::string(1, change[3])}});
  }
  return patches;
}

}  // namespace grabr
