// What differs between the builds that tests run in. Tests are compiled once for all of them
// (tests/CMakeLists.txt), so it is not known before they run.
#pragma once

#include <string>

namespace grabr::support {

/// Is the library under test compiled with sanitizers? Then tests run ten times slower.
bool is_sanitized();

/// The path of the program.
std::string built_program();

/// How often something is tried that is tried `count` times without sanitizers.
template <class Count>
Count runs(Count count) {
  return is_sanitized() ? (count + 9) / 10 : count;
}

}  // namespace grabr::support
