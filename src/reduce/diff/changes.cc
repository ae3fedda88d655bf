// The changes that turn one text into the other, unit by unit (text/diff.h). A run that replaces
// three lines by five becomes three replacements and two insertions, so that parts of it can be
// kept.
//
//   a b c → a x y c, in lines: replace b by x; insert y. Only the second kept: a b y c.
//
// Tested by tests/reduce/changes_test.cc.
#include "reduce/diff/changes.h"

#include <algorithm>
#include <memory>
#include <string>

#include "text/diff.h"

namespace grabr {
namespace {

/// Cuts runs into changes of one unit each.
std::vector<Change> single_changes(const std::vector<Change>& runs) {
  std::vector<Change> singles;
  const auto unit = [](const Span& run, std::uint32_t i) {
    return Span{std::min(run.begin + i, run.end), std::min(run.begin + i + 1, run.end)};
  };
  for (const Change& run : runs) {
    const std::uint32_t most = std::max(run.before.size(), run.after.size());
    for (std::uint32_t i = 0; i < most; ++i) {
      singles.push_back({unit(run.before, i), unit(run.after, i)});
    }
  }
  return singles;
}

struct Changes {
  std::vector<std::string_view> before;
  std::vector<std::string_view> after;
  std::vector<Change> all;

  std::string applied(const Kept& kept) const {
    std::string text;
    std::size_t at = 0;
    for (const std::uint32_t i : kept) {
      const Change& change = all[i];
      for (; at < change.before.begin; ++at) text += before[at];
      for (std::size_t j = change.after.begin; j < change.after.end; ++j) text += after[j];
      at = change.before.end;
    }
    for (; at < before.size(); ++at) text += before[at];
    return text;
  }
};

}  // namespace

RemovableList change_list(std::string_view before, std::string_view after, Unit unit) {
  const auto changes = std::make_shared<Changes>();
  changes->before = unit_texts(before, unit);
  changes->after = unit_texts(after, unit);
  changes->all = single_changes(shortest_changes(changes->before, changes->after));
  RemovableList list;
  list.count = static_cast<std::uint32_t>(changes->all.size());
  list.things = "changes";
  list.render = [changes](const Kept& kept) { return Candidate{changes->applied(kept), ""}; };
  return list;
}

}  // namespace grabr
