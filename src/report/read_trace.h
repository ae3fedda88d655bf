// Reads a trace again, in either of its forms (report/trace.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grabr {

/// A test of a trace.
struct TracedTest {
  std::uint64_t number = 0;
  std::string outcome, edit, text;
};

/// All lines. Throws Error(kInvalid) with `name` and the number of a line that is not of a trace.
std::vector<TracedTest> read_trace(const std::string& name, std::string_view trace);

}  // namespace grabr
