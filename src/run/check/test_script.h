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
  std::size_t word = 0;        ///< of the command: 0 for a script, 1 for `sh script`
};

/// The test program if it is a text, or else the first argument that is one (`sh test.sh`).
TestScript find_script(const ProcessOracleOptions& test);

/// What a shell is told before it reads the script.
enum class ShellMode : std::uint8_t {
  kTraced,  ///< tells on standard error each command that it runs, and those not found
  kStrict,  ///< ends at a variable that is not set (set -u)
};

/// The same test by bash, if there is one, else by the shell of its own, in this mode. Nothing
/// where no sh, bash or dash runs it.
std::optional<ProcessOracleOptions> test_in_mode(ShellMode mode, const ProcessOracleOptions& test,
                                                 const TestScript& script);

struct TracedCommand {
  unsigned line = 0;    ///< of the script, from 1; 0: the shell does not say
  unsigned depth = 0;   ///< 0: of the script itself; more: within $( )
  std::string options;  ///< that the shell runs with: "errexit:pipefail"; empty: it does not say
  std::string text;
};

struct Trace {
  std::vector<TracedCommand> commands;
  std::vector<std::string> missing;  ///< programs that were not found, each once
};

/// What a traced test wrote to standard error.
Trace read_trace(std::string_view errors);

}  // namespace grabr
