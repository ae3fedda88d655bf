// Records which files grabr has written, so that it does not replace anybody else's.
//
// Before a result is written, its hash and file name are appended to a record in the folder of kept
// answers. If the default output file exists and its contents are not on record, it is somebody
// else's and is moved away first. So the same call can continue after a kill at any moment, and a
// result that a person has edited is kept.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "run/config/config.h"
#include "run/config/listener.h"

namespace grabr {

class WrittenOutputs {
 public:
  /// `folder`: the folder of kept answers, which may not exist yet.
  explicit WrittenOutputs(const std::filesystem::path& folder);

  /// Are the file's contents on record, or does it not exist?
  bool has_written(const std::filesystem::path& file) const;
  /// Call before `text` is written to the file. Ignores errors; a later run then moves the file
  /// away.
  void note(const std::filesystem::path& file, std::string_view text) const;

 private:
  std::filesystem::path record_;
};

/// If the output file is not ours, moves it to FILE.orig or, if that exists, FILE.orig.2 and so on,
/// and tells the listener. Only if the user did not name the output, as -o FILE or -I do (`how`).
/// `folder`: the folder of kept answers. Throws Error(kSystem) if the file cannot be moved.
void make_way(const run::Output& how, const std::filesystem::path& output,
              const std::filesystem::path& folder, run::Listener& listener);

}  // namespace grabr
