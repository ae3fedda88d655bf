// The folder of one test run: created with everything the test expects there, and removed with
// everything it leaves there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/test_setup.h"

namespace grabr {

class TestFolder {
 public:
  /// An empty folder; with `kept`, an existing one that stays. Throws std::system_error.
  TestFolder(const TestSetup& setup, std::filesystem::path path, bool kept);
  ~TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  /// Puts the candidate there, also under `other_names`, with the copies and the temporary folder.
  /// `stored` is moved, or copied if `pristine`. With a project, the folder described by the
  /// candidate takes the candidate's place. Throws std::system_error.
  void fill(const std::filesystem::path& stored, bool pristine,
            std::vector<std::string> other_names);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path candidate() const { return path_ / setup_.base_name; }
  /// The folder in which the command starts.
  std::filesystem::path start() const {
    return setup_.options.project.empty() ? path_ : candidate();
  }
  std::filesystem::path scratch() const { return path_ / setup_.scratch_name; }

 private:
  const TestSetup& setup_;
  std::filesystem::path path_;
  bool kept_;
  std::vector<std::string> other_names_;

  void fill_file(const std::filesystem::path& stored, bool pristine,
                 std::vector<std::string> other_names);
  void fill_project(const std::filesystem::path& stored);
};

}  // namespace grabr
