// Calls of other reducers that no table of options (cli/alias_options.h) can translate: where an
// option means another thing here, where two options make one of ours, where the order is another.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

/// afl-tmin's -t MSEC, where a command follows "--" (`has_command`); llvm-reduce's --test-arg,
/// whose words join the test. Appends what the user should know to `notes`. Throws Error(kInvalid).
Words translate_foreign_call(const Words& words, bool has_command, std::vector<std::string>& notes);

/// ddSMT's order, INPUT OUTPUT COMMAND: throws Error(kInvalid) with the call that is meant. `own`
/// has our options declared.
void refuse_other_order(const Words& words, const CLI::App& own);

}  // namespace grabr
