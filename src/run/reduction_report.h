// Makes the saved report of a reduction from the data that the command line has; and that of a
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

/// Describes the input before the search, which consumes its tree.
struct DescribedInput {
  Measure measure;
  std::string_view parsed;  ///< "whole", "partial" or "no"
  bool has_tree = false;    ///< a tree that the search uses
};
/// `briefly`: a text that has no tree yet is not parsed for this.
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
  const std::vector<std::string>& call;  ///< words that started the run
  std::optional<OutsideTests> outside;   ///< none: there is no grammar
  std::string_view result;               ///< the resulting text
  double checks_s = 0;                   ///< seconds for the checks before the search
  double wall_s = 0;
  EndedBy ended_by;
  std::string reason;        ///< why it ended early
  std::optional<Hits> rate;  ///< of a flaky test
  Numbers numbers;
  std::vector<Rejections> rejections;
  unsigned steps_back = 0;
  std::string failure_before, failure_after;  ///< one line each; empty: not known
  bool briefly = false;                       ///< leave out parts that take time
};

/// A reduction that ended without a result.
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

/// Writes the report to `path`. Throws Error(kSystem).
void write_report(const std::string& path, const FailedReduction& failed);
/// The same for a finished reduction, as JSON.
std::string report_text(const FinishedReduction& finished);

/// The output's name in messages: "-" for standard output.
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
