// The program: picks the command, parses its options, runs it, and turns errors into messages and
// exit statuses.
#pragma once

namespace grabr {

/// What `main` returns.
int run_program(int argc, const char* const* argv);

}  // namespace grabr
