#include "bench/child_reduction.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "oracle/process/spawn.h"
#include "oracle/process/work_folder.h"
#include "text/error.h"
#include "text/exit_status.h"
#include "text/file.h"
#include "text/json.h"
#include "text/system_call.h"

extern char** environ;

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kGrace{10};  // time for a child to save the best and end its tests
constexpr std::chrono::milliseconds kLook{10};  // how often, meanwhile, to check for its end
constexpr std::size_t kMaxErrorBytes = 300;     // bytes of a child's first error line that are kept

std::string number_text(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

/// Our environment, but with TMPDIR in the reduction's own folder.
std::vector<std::string> environment(const fs::path& temporary) {
  std::vector<std::string> variables;
  for (char** one = environ; *one != nullptr; ++one) {
    if (!std::string_view(*one).starts_with("TMPDIR=")) variables.emplace_back(*one);
  }
  variables.push_back("TMPDIR=" + temporary.string());
  return variables;
}

FileDescriptor open_new(const fs::path& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

BatchRecord::Size size_of(const JsonField& file) {
  return {file.get<std::uint64_t>("bytes"), file.get<std::uint64_t>("tokens"),
          file.get<std::string>("sha256")};
}

}  // namespace

std::string BatchLimits::text() const {
  std::string text;
  const auto add = [&](const std::string& option) { text += (text.empty() ? "" : " ") + option; };
  if (max_tests) add("--max-tests " + std::to_string(*max_tests));
  if (max_time_s) add("--max-time " + number_text(*max_time_s));
  if (timeout_s) add("--timeout " + number_text(*timeout_s));
  return text;
}

ChildReduction::ChildReduction(const BenchCase& one, const std::string& strategy,
                               const BatchLimits& limits, const std::string& input_sha256,
                               fs::path folder, fs::path answers)
    : case_(one), limits_(limits), folder_(std::move(folder)), answers_(std::move(answers)) {
  record_.case_name = one.name;
  record_.strategy = strategy;
  record_.options = limits.text();
  record_.input_sha256 = input_sha256;
  record_.asked_grammar = one.asked_grammar;
  record_.test_sha256 = one.test_sha256;
  fs::create_directories(folder_ / "tmp");
  start(strategy);
}

ChildReduction::~ChildReduction() {
  if (process_ > 0) stop();
  remove_tree(folder_);
}

void ChildReduction::start(const std::string& strategy) {
  Command command;
  // Not the program's path: a program rebuilt during a batch must not be mixed in.
  command.program.path = "/proc/self/exe";
  command.arguments = {"grabr",
                       "reduce",
                       "-q",
                       "-j",
                       "1",
                       "--strategy",
                       strategy,
                       "-t",
                       case_.test,
                       "-i",
                       case_.input.string(),
                       "-o",
                       (folder_ / ("result" + case_.input.extension().string())).string(),
                       "--report",
                       (folder_ / "report.json").string(),
                       "--cache",
                       answers_.string()};
  const auto add = [&](const char* option, const std::string& value) {
    command.arguments.insert(command.arguments.end(), {option, value});
  };
  if (!case_.grammar.empty()) add("-g", case_.grammar);
  if (limits_.max_tests) add("--max-tests", std::to_string(*limits_.max_tests));
  if (limits_.max_time_s) add("--max-time", number_text(*limits_.max_time_s));
  command.environment = environment(folder_ / "tmp");
  command.folder = fs::current_path();
  const FileDescriptor input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const FileDescriptor output = open_new(folder_ / "output");
  const FileDescriptor errors = open_new(folder_ / "errors");
  const Spawned spawned = spawn(command, {input.number(), output.number(), errors.number()});
  process_ = spawned.failure.empty() ? spawned.process : -1;
  failure_ = spawned.failure;
}

bool ChildReduction::has_ended() {
  if (process_ <= 0) return true;
  int status = 0;
  const pid_t ended = ::waitpid(process_, &status, WNOHANG);
  if (ended == process_ || (ended < 0 && errno == ECHILD)) {
    note_end(status);
    return true;
  }
  const std::chrono::duration<double> lasted = Clock::now() - start_;
  if (limits_.timeout_s && lasted.count() > *limits_.timeout_s) {
    timed_out_ = true;
    stop();
    return true;
  }
  return false;
}

void ChildReduction::note_end(int status) {
  status_ = status;
  process_ = -1;
  wall_s_ = std::chrono::duration<double>(Clock::now() - start_).count();
}

void ChildReduction::ask_to_end() const {
  if (process_ > 0) ::kill(process_, SIGTERM);
}

/// A gentle request first, so that the reduction ends its test and saves its best.
void ChildReduction::stop() {
  ask_to_end();
  const Clock::time_point limit = Clock::now() + kGrace;
  int status = 0;
  while (::waitpid(process_, &status, WNOHANG) == 0) {
    if (Clock::now() > limit) {
      ::kill(process_, SIGKILL);
      retry_interrupted([&] { return ::waitpid(process_, &status, 0); });
      break;
    }
    std::this_thread::sleep_for(kLook);
  }
  note_end(status);
}

BatchRecord ChildReduction::record() const {
  BatchRecord record = record_;
  record.wall_s = wall_s_;
  record.exit = !failure_.empty()      ? status_of(ErrorKind::kSystem)
                : WIFSIGNALED(status_) ? 128 + WTERMSIG(status_)
                                       : WEXITSTATUS(status_);
  record.error = error_text(record.exit);
  read_report(record);
  return record;
}

void ChildReduction::forget_answers() const { remove_tree(answers_); }

void ChildReduction::read_report(BatchRecord& record) const {
  std::error_code ignored;
  const fs::path path = folder_ / "report.json";
  if (!fs::exists(path, ignored)) return;
  try {
    const JsonDocument document(path.string(), read_file(path), "a report of a reduction");
    const JsonField report = document.root(), tests = report.at("tests");
    if (!report.find("output")) return;
    record.input = size_of(report.at("input"));
    record.output = size_of(report.at("output"));
    if (const auto grammar = report.find("grammar")) grammar->at("name").read(record.grammar);
    tests.at("committed").read(record.tests);
    tests.at("unresolved").read(record.unresolved);
    report.at("seconds").at("oracle").read(record.oracle_s);
    tests.at("journal").read(record.known);
    if (!limits_.curve) return;
    for (const JsonField& point : report.at("curve").items()) {
      BatchRecord::Point& read = record.curve.emplace_back();
      point.at(0).read(read.tests);
      point.at(2).read(read.bytes);
      point.at(3).read(read.tokens);
    }
  } catch (const Error& error) {
    if (record.error.empty()) record.error = std::string("its report: ") + error.what();
  }
}

/// The first line the reduction wrote, without the path of its private folder.
std::string ChildReduction::error_text(int exit) const {
  if (timed_out_) return "not finished after " + number_text(limits_.timeout_s.value_or(0)) + " s";
  if (!failure_.empty()) return failure_;
  const bool kept =
      exit == status_of(ExitStatus::kFinished) || exit == status_of(ErrorKind::kBudget);
  if (kept) return {};
  if (WIFSIGNALED(status_)) return "died by signal " + std::to_string(WTERMSIG(status_));
  std::string text = read_file(folder_ / "errors");
  text.resize(std::min({text.size(), text.find('\n'), kMaxErrorBytes}));
  for (std::size_t at = text.find(folder_.string()); at != std::string::npos;
       at = text.find(folder_.string())) {
    text.replace(at, folder_.string().size(), "FOLDER");
  }
  return text.starts_with("grabr: ") ? text.substr(7) : text;
}

}  // namespace grabr
