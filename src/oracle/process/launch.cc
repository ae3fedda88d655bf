#include "oracle/process/launch.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "oracle/process/launcher.h"
#include "oracle/process/work_folder.h"
#include "oracle/test/write_file.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestWait_s = 3600;

/// The launcher keeps its temporary files out of the test's folder. It also lacks GRABR_FILE, by
/// which leftover test processes are found and killed, because it may have to clean up.
std::vector<std::string> launcher_environment(const Command& test) {
  std::vector<std::string> result;
  for (const std::string& variable : test.environment) {
    const std::string_view name = std::string_view(variable).substr(0, variable.find('='));
    if (name != "TMPDIR" && name != "TEMP" && name != "TMP" && name != "GRABR_FILE") {
      result.push_back(variable);
    }
  }
  for (const char* name : {"TMPDIR", "TEMP", "TMP"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + '=' + value);
  }
  return result;
}

std::string end_of_launcher(const ProcessEnd& end) {
  if (end.signal != 0) return "it was killed by signal " + std::to_string(end.signal);
  return "its exit status is " + std::to_string(end.exit_code);
}

}  // namespace

Launch::Launch(const TestSetup& setup, const Command& test, const fs::path& input, fs::path control)
    : setup_(setup), control_(std::move(control)) {
  remove_tree(control_);
  const fs::path script = control_ / "script";
  int error = ::mkdir(control_.c_str(), 0777) == 0 ? 0 : errno;
  if (error == 0) {
    error = write_file(script, launcher_script(test, input.string(), status_path().string()), 0644);
  }
  if (error != 0) {
    throw std::system_error(error, std::generic_category(),
                            "cannot write '" + script.string() + "'");
  }
  command_ = test;
  command_.program = setup.launcher;
  command_.arguments = setup.options.launcher;
  command_.arguments.push_back("/bin/sh");
  command_.arguments.push_back(script.string());
  command_.environment = launcher_environment(test);
  command_.memory_bytes = 0;
  command_.randomize_addresses = true;
}

Launch::~Launch() { remove_tree(control_); }

/// Extends the limit by the time the launcher took before the test began.
double Launch::more_s(double limit_s) const {
  if (const auto seconds = launched_seconds(status_path().string())) return limit_s - *seconds;
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - made_;
  return std::min(limit_s, kLongestWait_s - waited.count());
}

RunLimits Launch::limits(double seconds) const {
  RunLimits limits{.seconds = seconds, .gently = true};
  if (seconds > 0) limits.more_s = [this, seconds] { return more_s(seconds); };
  return limits;
}

void Launch::read_end(ProcessEnd& end) const {
  if (end.interrupted || !end.failure.empty()) return;
  if (const auto seconds = launched_seconds(status_path().string())) {
    end.seconds = *seconds;
  } else if (end.timed_out) {
    end.timed_out = false;
    end.failure =
        "the launcher '" + setup_.options.launcher[0] + "' did not begin the test in an hour";
  }
  if (end.timed_out || !end.failure.empty()) return;
  const std::optional<int> status = read_launched_status(status_path().string());
  if (!status) {
    end.failure = "the launcher '" + setup_.options.launcher[0] +
                  "' did not run the test: " + end_of_launcher(end);
    return;
  }
  end.exit_code = *status;
  end.signal = 0;
}

}  // namespace grabr
