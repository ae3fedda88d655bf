// The conditions of a test as given by the user. Each member has its row in condition_kinds.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace grabr {

/// Nothing about the test's own command: its exit status decides (oracle/process/process_oracle.h).
///
/// Expressions are RE2's, searched in the captured output; "^" and "$" match at lines, "." does not
/// match a line end. Text that is not UTF-8 is read byte by byte. Outputs are compared without each
/// run's folder if all was captured, otherwise byte for byte.
struct ConditionOptions {
  std::vector<int> exits = {};               ///< --exit: one of them, 0 to 255
  std::vector<std::string> signals = {};     ///< --signal: one of them; "SEGV", "SIGSEGV" or "11"
  std::vector<std::string> output = {};      ///< --stdout: expressions, each of which must match
  std::vector<std::string> errors = {};      ///< --stderr
  std::vector<std::string> not_output = {};  ///< --not-stdout: none may match
  std::vector<std::string> not_errors = {};  ///< --not-stderr
  std::optional<double> hang_s = {};         ///< --hang: does not end within this many seconds
  std::vector<std::string> differs = {};     ///< --differs: CMD2; exit status or output differ
  bool same_as_original = false;             ///< --same-as-original: exit status and both outputs
  std::vector<int> same_crash = {};  ///< --same-crash=N: the last is the number of functions
  std::vector<std::string> crash_parts = {};           ///< --crash-parts: what else counts in it
  std::vector<std::vector<std::string>> also = {};     ///< --and: commands that exit with 0
  std::vector<std::vector<std::string>> but_not = {};  ///< --not: commands that do not
  std::optional<double> further_s = {};  ///< --and-timeout: how long each of these may take

  /// Any on the test's own command; without one its exit status decides.
  bool any() const;
  /// Any on further commands (--and, --not).
  bool any_further() const { return !also.empty() || !but_not.empty(); }
  /// Is it one of these?
  bool is_further(const std::vector<std::string>& command) const;
  /// `own`, with what is asked here of further commands.
  ConditionOptions with_own(ConditionOptions own) const;
  bool operator==(const ConditionOptions&) const = default;
};

}  // namespace grabr
