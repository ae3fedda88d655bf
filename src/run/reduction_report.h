// The saved report of a reduction: what the command line knows of it, put together; and that of a
// command that ended before its reduction could begin.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/answers/identity.h"
#include "oracle/answers/journal.h"
#include "reduce/core/session.h"
#include "report/form/measure.h"
#include "report/saved/neighbours.h"
#include "report/saved/report.h"
#include "report/trace/recorder.h"
#include "report/trace/tallies.h"
#include "run/check/checks_before.h"
#include "run/job/reduction_job.h"
#include "text/error.h"

namespace grabr {

/// The input as it is before the search, which uses its tree up.
struct DescribedInput {
  Measure measure;
  std::string_view parsed;  ///< "whole", "partial" or "no"
  bool has_tree = false;    ///< that the search is for
};
/// `briefly`: what has no tree yet is not parsed for it.
DescribedInput described_input(const ReductionJob& job, bool briefly);

/// The state of a reduction at its end.
struct FinishedReduction {
  const ReductionJob& job;
  const DescribedInput& input;
  const Session& session;
  const ChecksBefore& checks;
  const OracleIdentity& identity;
  const Journal* journal = nullptr;  ///< null: no answers are kept
  const Recorder& recorder;
  const TestNumbers& numbers_of_tests;
  const std::vector<std::string>& call;  ///< words that the run was started with
  std::optional<OutsideTests> outside;   ///< none: there is no grammar
  std::string_view result;               ///< the text that is the result
  double checks_s = 0;                   ///< seconds that the checks before the search took
  double wall_s = 0;
  EndedBy ended_by;
  std::string reason;        ///< why it ended early
  std::optional<Hits> rate;  ///< of a flaky test
  Numbers numbers;
  std::vector<Rejections> rejections;
  unsigned steps_back = 0;
  std::string failure_before, failure_after;  ///< in a line each; empty: not known
  bool briefly = false;                       ///< leaves out what would take a while
};

/// One that has ended without a result.
struct FailedReduction {
  const ReductionJob& job;
  const DescribedInput& input;
  const ChecksBefore& checks;
  const OracleIdentity& identity;
  const std::vector<std::string>& call;
  double wall_s = 0;
  ErrorKind kind = ErrorKind::kSystem;
  std::string reason;
};

/// Writes it to `path`. Throws Error(kSystem).
void write_report(const std::string& path, const FailedReduction& failed);
/// The same of one that has finished, as JSON.
std::string report_text(const FinishedReduction& finished);

/// The output as messages name it: "-" for standard output.
std::string output_name(const ReductionJob& job);

// The report of a command that ended before its reduction could begin.

/// Writes the report to the file `report`, if one is named: "exit" and "reason", with neither input
/// nor output; in an array if there are `several` inputs. Throws Error(kSystem).
void write_early_report(const std::string& report, bool several, const Error& error);

/// Runs a step before the reduction; reports an Error that ends it, and rethrows it.
template <class Step>
auto with_early_report(const std::string& report, bool several, Step step) {
  try {
    return step();
  } catch (const Error& error) {
    write_early_report(report, several, error);
    throw;
  }
}

}  // namespace grabr
