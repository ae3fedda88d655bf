// Finds and kills processes that a test leaves running, including those that left its session.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace grabr {

/// From here on, orphaned descendants become our children instead of init's (Linux).
void adopt_orphans();

/// While one of these exists, orphaned descendants become our children.
class AdoptionOfOrphans {
 public:
  AdoptionOfOrphans();
  ~AdoptionOfOrphans();
  AdoptionOfOrphans(const AdoptionOfOrphans&) = delete;
  AdoptionOfOrphans& operator=(const AdoptionOfOrphans&) = delete;

  /// For a forked copy, which has not adopted any.
  void forget() { active_ = false; }

 private:
  bool active_ = true;
};

/// Kills and reaps all children of this process, and those it inherits while doing so; gives up
/// after some seconds. For a process whose children all belong to one test. On systems other than
/// Linux only the test's process group can be killed.
void end_children();

/// Kills every process, whoever its parent, that was started for a test below `folder`, i.e. whose
/// GRABR_FILE environment variable points there; reaps those that are our children. Reads all of
/// /proc, so use it after accidents, not for every test.
void end_processes_of(const std::filesystem::path& folder);

}  // namespace grabr
