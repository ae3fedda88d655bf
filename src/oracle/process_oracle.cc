#include "oracle/process_oracle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "oracle/arguments.h"
#include "oracle/process.h"
#include "oracle/program.h"
#include "oracle/work_folder.h"
#include "text/error.h"
#include "text/file_descriptor.h"

extern char** environ;

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr int kUnresolvedCode = 125;  // git bisect's "cannot be tested"
constexpr int kTimeoutCode = 124;     // what timeout(1) exits with
constexpr std::array<std::string_view, 8> kOwnVariables = {
    "TMPDIR",         "TEMP",      "TMP",           "GRABR_FILE",
    "GRABR_ORIGINAL", "GRABR_DIR", "GRABR_TEST_ID", "GRABR_JOBS"};

std::vector<std::string> inherited_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (std::find(kOwnVariables.begin(), kOwnVariables.end(), name) == kOwnVariables.end()) {
      result.emplace_back(variable);
    }
  }
  return result;
}

std::string base_name_of(const fs::path& original) {
  const std::string name = original.filename().string();
  return name.empty() || name == "." || name == ".." ? "input" : name;
}

/// An executable input stays one; the owner can always read and write.
mode_t mode_of(const fs::path& original) {
  struct stat status {};
  const bool known = ::stat(original.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return known ? (status.st_mode & 0777) | 0600 : 0644;
}

[[noreturn]] void fail_on(const fs::path& path, int error) {
  throw std::system_error(error, std::generic_category(), "cannot write '" + path.string() + "'");
}

void write_file(const fs::path& path, std::string_view bytes, mode_t mode) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file.is_open()) fail_on(path, errno);
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_on(path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  if (!file.close()) fail_on(path, errno);
}

TestResult judge(const ProcessEnd& end, bool cancelled) {
  TestResult result;
  result.exit_code = end.exit_code;
  result.signal = end.signal;
  result.timed_out = end.timed_out || end.exit_code == kTimeoutCode;
  result.infrastructure = end.failure;
  if (cancelled && end.failure.empty()) result.infrastructure = "the test was cancelled";
  if (!result.infrastructure.empty()) {
    result.outcome = Outcome::kUnresolved;
  } else if (end.exit_code == 0) {
    result.outcome = Outcome::kFail;
  } else if (end.exit_code == kUnresolvedCode) {
    result.outcome = Outcome::kUnresolved;
  }
  return result;
}

TestResult not_run(std::string reason) {
  TestResult result;
  result.outcome = Outcome::kUnresolved;
  result.exit_code = -1;
  result.infrastructure = std::move(reason);
  return result;
}

}  // namespace

struct ProcessOracle::State {
  ProcessOracleOptions options;
  Program program;
  std::vector<std::string> environment;  // what is the same for every test
  std::string base_name;
  mode_t mode;
  WorkFolder work;
  Cancellation cancellation;

  explicit State(ProcessOracleOptions given)
      : options(std::move(given)),
        program(find_program(options.command.empty() ? "" : options.command[0])),
        environment(inherited_environment()),
        base_name(base_name_of(options.original)),
        mode(mode_of(options.original)) {
    // A program found by its name goes by that name; one given by a path is run from anywhere.
    if (options.command[0].find('/') != std::string::npos) {
      options.command[0] = program.path.string();
    }
    environment.push_back("GRABR_ORIGINAL=" + fs::absolute(options.original).string());
    environment.push_back("GRABR_DIR=" + fs::current_path().string());
    environment.push_back("GRABR_JOBS=1");
  }

  /// Lays out the folder and says what to run in it. Throws std::system_error.
  Command prepare(const fs::path& folder, std::string_view candidate) const {
    const CandidatePlace place{folder.string(), base_name};
    FilledArguments filled = fill_arguments(options.command, place, options.append_path);
    const fs::path scratch = folder / (base_name == "tmp" ? "tmp.d" : "tmp");
    fs::create_directory(scratch);
    write_file(folder / base_name, candidate, mode);
    for (const std::string& name : filled.other_names) write_file(folder / name, candidate, mode);

    Command command{program, std::move(filled.arguments), environment, folder};
    for (const char* name : {"TMPDIR", "TEMP", "TMP"}) {
      command.environment.push_back(std::string(name) + '=' + scratch.string());
    }
    command.environment.push_back("GRABR_FILE=" + place.path());
    command.environment.push_back("GRABR_TEST_ID=" + folder.filename().string());
    return command;
  }

  TestResult run_in(const fs::path& folder, std::string_view candidate, Capture* capture) {
    const Command command = prepare(folder, candidate);
    const FileDescriptor input(::open((folder / base_name).c_str(), O_RDONLY | O_CLOEXEC));
    if (!input.is_open()) fail_on(folder / base_name, errno);
    const ProcessEnd end =
        run_command(command, input.number(), options.timeout_s, capture, cancellation);
    return judge(end, cancellation.requested());
  }

  /// `folder` is set as soon as there is one.
  TestResult run(std::string_view candidate, Capture* capture, fs::path& folder) {
    cancellation.begin();
    try {
      folder = work.make_next();
      return run_in(folder, candidate, capture);
    } catch (const std::system_error& error) {
      return not_run(error.what());
    }
  }
};

ProcessOracle::ProcessOracle(ProcessOracleOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}

ProcessOracle::~ProcessOracle() = default;

TestResult ProcessOracle::run(std::string_view candidate) {
  fs::path folder;
  TestResult result = state_->run(candidate, nullptr, folder);
  if (!folder.empty()) remove_tree(folder);
  return result;
}

ProcessOracle::Explained ProcessOracle::explain(std::string_view candidate) {
  Explained explained;
  Capture capture;
  state_->work.keep();
  explained.result = state_->run(candidate, &capture, explained.folder);
  explained.output = std::move(capture.output);
  explained.errors = std::move(capture.errors);
  return explained;
}

void ProcessOracle::set_timeout(double seconds) { state_->options.timeout_s = seconds; }

void ProcessOracle::cancel() noexcept { state_->cancellation.cancel(); }

}  // namespace grabr
