// Translates calls of other reducers that the table of options (cli/line/alias_options.h) cannot:
// an option with another meaning here, two options that become one, other orders of arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

/// afl-tmin's -t MSEC and treereduce's -s FILE, where a command follows "--" (`has_command`);
/// llvm-reduce's --test-arg, whose words join the test; picireny's -s beside a grammar, of which it
/// takes several; picire's -a and -l, by their values. Appends what the user should know to
/// `notes`. Throws Error(kInvalid).
Words translate_foreign_call(const Words& given, bool has_command, std::vector<std::string>& notes);

/// The words of a call under another name: creduce, cvise and shrinkray replace their input, so a
/// link of that name does, too.
Words with_habits_of(std::string_view called_as, Words words);

/// For "bash test.sh input.c", where bash would be the test of two inputs: throws Error(kInvalid).
void refuse_unquoted_test(const Words& words, const CLI::App& own);

/// For a test of Lithium's by its name, "crashes COMMAND": throws Error(kInvalid) with the options
/// that say the same.
void refuse_lithium_call(const Words& words, const CLI::App& own);

/// For ddSMT's order, INPUT OUTPUT COMMAND: throws Error(kInvalid) with the equivalent call.
/// `given` are the words before any translation, `own` has our options declared.
void refuse_other_order(const Words& words, const Words& given, const CLI::App& own);

}  // namespace grabr
