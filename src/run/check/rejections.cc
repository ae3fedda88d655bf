// Tested by tests/cli/further_conditions_test.cc.
#include "run/check/rejections.h"

#include <algorithm>

#include "text/escape.h"

namespace grabr {
namespace {

constexpr std::size_t kShown = 60;  // characters of a command that are shown

}  // namespace

std::string words_on_rejections(const std::vector<Rejections>& rejections) {
  std::string words;
  for (const Rejections& by : rejections) {
    words += (words.empty() ? "rejected: " : ", ") + std::to_string(by.tests) + " by " +
             escaped(by.command, "", kShown);
  }
  return words;
}

void RejectionCount::on_test(const TestRecord& record) {
  const std::string& command = record.result.rejected_by;
  if (command.empty() || record.cached || record.number == 0) return;
  const auto known = std::find_if(found_.begin(), found_.end(),
                                  [&](const Rejections& by) { return by.command == command; });
  if (known == found_.end()) found_.push_back({command, 1});
  else ++known->tests;
}

std::vector<Rejections> RejectionCount::found() const {
  std::vector<Rejections> sorted = found_;
  std::sort(sorted.begin(), sorted.end(), [](const Rejections& a, const Rejections& b) {
    return a.tests != b.tests ? a.tests > b.tests : a.command < b.command;
  });
  return sorted;
}

}  // namespace grabr
