// Runs the built program as a user's shell would, in a folder made for the test.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <set>
#include <string>

#include "temporary_folder.h"
#include "text/file.h"

namespace grabr {

struct ShellRun {
  int exit = -1;
  std::string output;
  std::string errors;
};

/// A folder with files, in which shell lines run. $GRABR names the program, $OUT a file outside the
/// folder where scripts may note things.
class Workshop : public TemporaryFolder {
 public:
  /// The line's exit status and what it printed.
  ShellRun shell(const std::string& line) const {
    const std::string out = (outside_.path() / "stdout").string();
    const std::string err = (outside_.path() / "stderr").string();
    const std::string command =
        "cd '" + path().string() + "' && export GRABR='" GRABR_PROGRAM "' OUT='" +
        (outside_.path() / "out").string() + "' TMPDIR='" + outside_.path().string() +
        "' GRABR_GRAMMARS='" GRABR_SOURCE_DIR "/tests/support/grammars' && { " + line + "\n} >'" +
        out + "' 2>'" + err + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
  }

  ShellRun grabr(const std::string& arguments) const { return shell("\"$GRABR\" " + arguments); }

  std::string read(const std::string& name) const { return read_file(path() / name); }

  /// Names of the files in the folder.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }

 private:
  TemporaryFolder outside_;
};

/// The test of most reductions here: the candidate still has the word BUG.
inline constexpr const char* kHasBug = "#!/bin/sh\ngrep -q BUG \"$1\"\n";

inline void check_contains(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

}  // namespace grabr
