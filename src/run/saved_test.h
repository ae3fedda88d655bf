// A test as a report tells it.
#pragma once

#include "run/command_words.h"
#include "run/reduction_job.h"

namespace grabr {

/// The options that make the job's test of its command again, one a word: "--exit=1". Paths among
/// them that the user gave relative are as they were given, or absolute.
Words test_option_words(const ReductionJob& job);

}  // namespace grabr
