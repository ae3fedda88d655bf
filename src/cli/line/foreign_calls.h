// Translates calls of other reducers that a table of options (cli/line/alias_options.h) cannot: an
// option with another meaning here, two options that make one of ours, another order of arguments.
#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

/// afl-tmin's -t MSEC, where a command follows "--" (`has_command`); llvm-reduce's --test-arg,
/// whose words join the test; picireny's -s beside a grammar. Appends what the user should know to
/// `notes`. Throws Error(kInvalid).
Words translate_foreign_call(const Words& given, bool has_command, std::vector<std::string>& notes);

/// For ddSMT's order, INPUT OUTPUT COMMAND: throws Error(kInvalid) with the equivalent call. `own`
/// has our options declared.
void refuse_other_order(const Words& words, const CLI::App& own);

}  // namespace grabr
