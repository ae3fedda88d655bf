// A test as a saved report tells it, and back.
#pragma once

#include "cli/command_line.h"
#include "run/reduction_job.h"
#include "cli/reduction_options.h"
#include "report/saved_report.h"

namespace grabr {

/// The options that make the job's test of its command again, one a word: "--exit=1". Paths among
/// them that the user gave relative are as they were given, or absolute.
Words test_option_words(const ReductionJob& job);

/// The options of a reduction with that test, its time limit and number of jobs. Throws
/// Error(kUsage) when the words cannot be read.
ReduceOptions saved_test_options(const SavedReport& report);
/// The call that the options, which are saved_test_options(), stand for.
Call saved_call(const SavedReport& report, const ReduceOptions& options);

}  // namespace grabr
