// Runs the user's programs outside tests: those that make a text from a text (a formatter, a
// preprocessor), and those that make a file from a file (oracle/test/conversion.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/process/process_oracle.h"
#include "oracle/process/work_folder.h"

namespace grabr {

/// Throws Error(kInvalid): no such program. `setting` names the option: "{formatter}".
void check_formatter(const std::string& command, std::string_view setting);

/// The words of a command. Its program gets a name by which it is found from any folder. Throws as
/// check_formatter does.
std::vector<std::string> find_words(const std::string& command, std::string_view setting);

/// "it ended with exit status 1"; empty if it ended well.
std::string words_on_end(const TestResult& result, double limit_s);

class Formatter {
 public:
  /// `command`: a program and arguments; {file} or @@ becomes the path of a copy of the text with
  /// the base name of `input`. It runs in the current folder, where its settings may be. Throws as
  /// check_formatter does.
  Formatter(const std::string& command, const std::string& input, double limit_s,
            std::string_view setting);

  struct Result {
    std::optional<std::string> text;  ///< the formatted text, not empty
    std::string problem;              ///< why there is no text
  };
  /// The text is on standard input and in the copy. The result is the copy if it has changed,
  /// otherwise the standard output. Throws Error if `stop` ends it.
  Result run(std::string_view text, const StopToken& stop);

 private:
  std::string formatted(std::string_view text) const;

  double limit_s_;
  bool edits_copy_;
  WorkFolder work_;  ///< folder for the result
  ProcessOracle runner_;
};

/// The words of a command that converts files. Its program and its files get names that work in any
/// folder. `setting` names the option: "{decode}". Throws Error(kInvalid) if there is no such
/// program.
std::vector<std::string> conversion_words(const std::string& command, std::string_view setting);

class Converter {
 public:
  /// `name`: name of the file that the command gets.
  Converter(const std::vector<std::string>& words, const std::string& name, double limit_s);

  struct Result {
    std::optional<std::string> made;
    std::string problem;  ///< why there is no result
  };
  /// Caches the last result.
  Result run(std::string_view given);

 private:
  double limit_s_;
  WorkFolder work_;  ///< folder for the result
  ProcessOracle runner_;
  std::string last_given_;
  std::optional<std::string> last_made_;
};

}  // namespace grabr
