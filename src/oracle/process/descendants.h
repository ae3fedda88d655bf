// What a test leaves running: processes that left its session, found and ended.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace grabr {

/// From here on orphans among our descendants become our children instead of init's (Linux).
void adopt_orphans();

/// While one of these lives, orphans among our descendants become our children.
class AdoptionOfOrphans {
 public:
  AdoptionOfOrphans();
  ~AdoptionOfOrphans();
  AdoptionOfOrphans(const AdoptionOfOrphans&) = delete;
  AdoptionOfOrphans& operator=(const AdoptionOfOrphans&) = delete;

  /// In a copy of the process, which never adopted any.
  void forget() { active_ = false; }

 private:
  bool active_ = true;
};

/// Kills and reaps every child of this process, and what becomes its child by that; gives up after
/// some seconds. For a process all of whose children belong to one test. Elsewhere than on Linux
/// only the test's process group can be ended.
void end_children();

/// Kills all processes, whoever their parents are, that were started for a test below `folder`:
/// those with a GRABR_FILE there in their environment. Reaps those of them that are our children.
/// Reads all of /proc: for accidents, not for every test.
void end_processes_of(const std::filesystem::path& folder);

}  // namespace grabr
