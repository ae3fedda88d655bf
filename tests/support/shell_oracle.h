// Small real tests: a process oracle around a shell script, and checks of what it leaves behind.
// Without processes: support/simulated_oracle.h.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "temporary_folder.h"
#include "text/file.h"

namespace grabr {

/// Runs tests below a temporary folder of its own. The script may write notes to "$OUT".
class ShellOracle {
 public:
  explicit ShellOracle(const std::string& script, std::vector<std::string> arguments = {},
                       const std::string& base_name = "input.txt", double timeout_s = 20)
      : ShellOracle(script, {.timeout_s = timeout_s}, std::move(arguments), base_name) {}

  ShellOracle(const std::string& script, ProcessOracleOptions options,
              std::vector<std::string> arguments = {}, const std::string& base_name = "input.txt")
      : options_(std::move(options)) {
    std::filesystem::create_directory(folder_.path() / "work");
    if (const char* before = std::getenv("TMPDIR")) temporary_before_ = before;
    ::setenv("TMPDIR", (folder_.path() / "work").c_str(), 1);
    ::setenv("OUT", (folder_.path() / "out").c_str(), 1);
    options_.command = {folder_.program("test script.sh", "#!/bin/sh\n" + script).string()};
    for (std::string& argument : arguments) options_.command.push_back(std::move(argument));
    options_.original = folder_.path() / base_name;
    if (!options_.shell_text.empty()) options_.command.clear();
    oracle_ = std::make_unique<ProcessOracle>(options_);
  }
  ~ShellOracle() {
    oracle_.reset();
    ::unsetenv("OUT");
    ::unsetenv("TMPDIR");
    if (!temporary_before_.empty()) ::setenv("TMPDIR", temporary_before_.c_str(), 1);
  }

  TestResult run(const std::string& candidate = "candidate") { return oracle_->run(candidate); }
  ProcessOracle& oracle() { return *oracle_; }
  void end() { oracle_.reset(); }

  std::string out() const { return read_file(folder_.path() / "out"); }
  std::filesystem::path folder() const { return folder_.path(); }

  /// The oracle's own folder, while the oracle lives.
  std::filesystem::path root() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "work")) {
      if (!entry.path().filename().string().starts_with("grabr-kept-")) return entry.path();
    }
    throw std::runtime_error("the oracle has no folder");
  }
  /// Files and folders below `folder`.
  static auto entries(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }
  /// What tests and candidates left behind: everything except the oracle's lock.
  auto left_folders() const { return entries(root()) - (fs_exists("lock") ? 1 : 0); }
  auto left_at_end() const { return entries(folder_.path() / "work"); }

 private:
  bool fs_exists(const char* name) const { return std::filesystem::exists(root() / name); }

  TemporaryFolder folder_;
  std::string temporary_before_;
  ProcessOracleOptions options_;
  std::unique_ptr<ProcessOracle> oracle_;
};

}  // namespace grabr
