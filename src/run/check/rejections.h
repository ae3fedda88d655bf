// Which of several commands of a test (--and, --not) has said no how often: of those that ran, for
// the first "no" decides, and which is asked first is learnt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reduce/core/session.h"
#include "report/saved/report.h"

namespace grabr {

/// "rejected: 40 by the test, 12 by --and './valid @@'"; empty where none was.
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
