#include "oracle/process/process_oracle.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <deque>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "oracle/process/descendants.h"
#include "oracle/process/launcher.h"
#include "oracle/process/test_setup.h"
#include "oracle/process/waiting.h"
#include "oracle/process/work_folder.h"
#include "oracle/process/worker_slot.h"
#include "text/error.h"
#include "text/escape.h"
#include "text/setting.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// How long a worker stopped by a test may stand still; nobody else ends the test it runs.
constexpr std::chrono::milliseconds kLookEvery{500};

/// ssh passes its command on as text for a shell. Only the folder's name can be a problem there.
void check_launchable(const fs::path& work_folder) {
  if (survives_a_shell(work_folder.string())) return;
  throw Error(ErrorKind::kInvalid,
              spelled("{launcher}: '") + shown_name(work_folder) +
                  "' would be split into words on another machine\n"
                  "hint: set TMPDIR to a folder whose name has only letters, digits "
                  "and / . _ -");
}

/// Holds back this thread's signals from begin() until it is destroyed.
class SignalsHeld {
 public:
  SignalsHeld() = default;
  ~SignalsHeld() {
    if (holds_) ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  void begin() {
    sigset_t all;
    sigfillset(&all);
    holds_ = ::pthread_sigmask(SIG_SETMASK, &all, &before_) == 0;
  }

 private:
  sigset_t before_{};
  bool holds_ = false;
};

}  // namespace

struct ProcessOracle::State {
  TestSetup setup;
  SignalsHeld signals_held;  ///< while the rest is cleaned up
  WorkFolder work;
  FolderLock kept_lock;  ///< held on the kept folder while this oracle may use it
  WakePipe wake_pipe;
  AdoptionOfOrphans adoption;
  std::vector<WorkerSlot> slots;
  Heartbeat heart;
  /// When stopped workers are next told to continue.
  std::chrono::steady_clock::time_point look = std::chrono::steady_clock::now() + kLookEvery;
  struct Ended {
    Finished finished;
    std::optional<Shown> shown = {};
  };
  std::deque<Ended> finished;  ///< not yet returned by wait()
  unsigned jobs;
  double timeout_s;
  std::uint64_t tests = 0;
  Ticket tickets = 0;
  pid_t owner = ::getpid();
  bool shows_output = false;
  std::optional<Shown> shown;

  explicit State(ProcessOracleOptions given)
      : setup(std::move(given)),
        jobs(std::max(setup.options.jobs, 1U)),
        timeout_s(setup.options.timeout_s) {
    setup.work_folder = work.path();
    if (!setup.options.launcher.empty()) check_launchable(work.path());
    while (slots.size() < jobs) slots.emplace_back(setup);
    start_workers();
  }

  ~State() {
    if (owner != ::getpid()) return;
    // Without workers, nothing would remove the folder if this process were killed now.
    signals_held.begin();
    end_workers();
  }

  void start_workers() {
    for (WorkerSlot& slot : slots) slot.start_worker();
  }

  void end_workers() {
    for (WorkerSlot& slot : slots) slot.let_go();
    for (WorkerSlot& slot : slots) slot.reap();
  }

  WorkerSlot& free_slot() {
    const auto slot = std::find_if(slots.begin(), slots.end(),
                                   [](const WorkerSlot& one) { return one.is_free(); });
    if (slot == slots.end()) throw std::logic_error("all slots of the oracle are busy");
    return *slot;
  }

  Task new_task(std::uint64_t stored) {
    Task task;
    task.ticket = ++tickets;
    task.number = ++tests;
    task.timeout_s = timeout_s;
    task.stored = work.stored_path(stored).string();
    task.shows_output = shows_output;
    return task;
  }

  Ticket start_stored(std::uint64_t stored) {
    WorkerSlot& slot = free_slot();
    const Task task = new_task(stored);
    if (std::string problem = slot.give(task); !problem.empty()) {
      finished.push_back({{task.ticket, not_run(std::move(problem))}});
    }
    return task.ticket;
  }

  void read_all() {
    for (WorkerSlot& slot : slots) {
      if (std::optional<WorkerReport> report = slot.read()) {
        std::optional<Shown> shows;
        if (report->shows_output) {
          shows = {report->result, std::move(report->execution.output),
                   std::move(report->execution.errors)};
        }
        finished.push_back({{report->ticket, std::move(report->result)}, std::move(shows)});
      }
    }
  }

  /// poll(), but at most until the next heartbeat or the next check of the workers.
  int wait_beating(std::span<pollfd> watched, const Deadline& deadline) {
    const int wait_ms = milliseconds_until(std::min(heart.next(deadline).value_or(look), look));
    const int ready = ::poll(watched.data(), watched.size(), wait_ms);
    heart.beat(ready < 0);
    if (const auto now = std::chrono::steady_clock::now(); now >= look) {
      for (const WorkerSlot& slot : slots) slot.go_on();
      look = now + kLookEvery;
    }
    if (ready < 0) pause_after_failure();  // it may fail again and again
    return ready;
  }

  /// Waits until a worker or one of `wake` is readable. Returns false if it was not a worker.
  bool wait_for_event(std::span<const int> wake, const Deadline& deadline) {
    std::vector<pollfd> watched = {{wake_pipe.descriptor(), POLLIN, 0}};
    for (const int descriptor : wake) watched.push_back({descriptor, POLLIN, 0});
    const std::size_t others = watched.size();
    for (const WorkerSlot& slot : slots) watched.push_back({slot.descriptor(), POLLIN, 0});
    const int ready = wait_beating(watched, deadline);
    if (ready == 0) return !deadline || milliseconds_until(deadline) > 0;
    if (ready < 0) return false;  // the caller checks why: it may be a signal
    for (std::size_t i = others; i < watched.size(); ++i) {
      if (watched[i].revents != 0) return true;
    }
    return false;
  }

  /// Runs one task from start to end on a free slot. wake() cancels it, even if it was called
  /// earlier and not noticed yet.
  WorkerReport ask(const Task& task) {
    WorkerSlot& slot = free_slot();
    WorkerReport report;
    report.result = not_run(slot.give(task));
    if (!report.result.infrastructure.empty()) return report;
    while (true) {
      if (std::optional<WorkerReport> answer = slot.read()) return std::move(*answer);
      std::array<pollfd, 2> watched = {
          {{slot.descriptor(), POLLIN, 0}, {wake_pipe.descriptor(), POLLIN, 0}}};
      if (wait_beating(watched, std::nullopt) <= 0 || watched[1].revents == 0) continue;
      // A task cancelled before it began gives no report.
      slot.cancel();
      report.result = not_run("the test was cancelled");
      return report;
    }
  }

  std::uint64_t store(std::string_view candidate) {
    const Encoding encoding = setup.options.encoding;
    if (encoding == Encoding::kAsIs) return work.store(candidate, setup.mode);
    return work.store(encode(candidate, encoding), setup.mode);
  }
};

ProcessOracle::ProcessOracle(ProcessOracleOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}

ProcessOracle::~ProcessOracle() = default;

unsigned ProcessOracle::capacity() const { return state_->jobs; }

Ticket ProcessOracle::start(std::string_view candidate) {
  try {
    return start_stored(store(candidate));
  } catch (const std::system_error& error) {
    state_->finished.push_back({{++state_->tickets, not_run(error.what())}});
    return state_->tickets;
  }
}

std::optional<Finished> ProcessOracle::wait(std::span<const int> wake, const Deadline& deadline) {
  while (true) {
    state_->read_all();
    if (!state_->finished.empty()) {
      State::Ended first = std::move(state_->finished.front());
      state_->finished.pop_front();
      if (first.shown) state_->shown = std::move(first.shown);
      return first.finished;
    }
    if (!state_->wait_for_event(wake, deadline)) {
      state_->wake_pipe.drain();
      return std::nullopt;
    }
  }
}

void ProcessOracle::cancel(Ticket ticket) {
  std::erase_if(state_->finished,
                [ticket](const State::Ended& one) { return one.finished.ticket == ticket; });
  for (WorkerSlot& slot : state_->slots) {
    if (slot.is_busy_with(ticket)) slot.cancel();
  }
}

void ProcessOracle::wake() noexcept { state_->wake_pipe.wake(); }

std::string ProcessOracle::trouble() { return find_trouble(state_->setup); }

void ProcessOracle::become_copy() noexcept {
  for (WorkerSlot& slot : state_->slots) slot.forget();
  state_->wake_pipe.close();
  state_->work.become_copy();
  state_->adoption.forget();
  state_->owner = 0;
}

std::uint64_t ProcessOracle::store(std::string_view candidate) { return state_->store(candidate); }

Ticket ProcessOracle::start_stored(std::uint64_t number) { return state_->start_stored(number); }

ProcessOracle::Explained ProcessOracle::explain(std::string_view candidate, bool keeps_folder) {
  Explained explained;
  try {
    Task task = state_->new_task(state_->store(candidate));
    task.purpose = Purpose::kExplain;
    if (keeps_folder) explained.folder = make_kept_folder(state_->kept_lock);
    task.kept_folder = explained.folder.string();
    WorkerReport report = state_->ask(task);
    explained.result = std::move(report.result);
    explained.output = std::move(report.execution.output);
    explained.errors = std::move(report.execution.errors);
    explained.unmet = std::move(report.unmet);
    explained.no_number = std::move(report.no_number);
  } catch (const std::system_error& error) {
    explained.result = not_run(error.what());
  }
  return explained;
}

TestResult ProcessOracle::run_in(const fs::path& folder, std::string_view candidate) {
  try {
    Task task = state_->new_task(state_->store(candidate));
    task.run_folder = fs::absolute(folder).string();
    return state_->ask(task).result;
  } catch (const std::system_error& error) {
    return not_run(error.what());
  }
}

void ProcessOracle::set_timeout(double seconds) { state_->timeout_s = seconds; }

void ProcessOracle::set_jobs(unsigned jobs) {
  state_->jobs = std::clamp(jobs, 1U, static_cast<unsigned>(state_->slots.size()));
}

void ProcessOracle::set_heartbeat(double every_s, std::function<void()> beat) {
  state_->heart.start(every_s, std::move(beat));
}

void ProcessOracle::show_output(bool shows) { state_->shows_output = shows; }

const std::optional<ProcessOracle::Shown>& ProcessOracle::last_shown() const {
  return state_->shown;
}

void ProcessOracle::adopt_original(std::string_view original) {
  WorkerReport report;
  try {
    Task task = state_->new_task(state_->store(original));
    task.purpose = Purpose::kOriginal;
    report = state_->ask(task);
  } catch (const std::system_error& error) {
    report.result = not_run(error.what());
  }
  if (!report.result.infrastructure.empty()) {
    throw Error(ErrorKind::kSystem,
                "cannot run the test on the original: " + report.result.infrastructure);
  }
  state_->setup.conditions.set_original(report.execution);
  // The workers are forked copies of this process: restart them so that they know the original's
  // run.
  state_->end_workers();
  state_->start_workers();
}

}  // namespace grabr
