#include "cli/passing_original.h"

#include <cstring>
#include <sstream>
#include <system_error>

#include "oracle/arguments.h"
#include "oracle/program.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxShown = 2000;

std::string how_it_ended(const TestResult& result) {
  if (!result.infrastructure.empty()) return "the test could not be run: " + result.infrastructure;
  if (result.timed_out) return "the test did not end in time";
  if (result.signal != 0) {
    return "the test died by signal " + std::to_string(result.signal) + " (" +
           strsignal(result.signal) + ")";
  }
  return "the test ended with exit status " + std::to_string(result.exit_code) +
         "; 0 would mean that it fails as wanted";
}

std::string stream_text(const char* name, std::string_view text) {
  if (text.empty()) return std::string("  ") + name + ": nothing\n";
  std::istringstream lines{std::string(text.substr(0, kMaxShown))};
  std::string shown = std::string("  ") + name + ":\n";
  for (std::string line; std::getline(lines, line);) shown += "    | " + line + "\n";
  if (text.size() > kMaxShown) {
    shown += "    (" + std::to_string(text.size() - kMaxShown) + " bytes more)\n";
  }
  return shown;
}

/// A word of the command that names a file here, which a test in a fresh folder does not see.
std::string relative_file_hint(const Words& command) {
  std::error_code ignored;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const fs::path path = command[i];
    if (path.empty() || path.is_absolute() || !fs::exists(path, ignored)) continue;
    return "  hint: " + command[i] + " lies in this folder, and the test runs in another one: write " +
           shell_quote(fs::absolute(path, ignored).string()) + "\n";
  }
  return {};
}

std::string exit_status_hint(const TestResult& result) {
  if (result.exit_code == 125) {
    return "  hint: 125 means that the test cannot tell; the original must give 0\n";
  }
  if (result.exit_code == 126 || result.exit_code == 127) {
    return "  hint: 126 and 127 are what a shell says when a program is missing or not executable\n";
  }
  if (result.exit_code > 0) {
    return "  hint: the test must end with 0 while the failure is there, with anything else when it "
           "is not\n";
  }
  return {};
}

}  // namespace

std::string recipe(const Call& call, const fs::path& folder) {
  const CandidatePlace place{folder.string(), fs::path(call.input).filename().string()};
  Words words = fill_arguments(call.command, place, true).arguments;
  words.front() = find_program(call.command.front()).path.string();
  return "cd " + shell_quote(folder.string()) +
         " && GRABR_DIR=" + shell_quote(fs::current_path().string()) + " " + shell_quote(words) +
         " < " + shell_quote(place.path()) + "; echo $?";
}

std::string explain_passing_original(ProcessOracle& oracle, const TestResult& first,
                                     const Call& call, std::string_view text, double timeout_s) {
  std::ostringstream message;
  message << call.input << " does not fail: ";
  if (first.timed_out) {
    message << "the test did not end within " << timeout_s << " s (--timeout)\n";
    return message.str();
  }
  const ProcessOracle::Explained again = oracle.explain(text);
  message << how_it_ended(first) << "\n"
          << stream_text("standard output", again.output)
          << stream_text("standard error", again.errors);
  if (again.result.outcome == Outcome::kFail) {
    message << "  A second run did fail: the test does not always give the same answer.\n";
  }
  message << "  The test's folder is kept. To repeat the test:\n"
          << "    " << recipe(call, again.folder) << "\n"
          << relative_file_hint(call.command) << exit_status_hint(first)
          << "  hint: the folder of the test holds nothing but the candidate; other files are found by "
             "absolute paths, or from $GRABR_DIR, the folder grabr was started in\n";
  return message.str();
}

}  // namespace grabr
