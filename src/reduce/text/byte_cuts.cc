// Tested by tests/reduce/bytes_test.cc.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "reduce/text/byte_passes.h"
#include "text/units.h"

namespace grabr {
namespace {

constexpr std::string_view kLineComments[] = {"//", "#", "--", ";;"};
constexpr std::size_t kNgrams[] = {16, 8, 6, 5, 4, 3, 2};
constexpr std::size_t kFrequent = 8;
constexpr std::size_t kMaxRunBytes = 10;
/// Larger texts have a patch for nearly every byte: too many to try, and hundreds of megabytes.
constexpr std::size_t kMaxTextBytes = 256 * 1024;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

Patch cut(std::size_t begin, std::size_t end) { return {{begin, end, ""}}; }

template <class MakePatch>
std::vector<Patch> at_depth(std::string_view text, std::uint32_t depth, MakePatch make) {
  std::vector<Patch> patches;
  for (const BracketPair& pair : bracket_pairs(text)) {
    if (pair.depth == depth) patches.push_back(make(pair));
  }
  return patches;
}

}  // namespace

std::vector<BracketPair> bracket_pairs(std::string_view text) {
  constexpr std::string_view kOpen = "([{";
  constexpr std::string_view kClose = ")]}";
  std::array<std::size_t, 3> open_of_kind = {};
  struct Open {
    std::size_t place, kind;
  };
  std::vector<Open> open;
  std::vector<BracketPair> pairs;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const std::size_t kind = kOpen.find(text[at]); kind != kOpen.npos) {
      open.push_back({at, kind});
      ++open_of_kind[kind];
    } else if (const std::size_t closed = kClose.find(text[at]); closed != kClose.npos) {
      for (bool found = open_of_kind[closed] == 0; !found; open.pop_back()) {
        --open_of_kind[open.back().kind];
        found = open.back().kind == closed;
        if (found) pairs.push_back({open.back().place, at, 0});
      }
    }
  }
  std::ranges::sort(pairs, {}, &BracketPair::open);
  std::vector<std::size_t> around;
  for (BracketPair& pair : pairs) {
    while (!around.empty() && around.back() < pair.open) around.pop_back();
    pair.depth = static_cast<std::uint32_t>(around.size());
    around.push_back(pair.close);
  }
  return pairs;
}

std::vector<Patch> line_comments(std::string_view text, std::uint32_t kind) {
  std::vector<Patch> patches;
  for (const Span& line : split_units(text, Unit::kLines)) {
    std::string_view content = text.substr(line.begin, line.size());
    if (content.ends_with('\n')) content.remove_suffix(1);
    const std::size_t at = content.find(kLineComments[kind]);
    if (at != content.npos) patches.push_back(cut(line.begin + at, line.begin + content.size()));
  }
  return patches;
}

std::vector<Patch> block_comments(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (std::size_t at = text.find("/*"); at != text.npos; at = text.find("/*", at)) {
    const std::size_t end = text.find("*/", at + 2);
    if (end == text.npos) break;
    patches.push_back(cut(at, end + 2));
    at = end + 2;
  }
  return patches;
}

std::vector<Patch> hollow_brackets(std::string_view text, std::uint32_t depth) {
  std::vector<Patch> patches =
      at_depth(text, depth, [](const BracketPair& pair) { return cut(pair.open + 1, pair.close); });
  std::erase_if(patches, [](const Patch& patch) { return patch[0].begin == patch[0].end; });
  return patches;
}

std::vector<Patch> bracket_groups(std::string_view text, std::uint32_t depth) {
  return at_depth(text, depth, [text](const BracketPair& pair) {
    std::size_t begin = pair.open;
    while (begin > 0 && (is_blank(text[begin - 1]) || text[begin - 1] == '\n')) --begin;
    return cut(begin, pair.close + 1);
  });
}

std::vector<Patch> lifted_brackets(std::string_view text, std::uint32_t depth) {
  return at_depth(text, depth, [](const BracketPair& pair) {
    return Patch{{pair.open, pair.open + 1, ""}, {pair.close, pair.close + 1, ""}};
  });
}

/// Replaces a bracket group by one directly inside it.
std::vector<Patch> hoisted_groups(std::string_view text, std::uint32_t depth) {
  std::vector<Patch> patches;
  const BracketPair* outer = nullptr;
  const std::vector<BracketPair> pairs = bracket_pairs(text);
  for (const BracketPair& pair : pairs) {
    if (pair.depth == depth) outer = &pair;
    if (pair.depth != depth + 1 || outer == nullptr || pair.open > outer->close) continue;
    patches.push_back({{outer->open, pair.open, ""}, {pair.close + 1, outer->close + 1, ""}});
  }
  return patches;
}

/// Deletes elements that end with a comma or semicolon and have `depth` bracket pairs around them.
/// The last element is deleted with the separator before it.
std::vector<Patch> list_elements(std::string_view text, std::uint32_t depth) {
  std::vector<Patch> patches;
  const auto split = [&](std::size_t begin, std::size_t end, auto skip) {
    std::size_t element = begin;
    for (std::size_t at = begin; at < end; at = skip(at)) {
      if (text[at] != ',' && text[at] != ';') continue;
      patches.push_back(cut(element, at + 1));
      element = at + 1;
    }
    if (element > begin && element < end) patches.push_back(cut(element - 1, end));
  };
  const std::vector<BracketPair> pairs = bracket_pairs(text);
  std::map<std::size_t, std::size_t> closes;
  for (const BracketPair& pair : pairs) {
    if (pair.depth == depth) closes[pair.open] = pair.close;
  }
  const auto skip = [&](std::size_t at) {
    const auto group = closes.find(at);
    return group == closes.end() ? at + 1 : group->second + 1;
  };
  if (depth == 0) split(0, text.size(), skip);
  for (const BracketPair& pair : pairs) {
    if (pair.depth + 1 == depth) split(pair.open + 1, pair.close, skip);
  }
  return patches;
}

std::vector<Patch> duplicate_lines(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  std::set<std::string_view> seen;
  for (const Span& line : split_units(text, Unit::kLines)) {
    if (seen.insert(text.substr(line.begin, line.size())).second) continue;
    patches.push_back(cut(line.begin, line.end));
  }
  return patches;
}

std::vector<Patch> single_lines(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (const Span& line : split_units(text, Unit::kLines)) {
    patches.push_back(cut(line.begin, line.end));
  }
  return patches;
}

std::vector<Patch> indents(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  for (const Span& line : split_units(text, Unit::kLines)) {
    std::size_t end = line.begin;
    while (end < line.end && is_blank(text[end])) ++end;
    if (end > line.begin) patches.push_back(cut(line.begin, end));
  }
  return patches;
}

std::vector<Patch> token_runs(std::string_view text, std::uint32_t size_less_one) {
  const std::vector<Span> tokens = split_units(text, Unit::kTokens);
  std::vector<Patch> patches;
  for (std::size_t i = 0; i + size_less_one < tokens.size(); ++i) {
    patches.push_back(cut(tokens[i].begin, tokens[i + size_less_one].end));
  }
  return patches;
}

/// Cuts from a byte to just before the next one with the same value.
std::vector<Patch> byte_spans(std::string_view text, std::uint32_t) {
  std::vector<Patch> patches;
  if (text.size() > kMaxTextBytes) return patches;
  std::array<std::size_t, 256> last;
  last.fill(text.npos);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t& before = last[static_cast<unsigned char>(text[at])];
    if (before != text.npos) patches.push_back(cut(before, at));
    before = at;
  }
  return patches;
}

/// Deletes all occurrences of a frequent n-gram of bytes at once.
std::vector<Patch> frequent_ngrams(std::string_view text, std::uint32_t kind) {
  if (text.size() > kMaxTextBytes) return {};
  const std::size_t size = kNgrams[kind];
  std::map<std::string_view, Patch> places;
  for (std::size_t at = 0; at + size <= text.size(); ++at) {
    Patch& found = places[text.substr(at, size)];
    if (found.empty() || found.back().end <= at) found.push_back({at, at + size, ""});
  }
  std::vector<Patch> patches;
  for (auto& [ngram, found] : places) {
    if (found.size() >= kFrequent) patches.push_back(std::move(found));
  }
  std::ranges::stable_sort(patches, {}, [](const Patch& patch) { return patch[0].begin; });
  return patches;
}

std::vector<Patch> byte_runs(std::string_view text, std::uint32_t ten_less_size) {
  const std::size_t size = kMaxRunBytes - ten_less_size;
  std::vector<Patch> patches;
  if (text.size() > kMaxTextBytes) return patches;
  for (std::size_t at = 0; at + size <= text.size(); ++at) patches.push_back(cut(at, at + size));
  return patches;
}

}  // namespace grabr
