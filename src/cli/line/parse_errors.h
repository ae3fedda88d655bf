// Turns CLI11's errors about a command line into messages for users.
#pragma once

#include <string>

#include "cli/line/command_line.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace grabr {

/// `app` has parsed `words`, which followed the command's name `called`: "-o needs a file name".
/// With a hint if an option may be misspelt.
std::string words_on(const CLI::ParseError& error, const CLI::App& app, const Words& words,
                     const std::string& called);

}  // namespace grabr
