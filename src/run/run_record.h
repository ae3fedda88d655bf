// What a run records of itself, beside its result: trace, history, status, counts, report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle/answers/identity.h"
#include "reduce/core/session.h"
#include "report/history.h"
#include "report/neighbours.h"
#include "report/outside_tests.h"
#include "report/pass_tally.h"
#include "report/recorder.h"
#include "report/trace.h"
#include "run/check/checked_test.h"
#include "run/check/hung_tests.h"
#include "run/check/rejections.h"
#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/files/other_crashes.h"
#include "run/files/run_status.h"
#include "run/job/reduction_job.h"
#include "run/reduction_report.h"
#include "run/result.h"

namespace grabr {

/// What files about the run are called: by its output, as an input may be reduced in several ways.
std::string run_name(const ReductionJob& job);

/// Who watches the session of a run, and writes down what was seen.
class RunRecord {
 public:
  /// Opens what is asked for, so that what cannot be written is found out before the first test.
  /// `keeps_history`: the run has a folder of its own, for a person who wants to look at it. All
  /// arguments must outlive this. Throws Error(kSystem).
  RunRecord(const run::Config& config, const ReductionJob& job, run::Listener& listener,
            bool keeps_history);

  bool keeps_history() const { return keeps_history_; }

  /// The search begins. `original`: the text of the input as given. To be called before observe().
  void begin(const std::string& original, const Recorder::TokenCount& count_tokens);
  /// Adds the observers whose place is before those of the run.
  void observe_first(Session& session);
  /// Those that write every best text follow those that save it.
  void observe(Session& session);

  /// Adds what was counted.
  void describe(run::Result& result) const;
  /// What else a report says.
  struct Ended {
    const Session& session;
    CheckedTest& checked;
    const OracleIdentity& identity;  ///< of the test
    double checks_s = 0;             ///< seconds that the checks before the search took
  };
  /// Writes the report that is asked for, and the one for a page.
  void write_reports(const run::Result& result, const Ended& ended);
  /// Keeps the test for who asks it about the result, and says how the run has ended.
  void end(const run::Result& result, const CheckedTest& checked);

  /// There is no result.
  void end_with(const Error& error);
  /// For a report that is asked for: why there is no result, and what the checks have found.
  void report_failure(const Error& error, const CheckedTest& checked,
                      const OracleIdentity& identity, double wall_s);

 private:
  void keep_test(const CheckedTest& checked) const;

  const run::Config& config_;
  const ReductionJob& job_;
  run::Listener& listener_;
  bool keeps_history_;
  PassTally tally_;
  std::optional<run::StatusWriter> status_;
  std::optional<HistoryWriter> history_;
  std::optional<TraceWriter> trace_;
  std::optional<DescribedInput> input_;  // for the report
  std::optional<Recorder> recorder_;
  TestNumbers test_numbers_;
  HungTestCount hung_;
  RejectionCount rejected_;
  std::optional<OtherCrashes> others_;
  std::optional<OutsideTestCount> outside_;
};

}  // namespace grabr
