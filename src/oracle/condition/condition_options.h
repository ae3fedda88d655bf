// The conditions of a test as given by the user. Its members are those of the
// rows of all_conditions.def.
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
#define CONDITION(type, member, ...) type member = {};
#include "oracle/condition/all_conditions.def"

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
