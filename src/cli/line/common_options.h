// What every command has.
#pragma once

namespace CLI {
class App;
}

namespace grabr {

/// Prints the program's version. The exit status.
int show_version();

/// --help and --version, which every command has.
void declare_common(CLI::App& app);

}  // namespace grabr
