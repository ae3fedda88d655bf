// Longest match in time linear in the text, whatever the tokens are.
//
// Longest match reads on behind a token, in the hope of a longer one, and may read far in vain: with
// tokens `a` and `a*b` on "aaaa…" each token costs a walk to the end of the text. T. Reps ("'Maximal
// munch' tokenization in linear time", TOPLAS 1998) remembers from which state at which place no
// token was found, so that no second walk goes there. Here that is done only once a walk has been
// long in vain, which texts of people hardly ever cause, and only for every 64th place:
//
//   place      0 … 64 … 128 … 192 … end      first walk: (row 7, 64), (row 7, 128), … have failed
//                    ^ the second walk comes here in row 7 and ends: at most 64 steps too many
//
// Time is linear for a given automaton, memory an entry for each failed row at a 64th place, of
// which there is a largest number. Tested by failed_scans_test.cc and tests/check_large_inputs.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "grammar/scan_table.h"

namespace grabr {

/// What is known about one text and one table: not to be used for another.
class FailedScans {
 public:
  /// As ScanTable::longest.
  ScanTable::Longest longest(const ScanTable& table, std::string_view text, std::size_t offset);

  std::size_t size() const { return failed_.size(); }

 private:
  /// A row and how many bytes were read when it was reached.
  using Place = std::pair<std::uint32_t, std::size_t>;

  ScanTable::Longest scan(const ScanTable& table, std::string_view text, std::size_t offset);
  static std::uint64_t key(const Place& place);

  bool active_ = false;
  std::vector<Place> passed_;  // of the scan under way, since it accepted last
  std::unordered_set<std::uint64_t> failed_;
};

}  // namespace grabr
