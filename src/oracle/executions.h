// Two executions side by side, and one in words.
#pragma once

#include <string>

#include "oracle/conditions.h"

namespace grabr {

/// As a shell sees it: 128 + N after death by signal N; -1 when it did not end by itself.
int exit_status(const Execution& execution);

/// "it ended with exit status 1", "it was ended by SIGSEGV", "it did not end in time".
std::string describe_end(const Execution& execution);

bool end_alike(const Execution& a, const Execution& b);

/// Whether they wrote the same. Each folder's path counts as one and the same word where all that
/// was written has been captured; else the bytes decide. What a command wrote that did not end
/// depends on the moment, so two such are alike.
bool same_output(const Execution& a, const Execution& b);
bool same_errors(const Execution& a, const Execution& b);

}  // namespace grabr
