// Two executions side by side, and in words how one ended.
#pragma once

#include <string>

#include "oracle/condition/execution.h"
#include "oracle/oracle.h"

namespace grabr {

/// As a shell sees it: 128 + N after death by signal N; -1 when it did not end by itself.
int exit_status(const Execution& execution);

/// What follows "the test": "ended with exit status 1", "was ended by SIGSEGV", "did not end in
/// time", or "could not be run: " and why.
std::string how_it_ended(const Execution& execution);
std::string how_it_ended(const TestResult& result);

bool end_alike(const Execution& a, const Execution& b);

/// Whether they wrote the same. Each folder's path counts as one and the same word where all that
/// was written has been captured; else the bytes decide. What a command wrote that did not end
/// depends on the moment, so two such are alike.
bool same_output(const Execution& a, const Execution& b);
bool same_errors(const Execution& a, const Execution& b);

}  // namespace grabr
