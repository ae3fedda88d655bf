// One run of a command: how it ended, also in words, and whether it was like another run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

/// How one run of a command ended and what it wrote.
struct Execution {
  int exit_code = -1;  ///< -1: died by a signal, timed out or was not run
  int signal = 0;
  bool timed_out = false;
  std::string failure;  ///< not empty: why it could not be run
  double seconds = 0;
  std::string output;  ///< the beginning of each stream, up to a limit
  std::string errors;
  Hash128 output_hash;  ///< of the whole stream
  Hash128 errors_hash;
  std::string folder;  ///< folder that it ran in, as the command saw it
};

/// Runs a command (program and arguments, "@@" not yet replaced) on the test's candidate in a fresh
/// folder and returns when it has ended.
using Execute = std::function<Execution(const std::vector<std::string>& command)>;

/// As a shell sees it: 128 + N after death by signal N; -1 if the run did not end by itself.
int exit_status(const Execution& execution);

/// Completes "the test …": "ended with exit status 1", "was ended by SIGSEGV", "did not end in
/// time", or "could not be run: " and the reason.
std::string how_it_ended(const Execution& execution);
std::string how_it_ended(const TestResult& result);

bool end_alike(const Execution& a, const Execution& b);

/// Did both write the same? If all output was captured, each run's folder path counts as the same
/// word; otherwise the bytes decide. The output of a command that did not end depends on when it
/// was stopped, so two such runs are alike.
bool same_output(const Execution& a, const Execution& b);
bool same_errors(const Execution& a, const Execution& b);

/// Names of signals: 11 for "SEGV", "SIGSEGV" or "11" in any case; nothing for unknown names. The
/// reverse gives "SIGSEGV", or "signal 40" for one without a name.
std::optional<int> signal_by_name(std::string_view name);
std::string signal_name(int number);

}  // namespace grabr
