// Habits of other reducers that the table of options (cli/line/alias_options.h) cannot express.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"

namespace CLI {
class App;
}

namespace grabr {

/// The words of a call under another name: creduce, cvise and shrinkray replace their input, so
/// grabr does too if it is called by such a name.
Words with_habits_of(std::string_view called_as, Words words);

/// Throws Error(kInvalid) for "bash test.sh input.c", where bash would be the test of two inputs.
void refuse_unquoted_test(const Words& words, const CLI::App& own);

}  // namespace grabr
