#include "oracle/process/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "oracle/process/descendants.h"
#include "oracle/process/process.h"
#include "oracle/process/test_run.h"
#include "oracle/process/work_folder.h"
#include "oracle/process/worker_link.h"
#include "oracle/test/write_file.h"

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

namespace grabr {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShownBytes = 65536;    // bytes of each stream in an explanation
constexpr std::size_t kGlancedBytes = 16384;  // bytes of each stream in the live view

/// Keeps both ends: some programs report a failure first, others last.
void drop_middle(std::string& text, std::size_t most) {
  if (text.size() > most) text.erase(most / 2, text.size() - most);
}

/// The first word, if it is a number.
std::optional<double> number_in(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text = text.substr(0, text.find_first_of(kBlanks));
  double number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Makes the runs for one task; runs already made are reused for the conditions' later questions.
class Answerer {
 public:
  Answerer(const TestSetup& setup, const Task& task, const EarlyEnd& interruption)
      : setup_(setup), task_(task), run_(setup, task, interruption) {}

  WorkerReport answer() {
    WorkerReport report;
    if (std::optional<Execution> encoding = run_.encode()) return not_encoded(*std::move(encoding));
    if (task_.purpose == Purpose::kOriginal) {
      report.execution = run_.execute(setup_.command);
      report.result = judge_by_exit_status(report.execution);
      return report;
    }
    report.result = judge_repeatedly();
    if (run_.interrupted()) {
      report.result.outcome = Outcome::kUnresolved;
      report.result.infrastructure = "the test was cancelled";
      return report;
    }
    if (fails(report.result) && !setup_.options.minimize.empty()) find_number(report.result);
    if (task_.purpose == Purpose::kExplain) explain(report);
    else if (shown_) report.execution = *std::move(shown_);
    report.shows_output = task_.shows_output;
    return report;
  }

 private:
  const TestSetup& setup_;
  const Task& task_;
  TestRun run_;
  double seconds_ = 0;
  std::vector<std::pair<std::vector<std::string>, Execution>> kept_;  ///< for explanations only
  std::optional<Execution> shown_;                                    ///< the last run, shortened
  std::string no_number_;                                             ///< why there is no number
  std::set<int> kept_codes_;  ///< exit codes for which this candidate is already kept

  /// A candidate without a number cannot be compared, so it does not count as failing.
  void find_number(TestResult& result) {
    const Execution run = execute(setup_.options.minimize);
    const bool ended_well = run.failure.empty() && !run.timed_out && run.exit_code == 0;
    if (ended_well) result.number = number_in(run.output);
    result.seconds = seconds_;
    if (result.number) return;
    result.outcome = run.failure.empty() ? Outcome::kPass : Outcome::kUnresolved;
    result.infrastructure = run.failure;
    no_number_ =
        run.timed_out ? "the command ran out of time"
        : !ended_well ? "the command ended with exit status " + std::to_string(run.exit_code)
        : run.output.empty()
            ? "the command printed nothing instead of a number"
            : "the command printed no number, but: " + run.output.substr(0, run.output.find('\n'));
  }

  /// A candidate that cannot be encoded to a file does not count as failing.
  WorkerReport not_encoded(Execution execution) const {
    WorkerReport report;
    report.result = judge_by_exit_status(execution);
    if (report.result.outcome == Outcome::kFail) report.result.outcome = Outcome::kPass;
    if (task_.purpose == Purpose::kExplain) report.unmet = "its text could not be encoded";
    if (task_.purpose == Purpose::kOriginal && execution.failure.empty()) {
      execution.failure = report.result.infrastructure = "its text could not be encoded";
    }
    report.execution = std::move(execution);
    return report;
  }

  Execution execute(const std::vector<std::string>& command) {
    Execution execution = run_.execute(command);
    seconds_ += execution.seconds;
    if (command == setup_.command) keep_if_interesting(execution);
    if (command == setup_.command && task_.shows_output) keep_to_show(execution);
    if (task_.purpose == Purpose::kExplain) kept_.emplace_back(command, execution);
    return execution;
  }

  void keep_to_show(const Execution& execution) {
    shown_ = execution;
    for (std::string* text : {&shown_->output, &shown_->errors}) drop_middle(*text, kGlancedBytes);
  }

  TestResult judge_once() {
    return setup_.conditions.judge(setup_.command,
                                   [this](const auto& command) { return execute(command); });
  }

  /// Runs the test until it is clear whether enough runs fail. If not, a pass counts more than an
  /// unresolved result.
  TestResult judge_repeatedly() {
    const unsigned repeat = std::max(setup_.options.repeat, 1U);
    const unsigned wanted = std::clamp(setup_.options.min_hits, 1U, repeat);
    unsigned runs = 0;
    unsigned hits = 0;
    std::optional<TestResult> miss;
    TestResult result;
    do {
      result = judge_once();
      ++runs;
      if (!result.infrastructure.empty() || run_.interrupted()) break;
      if (result.outcome == Outcome::kFail) {
        ++hits;
      } else if (!miss || miss->outcome == Outcome::kUnresolved) {
        miss = result;
      }
    } while (hits < wanted && hits + (repeat - runs) >= wanted);
    if (hits < wanted && result.infrastructure.empty() && miss) result = *miss;
    result.runs = runs;
    result.seconds = seconds_;
    return result;
  }

  void keep_if_interesting(const Execution& execution) {
    const std::vector<int>& codes = setup_.options.also_interesting;
    if (std::find(codes.begin(), codes.end(), execution.exit_code) == codes.end()) return;
    if (!kept_codes_.insert(execution.exit_code).second) return;
    const fs::path& folder = setup_.options.also_interesting_folder;
    fs::create_directories(folder);
    std::string number = std::to_string(task_.number);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
    const std::string name = '-' + std::to_string(execution.exit_code) + '.' + setup_.base_name;
    // Files that an earlier invocation kept are not overwritten: its tests had the same numbers.
    for (int copy = 1; copy < 10000; ++copy) {
      const std::string suffix = copy == 1 ? "" : '_' + std::to_string(copy);
      if (copy_regular_file(task_.stored, folder / (number + suffix + name)) != EEXIST) return;
    }
  }

  void explain(WorkerReport& report) {
    if (kept_.empty()) return;
    Execution first = kept_.front().second;
    if (setup_.conditions.any_at_all()) {
      std::size_t replayed = 0;
      report.unmet = setup_.conditions.explain(setup_.command, [&](const auto& command) {
        if (replayed < kept_.size() && kept_[replayed].first == command) {
          return kept_[replayed++].second;
        }
        return execute(command);
      });
    }
    report.no_number = no_number_;
    drop_middle(first.output, kShownBytes);
    drop_middle(first.errors, kShownBytes);
    report.execution = std::move(first);
  }
};

/// Does not throw: errors are in the report. Removes the stored candidate.
WorkerReport answer_task(const TestSetup& setup, const Task& task,
                         const EarlyEnd& interruption) noexcept {
  WorkerReport report;
  try {
    report = Answerer(setup, task, interruption).answer();
  } catch (const std::exception& error) {
    report.result.outcome = Outcome::kUnresolved;
    report.result.exit_code = -1;
    report.result.infrastructure = error.what();
  }
  report.ticket = task.ticket;
  return report;
}

constexpr int kSocket = 3;

/// Our parent handles signals that end it: it closes the connection when it is done. Here they get
/// an empty handler instead of being ignored, because tests would inherit SIG_IGN.
void reset_own_signals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0) continue;
    const bool deaf = number == SIGINT || number == SIGTERM || number == SIGHUP ||
                      number == SIGQUIT || number == SIGUSR1 || number == SIGUSR2 ||
                      number == SIGALRM;
    if (action.sa_handler == SIG_IGN && number != SIGCHLD) continue;
    if (action.sa_handler == SIG_DFL && !deaf) continue;
    action = {};
    if (deaf) {
      action.sa_handler = [](int) {};
    } else {
      action.sa_handler = SIG_DFL;
    }
    ::sigaction(number, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void close_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  const long limit = ::sysconf(_SC_OPEN_MAX);
  for (int number = first; number < limit && number < 65536; ++number) ::close(number);
}

/// Keeps only the socket and standard error: other files of our parent must not be kept open by us
/// after its end.
FileDescriptor take_descriptors(FileDescriptor socket) {
  const int high = ::fcntl(socket.number(), F_DUPFD_CLOEXEC, kSocket + 1);
  socket.close();
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nowhere, STDIN_FILENO);
  ::dup2(nowhere, STDOUT_FILENO);
  if (::fcntl(STDERR_FILENO, F_GETFD) < 0) ::dup2(nowhere, STDERR_FILENO);
  if (::dup3(high, kSocket, O_CLOEXEC) < 0) ::_exit(1);
  close_from(kSocket + 1);
  return FileDescriptor(kSocket);
}

/// The folder may be missing right now; the oracle recreates it before the next test.
void take_lock(FolderLock& lock, const TestSetup& setup) {
  try {
    if (!lock.is_held()) lock = FolderLock(setup.work_folder);
  } catch (const std::system_error&) {
  }
}

void work(const TestSetup& setup, FileDescriptor socket, pid_t parent) {
  TaskQueue tasks(std::move(socket), parent);
  FolderLock lock;
  take_lock(lock, setup);
  const EarlyEnd interruption{tasks.descriptors(), [&tasks] { return tasks.is_interrupted(); }};
  while (const std::optional<Task> task = tasks.next()) {
    take_lock(lock, setup);
    tasks.send(answer_task(setup, *task, interruption));
  }
  if (tasks.is_orphaned() && lock.is_last()) remove_work_folder(setup.work_folder);
}

}  // namespace

void run_worker(const TestSetup& setup, FileDescriptor socket, pid_t parent) noexcept {
  ::setsid();
  FileDescriptor line = take_descriptors(std::move(socket));
  reset_own_signals();
  adopt_orphans();
#ifdef __linux__
  ::prctl(PR_SET_NAME, "grabr-worker");
#endif
  try {
    work(setup, std::move(line), parent);
  } catch (const std::exception&) {
    ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace grabr
