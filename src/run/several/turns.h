// Runs in turns, over several inputs or over the files of a folder: each turn is a separate
// reduction, but all of them are one run for trace, counts and status.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/stop_token.h"
#include "report/trace/kept_files.h"
#include "report/trace/tallies.h"
#include "report/trace/trace.h"
#include "run/check/crash_taken.h"
#include "run/check/hung_tests.h"
#include "run/files/earlier_record.h"
#include "run/files/run_status.h"
#include "run/reduction_run.h"
#include "text/error.h"

namespace grabr {

class Turns {
 public:
  /// The part that a turn reduces: one of several inputs, or a file (or the list of files) of a
  /// folder.
  struct Part {
    std::string name;                               ///< name in the trace
    std::function<void(std::string_view)> on_best;  ///< called with each result
    run::Status whole;                              ///< the run's status at its beginning
    std::optional<std::uint64_t> bytes;             ///< size of all parts; nothing: not known
    std::optional<std::uint64_t> other_bytes;       ///< size of the others; nothing for the list of
                                                    ///< files
    bool is_of_folder = false;
  };

  Turns(run::Listener& listener, const StopToken& stop)
      : listener_(listener), stop_(stop), watch_(stop) {}

  void open_trace(const run::Output& output);

  /// Runs the first turn. If its test sees a crash, calls take_crash(), which makes that the
  /// condition, and runs it again. If it throws, the run has not begun and leaves no status.
  void begin(const std::function<void()>& first,
             const std::function<void(const CrashSeen&)>& take_crash);

  /// The number of the next turn, from 1.
  unsigned next() { return ++count_; }
  run::Result take(const run::Config& config, ReductionJob& job, const Part& part);

  /// Observes the tests of a turn for the trace, numbered on from those of earlier turns.
  class Watcher : public Observer {
   public:
    explicit Watcher(Turns& turns, std::function<void(std::string_view)> on_best = {})
        : trace_(turns.trace()), tests_before_(turns.tests), on_best_(std::move(on_best)) {}

    void on_test(const TestRecord& record) override;
    void on_best(const SharedText& text) override {
      if (on_best_) on_best_(text);
    }

   private:
    TraceWriter* trace_;
    std::uint64_t tests_before_;
    std::function<void(std::string_view)> on_best_;
  };
  TraceWriter* trace() { return trace_ ? &*trace_ : nullptr; }

  /// Call at the end of the run: writes its final status and the data for its page. Returns true if
  /// the run only repeats an earlier one, whose record is kept.
  bool end(EndedBy ended_by, const std::string& reason,
           const std::vector<TurnsRecord::Part>& parts);

  unsigned count() const { return count_; }
  /// How many tests ran at once in the last turn.
  unsigned jobs() const { return jobs_; }
  double seconds() const { return seconds_between(start_, Clock::now()); }

  std::uint64_t tests = 0, executed = 0;  ///< of all turns: tests that count, and tests that ran
  HungTests hung;

 private:
  Observer& status_of(const ReductionJob& job, const Part& part);
  void note_turn(ReductionJob& job, const Part& part);

  run::Listener& listener_;
  const StopToken stop_;
  Clock::time_point start_ = Clock::now();
  StopToken::Watch watch_;
  std::optional<TraceWriter> trace_;
  PassTally tally_;
  std::optional<run::StatusWriter> status_;
  TurnsRecord record_;
  std::string identity_;  ///< identity of all turns so far: their tests, and their initial texts
  std::optional<EarlierRecord> earlier_;
  std::filesystem::path record_folder_;
  unsigned count_ = 0;
  unsigned jobs_ = 1;
};

}  // namespace grabr
