// The program: picks the command, parses its options, runs it, and turns errors into messages and
// exit statuses.
#pragma once

namespace CLI {
class App;
}

namespace grabr {

/// What `main` returns.
int run_program(int argc, const char* const* argv);

/// Prints the program's version. The exit status.
int show_version();

/// --help and --version, which every command has.
void declare_common(CLI::App& app);

}  // namespace grabr
