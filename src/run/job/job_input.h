// The texts that a job begins with: the input, read, decoded or converted, and one that passes.
#pragma once

#include <string>

#include "run/config/config.h"
#include "run/config/listener.h"
#include "run/job/reduction_job.h"

namespace grabr {

/// Who judges the candidates.
enum class JudgedBy { kProcess, kHost };

/// Errors of the commands that decode and encode, before anything else is asked of them. Throws
/// Error(kInvalid).
void require_conversion(const run::Config& config, JudgedBy by);

/// The bytes of the input's file. Throws Error: a folder, a missing or empty file.
std::string read_input(const run::Config& config, run::Listener& listener);

/// Makes the text that is searched of the bytes in the job, and says how it becomes a file again.
void decode_input(const run::Config& config, ReductionJob& job, run::Listener& listener);

/// Reads the passing text, where there is one to begin with. Throws Error(kInvalid) if it cannot be
/// compared with the input.
void read_passing(const run::Config& config, ReductionJob& job);

}  // namespace grabr
