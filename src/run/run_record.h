// The files that a run writes apart from its result: trace, history, status, counts, report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/identity.h"
#include "reduce/core/session.h"
#include "report/saved/neighbours.h"
#include "report/trace/history.h"
#include "report/trace/recorder.h"
#include "report/trace/tallies.h"
#include "report/trace/trace.h"
#include "run/check/checked_test.h"
#include "run/check/hung_tests.h"
#include "run/check/rejections.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/files/earlier_record.h"
#include "run/files/other_crashes.h"
#include "run/files/run_status.h"
#include "run/job/reduction_job.h"
#include "run/reduction_report.h"
#include "run/result.h"

namespace grabr {

/// The stem of the run's file names: its output's name, because an input may have several outputs.
std::string run_name(const ReductionJob& job);

/// Observes the session of a run and writes the files about it.
class RunRecord {
 public:
  /// Opens the requested files, so that errors come before the first test. `keeps_history`: also
  /// keeps history, status, report and test in the run's cache folder; a turn says where its
  /// history and report are kept. All arguments must outlive this. Throws Error(kSystem) if a file
  /// cannot be written.
  RunRecord(const run::Config& config, const ReductionJob& job, run::Listener& listener,
            bool keeps_history);

  bool keeps_history() const { return keeps_history_; }

  /// Call at the beginning of the search, before observe(). `original`: the text of the input.
  void begin(const SharedText& original, const Recorder::TokenCount& count_tokens);
  /// Adds the observers that must come before those of the run.
  void observe_first(Session& session);
  /// Adds the others. Those that record best texts must come after the one that saves them.
  void observe(Session& session);

  /// Copies the counts into the result.
  void describe(run::Result& result) const;
  /// Further facts for the report.
  struct Ended {
    const Session& session;
    CheckedTest& checked;
    const OracleIdentity& identity;  ///< identity of the test
    double checks_s = 0;             ///< seconds for the checks before the search
  };
  /// Writes the report if one is requested, and the one that `grabr report --html` reads.
  void write_reports(const run::Result& result, const Ended& ended);
  /// Saves the test for `grabr explain`, and the final status. Returns true if the run only repeats
  /// an earlier one, whose record is kept. `identity`: of the test.
  bool end(const run::Result& result, const CheckedTest& checked, const OracleIdentity& identity);

  /// Call if the run has not begun: restores the record of an earlier run.
  void forget();
  /// Restores the record of an earlier run, or saves the final status of a run that has begun.
  void end_with(const Error& error);
  /// Writes the report, if one is requested, of a run without a result: the error, and the checks.
  void report_failure(const Error& error, const CheckedTest& checked,
                      const OracleIdentity& identity, double wall_s);

 private:
  void keep_test(const CheckedTest& checked) const;

  const run::Config& config_;
  const ReductionJob& job_;
  run::Listener& listener_;
  bool keeps_history_;
  struct KeptPlace {
    std::filesystem::path folder;
    std::string name;
  };
  static std::optional<KeptPlace> place_of(const ReductionJob& job, bool keeps_history);
  const std::optional<KeptPlace> kept_;  ///< for history and report; nothing: none are kept
  std::optional<EarlierRecord> earlier_;
  SharedText original_;
  PassTally tally_;
  std::optional<run::StatusWriter> status_;
  std::optional<HistoryWriter> history_;
  std::optional<TraceWriter> trace_;
  std::optional<DescribedInput> input_;  // data for the report
  std::optional<Recorder> recorder_;
  TestNumbers test_numbers_;
  HungTestCount hung_;
  RejectionCount rejected_;
  std::optional<OtherCrashes> others_;
  std::optional<OutsideTestCount> outside_;
};

}  // namespace grabr
