// The user's own formatter, run on the result of a reduction.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "oracle/process_oracle.h"

namespace grabr {

/// Throws Error(kUsage): no such program.
void check_formatter(const std::string& command);

class Formatter {
 public:
  /// `command`: a program and arguments, where {file} stands for the path of a copy of the text
  /// under the base name of `input`. Throws as check_formatter does.
  Formatter(const std::string& command, const std::string& input, double limit_s);

  struct Result {
    std::optional<std::string> text;  ///< as formatted, not empty
    std::string problem;              ///< why there is none
  };
  /// The text is on standard input and in the copy. What comes back is the copy if it has been
  /// changed, else what was printed. `check_stop` throws when the run has been interrupted.
  Result run(std::string_view text, const std::function<void()>& check_stop);

 private:
  double limit_s_;
  std::string name_;  ///< of the copy
  bool edits_copy_;
  ProcessOracle runner_;
};

}  // namespace grabr
