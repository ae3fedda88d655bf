// Runs a command that makes one file of another (oracle/test/conversion.h), outside of tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "oracle/process/work_folder.h"

namespace grabr {

/// The words of such a command, its program and its files named so that it can run in any folder.
/// `setting` names the option: "{decode}". Throws Error(kInvalid): no such program.
std::vector<std::string> conversion_words(const std::string& command, std::string_view setting);

class Converter {
 public:
  /// `name`: of the file that it is given.
  Converter(const std::vector<std::string>& words, const std::string& name, double limit_s);

  struct Result {
    std::optional<std::string> made;
    std::string problem;  ///< why nothing was made
  };
  /// The last result is kept.
  Result run(std::string_view given);

 private:
  double limit_s_;
  WorkFolder work_;  ///< for the result
  ProcessOracle runner_;
  std::string last_given_;
  std::optional<std::string> last_made_;
};

}  // namespace grabr
