// Which files results of ours are in, so that nobody else's is replaced.
//
// Before a result is written, a hash of it and the name it gets are appended to a record in the
// folder of kept answers. A file of the name that results get by themselves, with contents that are
// not on record, is somebody else's: it is moved out of the way first. So the same call goes on
// after a kill at any moment, and what a person has changed in a result is kept.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "run/config.h"
#include "run/listener.h"

namespace grabr {

class WrittenOutputs {
 public:
  /// `folder`: of kept answers; may not exist yet.
  explicit WrittenOutputs(const std::filesystem::path& folder);

  /// Is what stands in the file on record, or nothing at all?
  bool has_written(const std::filesystem::path& file) const;
  /// To be called before `text` is written to the file. What cannot be kept is passed over: then a
  /// later run moves the file out of the way.
  void note(const std::filesystem::path& file, std::string_view text) const;

 private:
  std::filesystem::path record_;
};

/// Moves a file that is not ours from where a result is to be written, to FILE.orig or, where that
/// is taken, FILE.orig.2 and on, and says so. Only where the name of the result was not given, as
/// by -o FILE or -I: `how`. `folder`: of kept answers. Throws Error(kSystem) where it cannot be
/// moved.
void make_way(const run::Output& how, const std::filesystem::path& output,
              const std::filesystem::path& folder, run::Listener& listener);

}  // namespace grabr
