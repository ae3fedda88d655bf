#include "oracle/process_oracle.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <deque>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "oracle/descendants.h"
#include "oracle/test_setup.h"
#include "oracle/wake_pipe.h"
#include "oracle/work_folder.h"
#include "oracle/worker_process.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

TestResult not_run(std::string reason) {
  TestResult result;
  result.outcome = Outcome::kUnresolved;
  result.exit_code = -1;
  result.infrastructure = std::move(reason);
  return result;
}

/// For poll: rounded up, so that it does not spin through the last millisecond.
int remaining_ms(const Deadline& deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(
      *deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<decltype(left)>(left, 0, 3600 * 1000));
}

/// A place for one test at a time.
struct Slot {
  std::optional<WorkerProcess> worker;
  std::optional<Task> task;   ///< under way
  std::vector<Task> given;    ///< to the worker, that one and cancelled ones it may still be busy with
};

}  // namespace

struct ProcessOracle::State {
  TestSetup setup;
  WorkFolder work;
  WakePipe wake_pipe;
  AdoptionOfOrphans adoption;
  std::vector<Slot> slots;
  std::deque<Finished> finished;  ///< that wait() has not handed out
  unsigned jobs;
  double timeout_s;
  std::uint64_t tests = 0;
  Ticket tickets = 0;
  pid_t owner = ::getpid();

  explicit State(ProcessOracleOptions given)
      : setup(std::move(given)),
        slots(std::max(setup.options.jobs, 1U)),
        jobs(static_cast<unsigned>(slots.size())),
        timeout_s(setup.options.timeout_s) {
    setup.work_folder = work.path();
    for (Slot& slot : slots) start_worker(slot);
  }

  ~State() {
    if (owner == ::getpid()) end_workers();
  }

  /// Where that fails the slot is left without one, and the next test tries again.
  std::string start_worker(Slot& slot) {
    try {
      slot.worker.emplace(setup);
      return {};
    } catch (const std::system_error& error) {
      slot.worker.reset();
      return error.what();
    }
  }

  void end_workers() {
    for (Slot& slot : slots) {
      if (slot.worker) slot.worker->let_go();
    }
    for (Slot& slot : slots) {
      if (slot.worker) slot.worker->reap();
      slot.worker.reset();
    }
  }

  /// The worker has died, not by our will: what it left behind is ended and removed.
  std::string bury_worker(Slot& slot) {
    slot.worker->let_go();
    const std::string end = slot.worker->reap();
    slot.worker.reset();
    for (const Task& task : std::exchange(slot.given, {})) {
      const bool kept = !task.kept_folder.empty();
      const fs::path folder = kept ? fs::path(task.kept_folder) : numbered_folder(work.path(), task.number);
      end_processes_of(folder);
      if (!kept) remove_tree(folder);
      remove_tree(control_folder(work.path(), task.number));
      ::unlink(task.stored.c_str());
    }
    return "the process that ran the test " + end;
  }

  /// Hands a task to a slot's worker; a new one when the old one has died. Returns what went wrong.
  std::string give(Slot& slot, const Task& task) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (!slot.worker) {
        std::string problem = start_worker(slot);
        if (!problem.empty()) return problem;
      }
      if (slot.worker->send(task)) {
        slot.task = task;
        slot.given.push_back(task);
        return {};
      }
      bury_worker(slot);
    }
    return "the processes that run the tests die at once";
  }

  Slot& free_slot() {
    const auto slot = std::find_if(slots.begin(), slots.end(), [](const Slot& one) { return !one.task; });
    if (slot == slots.end()) throw std::logic_error("all slots of the oracle are busy");
    return *slot;
  }

  Task new_task(std::uint64_t stored) {
    Task task;
    task.ticket = ++tickets;
    task.number = ++tests;
    task.timeout_s = timeout_s;
    task.stored = work.stored_path(stored).string();
    return task;
  }

  Ticket start_stored(std::uint64_t stored) {
    Slot& slot = free_slot();
    const Task task = new_task(stored);
    if (std::string problem = give(slot, task); !problem.empty()) {
      ::unlink(task.stored.c_str());
      finished.push_back({task.ticket, not_run(std::move(problem))});
    }
    return task.ticket;
  }

  /// Reads what the slot's worker says; a report on another test than the slot's is on a cancelled one.
  std::optional<Report> read(Slot& slot) {
    Report report;
    while (slot.worker && slot.task) {
      switch (slot.worker->read(report)) {
        case ReportReader::State::kNothing: return std::nullopt;
        case ReportReader::State::kClosed:
          report = {};
          report.ticket = slot.task->ticket;
          report.result = not_run(bury_worker(slot));
          break;
        case ReportReader::State::kReport: break;
      }
      const Ticket done = report.ticket;
      std::erase_if(slot.given, [done](const Task& task) { return task.ticket <= done; });
      if (done != slot.task->ticket) continue;
      slot.task.reset();
      return report;
    }
    return std::nullopt;
  }

  void read_all() {
    for (Slot& slot : slots) {
      if (std::optional<Report> report = read(slot)) {
        finished.push_back({report->ticket, std::move(report->result)});
      }
    }
  }

  /// Waits until a worker or one of `wake` has something to say. False: it is something else than a
  /// worker.
  bool wait_for_event(std::span<const int> wake, const Deadline& deadline) {
    std::vector<pollfd> watched = {{wake_pipe.descriptor(), POLLIN, 0}};
    for (const int descriptor : wake) watched.push_back({descriptor, POLLIN, 0});
    const std::size_t others = watched.size();
    for (const Slot& slot : slots) {
      if (slot.worker && slot.task) watched.push_back({slot.worker->descriptor(), POLLIN, 0});
    }
    const int wait_ms = remaining_ms(deadline);
    const int ready = ::poll(watched.data(), watched.size(), wait_ms);
    if (ready == 0) return wait_ms < 0 || remaining_ms(deadline) > 0;
    if (ready < 0) return true;
    for (std::size_t i = others; i < watched.size(); ++i) {
      if (watched[i].revents != 0) return true;
    }
    return false;
  }

  /// One task from start to end, on a free slot. wake() cancels it.
  Report ask(Task task) {
    wake_pipe.drain();
    Slot& slot = free_slot();
    Report report;
    report.result = not_run(give(slot, task));
    if (!report.result.infrastructure.empty()) {
      ::unlink(task.stored.c_str());
      return report;
    }
    bool cancelled = false;
    while (true) {
      if (std::optional<Report> answer = read(slot)) return std::move(*answer);
      std::array<pollfd, 2> watched = {{{slot.worker->descriptor(), POLLIN, 0},
                                        {cancelled ? -1 : wake_pipe.descriptor(), POLLIN, 0}}};
      if (::poll(watched.data(), watched.size(), -1) <= 0 || watched[1].revents == 0) continue;
      slot.worker->cancel(task.ticket);
      cancelled = true;
    }
  }

  std::uint64_t store(std::string_view candidate) { return work.store(candidate, setup.mode); }
};

ProcessOracle::ProcessOracle(ProcessOracleOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}

ProcessOracle::~ProcessOracle() = default;

unsigned ProcessOracle::capacity() const { return state_->jobs; }

Ticket ProcessOracle::start(std::string_view candidate) {
  try {
    return start_stored(store(candidate));
  } catch (const std::system_error& error) {
    state_->finished.push_back({++state_->tickets, not_run(error.what())});
    return state_->tickets;
  }
}

std::optional<Finished> ProcessOracle::wait(std::span<const int> wake, const Deadline& deadline) {
  while (true) {
    state_->read_all();
    if (!state_->finished.empty()) {
      Finished first = std::move(state_->finished.front());
      state_->finished.pop_front();
      return first;
    }
    if (!state_->wait_for_event(wake, deadline)) {
      state_->wake_pipe.drain();
      return std::nullopt;
    }
  }
}

void ProcessOracle::cancel(Ticket ticket) {
  std::erase_if(state_->finished, [ticket](const Finished& one) { return one.ticket == ticket; });
  for (Slot& slot : state_->slots) {
    if (!slot.task || slot.task->ticket != ticket) continue;
    slot.worker->cancel(ticket);
    slot.task.reset();
  }
}

void ProcessOracle::wake() noexcept { state_->wake_pipe.wake(); }

void ProcessOracle::become_copy() noexcept {
  for (Slot& slot : state_->slots) slot = Slot();
  state_->wake_pipe.close();
  state_->work.become_copy();
  state_->adoption.forget();
  state_->owner = 0;
}

std::uint64_t ProcessOracle::store(std::string_view candidate) { return state_->store(candidate); }

Ticket ProcessOracle::start_stored(std::uint64_t number) { return state_->start_stored(number); }

void ProcessOracle::drop_stored(std::uint64_t number) noexcept {
  ::unlink(state_->work.stored_path(number).c_str());
}

ProcessOracle::Explained ProcessOracle::explain(std::string_view candidate) {
  Explained explained;
  try {
    Task task = state_->new_task(state_->store(candidate));
    task.purpose = Purpose::kExplain;
    explained.folder = make_kept_folder();
    task.kept_folder = explained.folder.string();
    Report report = state_->ask(std::move(task));
    explained.result = std::move(report.result);
    explained.output = std::move(report.execution.output);
    explained.errors = std::move(report.execution.errors);
    explained.unmet = std::move(report.unmet);
  } catch (const std::system_error& error) {
    explained.result = not_run(error.what());
  }
  return explained;
}

TestResult ProcessOracle::run_in(const fs::path& folder, std::string_view candidate) {
  try {
    Task task = state_->new_task(state_->store(candidate));
    task.run_folder = fs::absolute(folder).string();
    return state_->ask(std::move(task)).result;
  } catch (const std::system_error& error) {
    return not_run(error.what());
  }
}

void ProcessOracle::set_timeout(double seconds) { state_->timeout_s = seconds; }

void ProcessOracle::set_jobs(unsigned jobs) {
  state_->jobs = std::clamp(jobs, 1U, static_cast<unsigned>(state_->slots.size()));
}

void ProcessOracle::adopt_original(std::string_view original) {
  Task task = state_->new_task(state_->store(original));
  task.purpose = Purpose::kOriginal;
  const Report report = state_->ask(std::move(task));
  if (!report.result.infrastructure.empty()) {
    throw Error(Exit::kFailure,
                "cannot run the test on the original: " + report.result.infrastructure);
  }
  state_->setup.conditions.set_original(report.execution);
  // The workers are copies of this process: new ones know it, too.
  state_->end_workers();
  for (Slot& slot : state_->slots) state_->start_worker(slot);
}

}  // namespace grabr
