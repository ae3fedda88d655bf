#include "grammar/failed_scans.h"

namespace grabr {
namespace {

constexpr std::size_t kLongInVain = 256;
constexpr std::size_t kStride = 64;
constexpr std::size_t kMostFailures = 1'000'000;

}  // namespace

ScanTable::Longest FailedScans::longest(const ScanTable& table, std::string_view text,
                                        std::size_t offset) {
  if (!active_) {
    const ScanTable::Longest longest = table.longest(text, offset);
    if (longest.read - longest.length < kLongInVain) return longest;
    active_ = true;
  }
  return scan(table, text, offset);
}

ScanTable::Longest FailedScans::scan(const ScanTable& table, std::string_view text,
                                     std::size_t offset) {
  ScanTable::Longest found;
  if (table.next.empty()) return found;
  passed_.clear();
  std::uint32_t row = table.start;
  for (std::size_t at = offset; at < text.size();) {
    const std::size_t before = at;
    row = table.step_at(row, text, at);
    if (row == Dfa::kDead) break;
    found.read = at - offset;
    if (row >= table.first_accepting) {
      found = {found.read, row, found.read};
      passed_.clear();
    } else if (before / kStride != at / kStride) {
      if (failed_.contains(key({row, at}))) break;
      passed_.emplace_back(row, at);
    }
  }
  for (const Place& place : passed_) {
    if (failed_.size() < kMostFailures) failed_.insert(key(place));
  }
  return found;
}

/// Of all places within one stride only the first one behind its begin is ever asked about, which is
/// up to three bytes further for a character of several bytes.
std::uint64_t FailedScans::key(const Place& place) {
  return std::uint64_t{place.first} << 32 | static_cast<std::uint32_t>(place.second);
}

}  // namespace grabr
