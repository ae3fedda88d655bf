// A pass counts openers and closers. It is linear if it succeeds, since the text found is a token
// and not read again; but in "/*/*/*/*…" each opener would be followed to the end of the file in
// vain.
//
// The openers and closers after a place do not depend on where the pass began. So a failing pass
// records, at the first place it visits in each block of 32 bytes, how many of the openers still
// open there are closed later. A later pass that reaches such a place with a greater depth also
// fails, and can stop. Passes begun at different places may visit different offsets ("((((", read
// in steps of two), but no more than an opener has bytes, and all leave records: linear in total.
// Tested by matcher_test.cc against counting without memory.
#include "grammar/lex/matcher_search.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "grammar/lex/scan_table.h"

namespace grabr {
namespace {

constexpr std::size_t kBlock = 32;

struct Visit {
  std::uint32_t place = 0;
  std::uint32_t depth = 0;
  std::uint32_t lowest = 0;  ///< depth from here to the next visit
};

/// After a failed pass: from its last visit on, the depth never fell below `lowest`.
void remember(const std::vector<Visit>& visits, std::uint32_t lowest, NestedMemory& memory) {
  for (auto visit = visits.rbegin(); visit != visits.rend(); ++visit) {
    lowest = std::min(lowest, visit->lowest);
    memory.closed_after.emplace(visit->place, visit->depth - lowest);
  }
}

}  // namespace

std::size_t nested_end(const Matcher& matcher, std::string_view text, std::size_t opened,
                       NestedMemory* memory) {
  const bool open_first = matcher.open.size() > matcher.close.size();
  const auto next_is = [&](std::string_view what, std::size_t at) {
    return text[at] == what[0] && text.compare(at, what.size(), what) == 0;
  };
  std::vector<Visit> visits;
  std::size_t block = text.size();
  std::uint32_t depth = 1;
  for (std::size_t at = opened; at < text.size();) {
    if (memory != nullptr && at / kBlock != block) {
      block = at / kBlock;
      const auto place = static_cast<std::uint32_t>(at);
      const auto known = memory->closed_after.find(place);
      if (known != memory->closed_after.end() && depth > known->second) {
        remember(visits, depth - known->second, *memory);
        bytes_scanned += at - opened;
        return std::string_view::npos;
      }
      visits.push_back({place, depth, depth});
    }
    const bool opens = next_is(matcher.open, at);
    const bool closes = next_is(matcher.close, at);
    if (opens && (open_first || !closes)) {
      ++depth;
      at += matcher.open.size();
    } else if (closes) {
      at += matcher.close.size();
      if (--depth == 0) {
        bytes_scanned += at - opened;
        return at;
      }
      if (!visits.empty()) visits.back().lowest = std::min(visits.back().lowest, depth);
    } else {
      ++at;
    }
  }
  bytes_scanned += text.size() - opened;
  if (memory != nullptr) remember(visits, depth, *memory);
  return std::string_view::npos;
}

namespace {

template <class Memory>
Memory& of_matcher(std::vector<Memory>& memories, std::uint32_t number) {
  if (memories.size() <= number) memories.resize(number + 1);
  return memories[number];
}

}  // namespace

MatcherSearch::MatcherSearch(const Matcher& matcher, std::uint32_t number)
    : matcher_(matcher), number_(number) {
  if (matcher.kind != Matcher::Kind::kNested) delimiter_.emplace(matcher);
}

std::size_t MatcherSearch::end(std::string_view text, std::size_t begin, std::size_t opened,
                               ScanMemory* memory) const {
  if (delimiter_) {
    return delimiter_->end(text, begin, opened,
                           memory ? &of_matcher(memory->delimiters, number_) : nullptr);
  }
  return nested_end(matcher_, text, opened,
                    memory ? &of_matcher(memory->nested, number_) : nullptr);
}

std::string MatcherSearch::shortest_text(const std::string& opener) const {
  return opener + (delimiter_ ? delimiter_->shortest_end(opener) : matcher_.close);
}

}  // namespace grabr
