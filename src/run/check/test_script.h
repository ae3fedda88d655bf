// The script behind a test: its text, and what a shell says it does.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"

namespace grabr {

/// The file that tells what the test does, as far as it is text.
struct TestScript {
  std::filesystem::path path;  ///< empty: a program, a command without a script, or a shell text
  std::string text;            ///< the shell text, too
  bool no_interpreter_line = false;  ///< /bin/sh runs it for want of a "#!"
  std::size_t word = 0;              ///< of the command: 0 for a script, 1 for `sh script`
};

/// The test program if it is a text, or else the first argument that is one (`sh test.sh`).
TestScript find_script(const ProcessOracleOptions& test);

/// The shell that runs it, with its options: "/bin/bash -e". Empty: none that is known here.
std::vector<std::string> shell_of(const ProcessOracleOptions& test, const TestScript& script);

/// The same test with its shell telling on standard error each command that it runs (set -x).
/// Nothing where no sh, bash or dash runs it.
std::optional<ProcessOracleOptions> traced_test(const ProcessOracleOptions& test,
                                                const TestScript& script);

struct TracedCommand {
  unsigned line = 0;   ///< of the script, from 1; 0: the shell does not say
  unsigned depth = 0;  ///< 0: of the script itself; more: within $( )
  std::string text;
};

/// The commands among what a traced test wrote to standard error.
std::vector<TracedCommand> read_trace(std::string_view errors);

}  // namespace grabr
