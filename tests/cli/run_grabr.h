// Runs the built program as a user's shell would, in a folder made for the test.
#pragma once

#include <doctest/doctest.h>
#include <sched.h>
#include <sys/wait.h>

#include <cstdlib>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/build.h"
#include "temporary_folder.h"
#include "text/file.h"

namespace grabr {

struct ShellRun {
  int exit = -1;
  std::string output;
  std::string errors;
};

/// File names and contents; contents that begin with "#!" become programs.
using Files = std::vector<std::pair<std::string, std::string>>;

/// While it lives, child processes may use one processor only, so that grabr runs one test at a
/// time unless -j is given. Other tests check that the result does not depend on jobs
/// (check_jobs.py), and a third of all tests would be in advance.
class OneCore {
 public:
  OneCore() {
    ::sched_getaffinity(0, sizeof all_, &all_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(::sched_getcpu()), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OneCore() { ::sched_setaffinity(0, sizeof all_, &all_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t all_{};
};

/// A folder with files, in which shell lines run. $GRABR is the path of the program, $OUT a file
/// outside the folder for notes of scripts.
class Workshop : public TemporaryFolder {
 public:
  Workshop() = default;
  explicit Workshop(const Files& files) {
    for (const auto& [name, text] : files) {
      std::filesystem::create_directories((path() / name).parent_path());
      if (text.starts_with("#!")) program(name, text);
      else write(name, text);
    }
  }

  /// The exit status of the line and its output.
  ShellRun shell(const std::string& line) const {
    const std::string out = (outside_.path() / "stdout").string();
    const std::string err = (outside_.path() / "stderr").string();
    const std::string command =
        "cd '" + path().string() + "' && export GRABR='" + support::built_program() + "' OUT='" +
        (outside_.path() / "out").string() + "' TMPDIR='" + outside_.path().string() +
        "' GRABR_GRAMMARS='" GRABR_SOURCE_DIR "/tests/support/grammars' && { " + line + "\n} >'" +
        out + "' 2>'" + err + "'";
    const OneCore one_core;
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

/// Expected parts of messages or output; after "!" a part that must not occur, after "=" the whole
/// text.
struct Parts {
  std::vector<std::string> all;
  Parts() = default;
  Parts(const char* one) : all{one} {}
  Parts(std::string one) : all{std::move(one)} {}
  Parts(std::initializer_list<std::string> some) : all(some) {}
};

inline void check_parts(const std::string& text, const Parts& parts) {
  INFO(text);
  for (const std::string& part : parts.all) {
    CAPTURE(part);
    if (part.starts_with('=')) CHECK(text == part.substr(1));
    else
      CHECK((text.find(part.substr(part.starts_with('!'))) == text.npos) == part.starts_with('!'));
  }
}

/// `call`: the words after `grabr`, or after "$ " a whole shell line; then the expected exit status
/// and texts.
struct CallRow {
  std::string call;
  int exit = 0;
  Parts errors = {};
  Parts output = {};
};

/// Runs the calls one after the other in one folder.
inline void check_calls(const Workshop& shop, const std::vector<CallRow>& rows) {
  for (const CallRow& row : rows) {
    CAPTURE(row.call);
    const bool is_line = row.call.starts_with("$ ");
    const ShellRun run = is_line ? shop.shell(row.call.substr(2)) : shop.grabr(row.call);
    INFO(run.errors);
    CHECK(run.exit == row.exit);
    check_parts(run.errors, row.errors);
    check_parts(run.output, row.output);
  }
}

/// Runs each call in a fresh folder; it must print nothing to standard output and change no file.
inline void check_refusals(const Files& files, const std::vector<CallRow>& rows) {
  for (const CallRow& row : rows) {
    const Workshop shop(files);
    const auto before = shop.files();
    check_calls(shop, {row});
    check_calls(shop, {{"$ rm -rf .grabr", 0}});
    CHECK(shop.files() == before);
  }
}

}  // namespace grabr
