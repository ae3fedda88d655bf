// Counts how often each of a test's commands (--and, --not) rejected. Only commands that ran count:
// the first "no" decides, and the best order of the commands is learnt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reduce/core/session.h"
#include "report/saved/report.h"

namespace grabr {

/// "rejected: 40 by the test, 12 by --and './valid @@'"; empty if none rejected.
std::string words_on_rejections(const std::vector<Rejections>& rejections);

class RejectionCount : public Observer {
 public:
  void on_test(const TestRecord& record) override;
  /// The most frequent first.
  std::vector<Rejections> found() const;

 private:
  std::vector<Rejections> found_;
};

}  // namespace grabr
