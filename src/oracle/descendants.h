// What a test leaves running: processes that left its session, found and ended.
#pragma once

#include <sys/types.h>

#include <vector>

namespace grabr {

/// While it lives (Linux), orphans among our descendants become our children instead of init's, so
/// that end_strays() finds them. Children that were there before are left alone. Meant for one
/// test at a time; elsewhere than on Linux only the test's process group can be ended.
class Adoption {
 public:
  Adoption();
  ~Adoption();
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

  /// Kills and reaps every new child, and what becomes our child by that; gives up after a second.
  void end_strays() const;

 private:
  std::vector<pid_t> before_;
  bool was_adopting_ = false;
  bool ignored_children_ = false;
};

}  // namespace grabr
