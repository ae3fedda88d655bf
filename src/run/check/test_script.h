// The script of a test: its text, and its shell's account of a run.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"

namespace grabr {

/// The file that defines the test, if it is text.
struct TestScript {
  std::filesystem::path path;  ///< empty: a program, a command without a script, or a shell text
  std::string text;            ///< also set for a shell text
  std::size_t word = 0;        ///< index in the command: 0 for a script, 1 for `sh script`
};

/// The test program if it is text, otherwise the first argument that is (`sh test.sh`).
TestScript find_script(const ProcessOracleOptions& test);

/// How the shell runs the script.
enum class ShellMode : std::uint8_t {
  kTraced,  ///< prints on standard error each command that it runs, and those not found
  kStrict,  ///< stops at a variable that is not set (set -u)
};

/// The same test run by bash, if it is installed, otherwise by its own shell, in this mode. Nothing
/// if it is not run by sh, bash or dash.
std::optional<ProcessOracleOptions> test_in_mode(ShellMode mode, const ProcessOracleOptions& test,
                                                 const TestScript& script);

struct TracedCommand {
  unsigned line = 0;    ///< line of the script, from 1; 0: not known
  unsigned depth = 0;   ///< 0: in the script itself; more: within $( )
  std::string options;  ///< options of the shell: "errexit:pipefail"; empty: not known
  std::string text;
};

struct Trace {
  std::vector<TracedCommand> commands;
  std::vector<std::string> missing;  ///< programs that were not found, each once
};

/// Reads what a traced test wrote to standard error.
Trace read_trace(std::string_view errors);

}  // namespace grabr
