// What is said of a command line that cannot be parsed: the errors of CLI11 in words for users.
#pragma once

#include <string>

#include "cli/line/command_line.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace grabr {

/// `app` has parsed `words`, those behind the name of the command, which is `called`: "-o needs a
/// file name". With a hint where an option may be misspelt.
std::string words_on(const CLI::ParseError& error, const CLI::App& app, const Words& words,
                     const std::string& called);

}  // namespace grabr
