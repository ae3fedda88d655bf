// The seam to the user's test: candidate bytes in, outcome out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grabr {

/// In the words of delta debugging: fail = the failure is still there ("interesting").
enum class Outcome : std::uint8_t { kFail, kPass, kUnresolved };

std::string_view outcome_name(Outcome outcome);  ///< "fail", "pass", "unresolved"

/// What one run of the test gave.
struct TestResult {
  Outcome outcome = Outcome::kPass;
  int exit_code = 0;     ///< of the test; -1 when it died by a signal or did not end
  int signal = 0;        ///< that killed it, or 0
  bool timed_out = false;
  std::string infrastructure;  ///< not empty: the test could not be run, and why; not an answer
};

/// Something that judges candidates. One implementation runs processes; tests bring functions.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual TestResult run(std::string_view candidate) = 0;
};

}  // namespace grabr
