// Compares two executions, and says in words how one ended.
#pragma once

#include <string>

#include "oracle/condition/execution.h"
#include "oracle/oracle.h"

namespace grabr {

/// As a shell sees it: 128 + N after death by signal N; -1 if it did not end by itself.
int exit_status(const Execution& execution);

/// Completes "the test …": "ended with exit status 1", "was ended by SIGSEGV", "did not end in
/// time", or "could not be run: " and why.
std::string how_it_ended(const Execution& execution);
std::string how_it_ended(const TestResult& result);

bool end_alike(const Execution& a, const Execution& b);

/// Whether they wrote the same. If all output was captured, each run's folder path counts as the
/// same word; otherwise the bytes decide. The output of a command that did not end depends on when
/// it was stopped, so two such runs are alike.
bool same_output(const Execution& a, const Execution& b);
bool same_errors(const Execution& a, const Execution& b);

}  // namespace grabr
