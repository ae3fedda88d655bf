// The texts that a job starts with: the input, decoded or converted, and a passing text.
#pragma once

#include <string>

#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// Who judges the candidates.
enum class JudgedBy { kProcess, kHost };

/// Checks the commands that decode and encode before anything else. Throws Error(kInvalid).
void require_conversion(const run::Config& config, JudgedBy by);

/// The bytes of the input's file. Throws Error for a folder, or a missing or empty file.
std::string read_input(const run::Config& config, run::Listener& listener);

/// Makes the job's text from its bytes, and sets how the text becomes a file again.
void decode_input(const run::Config& config, ReductionJob& job, run::Listener& listener);

/// Reads the passing text, if there is one. Throws Error(kInvalid) if it cannot be compared with
/// the input.
void read_passing(const run::Config& config, ReductionJob& job);

}  // namespace grabr
