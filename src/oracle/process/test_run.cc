#include "oracle/process/test_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <system_error>
#include <utility>

#include "oracle/condition/condition_kinds.h"
#include "oracle/process/launcher.h"
#include "oracle/process/work_folder.h"
#include "oracle/test/arguments.h"
#include "oracle/test/conversion.h"
#include "oracle/test/write_file.h"
#include "text/escape.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

FileDescriptor open_log(const fs::path& path) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file.is_open()) return file;
  throw std::system_error(errno, std::generic_category(),
                          "cannot write '" + shown_name(path) + "'");
}

std::string status_text(const ProcessEnd& end) {
  if (!end.failure.empty()) return end.failure;
  if (end.timed_out) return "timeout";
  if (end.signal != 0) return "signal " + std::to_string(end.signal);
  return "exit " + std::to_string(end.exit_code);
}

}  // namespace

TestLog::TestLog(const fs::path& folder, const std::string& name) {
  if (folder.empty()) return;
  fs::create_directories(folder);
  output_ = open_log(folder / (name + ".out"));
  errors_ = open_log(folder / (name + ".err"));
  status_ = open_log(folder / (name + ".status"));
}

void TestLog::end(const ProcessEnd& end) {
  if (!status_.is_open()) return;
  const std::string line = status_text(end) + '\n';
  if (::write(status_.number(), line.data(), line.size()) < 0) errno = 0;
}

namespace {

constexpr std::size_t kConditionBytes = 16 << 20;
constexpr std::size_t kExplanationBytes = 65536;

Execution not_executed(std::string reason) {
  Execution execution;
  execution.failure = std::move(reason);
  return execution;
}

/// The run's end as an Execution, without its output.
Execution execution_of(const ProcessEnd& end) {
  Execution execution;
  execution.exit_code = end.exit_code;
  execution.signal = end.signal;
  execution.timed_out = end.timed_out;
  execution.failure = end.failure;
  execution.seconds = end.seconds;
  return execution;
}

/// A folder for the command that makes a candidate's file; removed with everything in it.
class ConversionFolder {
 public:
  explicit ConversionFolder(fs::path path) : path_(path += ".encode") {
    remove_tree(path_);
    fs::create_directory(path_);
  }
  ~ConversionFolder() { remove_tree(path_); }
  ConversionFolder(const ConversionFolder&) = delete;
  ConversionFolder& operator=(const ConversionFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The file that the command gets as standard input.
fs::path input_path(const TestSetup& setup, const TestFolder& folder) {
  return setup.options.feeds_input() ? folder.candidate() : fs::path("/dev/null");
}

FileDescriptor open_input(const fs::path& path) {
  FileDescriptor input(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.is_open()) return input;
  throw std::system_error(errno, std::generic_category(), "cannot read '" + shown_name(path) + "'");
}

}  // namespace

TestRun::TestRun(const TestSetup& setup, const Task& task, const EarlyEnd& interruption)
    : setup_(setup), task_(task), interruption_(interruption) {}

TestRun::~TestRun() { ::unlink(task_.stored.c_str()); }

Execution TestRun::execute(const std::vector<std::string>& command) {
  if (interrupted_) return not_executed("the test was cancelled");
  try {
    const bool kept = !task_.kept_folder.empty() && runs_ == 0;
    ++runs_;
    TestFolder folder(
        setup_,
        kept ? fs::path(task_.kept_folder) : numbered_folder(setup_.work_folder, task_.number),
        kept);
    return run_in(folder, command);
  } catch (const std::exception& error) {
    return not_executed(error.what());
  }
}

std::optional<Execution> TestRun::encode() {
  if (setup_.options.encode.empty()) return std::nullopt;
  try {
    const ConversionFolder folder(control_folder(setup_.work_folder, task_.number));
    const fs::path text = folder.path() / encoded_text_name(setup_.options.original);
    const fs::path made = fs::path(folder.path()) += ".made";
    if (const int error = copy_regular_file(task_.stored, text); error != 0) {
      throw std::system_error(error, std::generic_category(), "cannot write the candidate's text");
    }
    const Command command{{"/bin/sh", false},
                          {"sh", "-c", setup_.encode_script, "grabr", text.string(), made.string()},
                          setup_.environment,
                          folder.path(),
                          setup_.options.memory_bytes,
                          setup_.options.randomize_addresses};
    Capture errors{.limit_bytes = kExplanationBytes};
    const ProcessEnd end =
        run_limited(command, open_input("/dev/null"), {.seconds = task_.timeout_s}, &errors);
    if (end.failure.empty() && end.exit_code == 0) {
      fs::permissions(made, fs::perms(setup_.mode));
      fs::rename(made, task_.stored);
      return std::nullopt;
    }
    ::unlink(made.c_str());
    Execution execution = execution_of(end);
    execution.errors = std::move(errors.errors);
    return execution;
  } catch (const std::exception& error) {
    return not_executed(error.what());
  }
}

double TestRun::limit_s(const std::vector<std::string>& command) const {
  const ConditionOptions& asked = setup_.options.conditions;
  if (asked.further_s && command != setup_.command && asked.is_further(command)) {
    return *asked.further_s;
  }
  const double own_limit_s = setup_.conditions.time_limit_s();
  return own_limit_s > 0 ? own_limit_s : task_.timeout_s;
}

ProcessEnd TestRun::run_limited(const Command& command, const FileDescriptor& input,
                                const RunLimits& limits, Capture* capture) {
  ProcessEnd end = run_command(command, input.number(), limits, capture, interruption_);
  interrupted_ = end.interrupted;
  if (interrupted_ && end.failure.empty()) end.failure = "the test was cancelled";
  return end;
}

Execution TestRun::run_in(TestFolder& folder, const std::vector<std::string>& command) {
  const Command prepared = prepare(folder, command);
  const fs::path input = input_path(setup_, folder);
  TestLog log(setup_.options.log_folder, numbered_folder({}, task_.number).string());
  Capture capture{.limit_bytes = capture_limit(command),
                  .output_copy = log.output(),
                  .errors_copy = log.errors()};
  Capture* const wanted = capture.limit_bytes > 0 || log.is_open() ? &capture : nullptr;
  const double limit = limit_s(command);
  ProcessEnd end;
  if (setup_.options.launcher.empty()) {
    end = run_limited(prepared, open_input(input), {.seconds = limit}, wanted);
  } else {
    const Launch launch(setup_, prepared, input, control_folder(setup_.work_folder, task_.number));
    end = run_limited(launch.command(), open_input("/dev/null"), launch.limits(limit), wanted);
    launch.read_end(end);
  }
  log.end(end);
  Execution execution = execution_of(end);
  execution.output = std::move(capture.output);
  execution.errors = std::move(capture.errors);
  execution.output_hash = capture.output_hash;
  execution.errors_hash = capture.errors_hash;
  execution.folder = prepared.folder.string();
  return execution;
}

Command TestRun::prepare(TestFolder& folder, const std::vector<std::string>& command) {
  const ProcessOracleOptions& options = setup_.options;
  const CandidatePlace place{folder.path().string(), setup_.base_name};
  const bool is_own = command == setup_.command;
  FilledArguments filled = is_own && !options.shell_text.empty()
                               ? fill_shell_text(options.shell_text, place)
                               : fill_arguments(command, place, options.appends_path());
  folder.fill(task_.stored, needs_pristine_candidate(), std::move(filled.other_names));

  Command prepared{is_own ? setup_.program : find_program(command.empty() ? "" : command[0]),
                   std::move(filled.arguments),
                   setup_.environment,
                   task_.run_folder.empty() ? folder.start() : fs::path(task_.run_folder),
                   options.memory_bytes,
                   options.randomize_addresses};
  const std::string scratch = folder.scratch().string();
  for (const char* name : {"TMPDIR=", "TEMP=", "TMP="}) {
    prepared.environment.push_back(name + scratch);
  }
  prepared.environment.push_back("GRABR_FILE=" + place.path());
  prepared.environment.push_back("GRABR_TEST_ID=" + numbered_folder({}, task_.number).string());
  return prepared;
}

/// Is the candidate needed again, unchanged by this run?
bool TestRun::needs_pristine_candidate() const {
  return setup_.options.repeat > 1 || !setup_.options.also_interesting.empty() ||
         !other_commands(setup_.options.conditions).empty() || !setup_.options.minimize.empty() ||
         task_.purpose == Purpose::kExplain;
}

std::size_t TestRun::capture_limit(const std::vector<std::string>& command) const {
  if (command == setup_.options.minimize) return kExplanationBytes;
  const bool judged = setup_.conditions.any() && setup_.conditions.need_output();
  const bool wanted = judged || task_.purpose != Purpose::kJudge || task_.shows_output;
  return wanted ? kConditionBytes : 0;
}

}  // namespace grabr
