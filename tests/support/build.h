// Differences between the builds that tests run in. Tests are compiled once for all of them
// (tests/CMakeLists.txt), so this is known only at run time.
#pragma once

#include <string>

namespace grabr::support {

/// Whether the library under test is compiled with sanitizers; then tests take ten times as long.
bool is_sanitized();

/// The path of the program.
std::string built_program();

/// The number of attempts, given the number without sanitizers.
template <class Count>
Count runs(Count count) {
  return is_sanitized() ? (count + 9) / 10 : count;
}

}  // namespace grabr::support
