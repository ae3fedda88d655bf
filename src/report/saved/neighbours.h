// The tested neighbours of a result: smaller texts that differ from it in one place, with the
// test's answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reduce/core/session.h"
#include "text/hash.h"

namespace grabr {

/// In a text, bytes [begin, end) were replaced by others, in one stretch.
struct TextChange {
  std::size_t begin = 0, end = 0;
  std::string by;
};
/// The narrowest change from `from` to `to`; of equal ones, the last in the text.
TextChange change_between(std::string_view from, std::string_view to);

struct TriedNeighbour {
  TextChange change;                  ///< a change of the result
  std::string kind;                   ///< kind of edit: "deletion", …; empty: not known
  std::string outcome;                ///< as the trace names it; "protected": it may not be tested
  std::optional<std::uint64_t> test;  ///< number of its test; nothing: it was not tested
  std::string edit;                   ///< the edit in words; empty: not known
};

/// Removes changes that are not narrow, then the widest ones beyond the limit.
void keep_narrow(std::vector<TriedNeighbour>& neighbours, std::size_t most);

/// The number of the first test of each text.
class TestNumbers : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  std::optional<std::uint64_t> of(std::string_view text) const;

 private:
  std::unordered_map<Hash128, std::uint64_t> numbers_;
};

}  // namespace grabr
