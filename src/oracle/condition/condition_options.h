// The conditions of a test as given by the user. Its members are those of the
// rows of all_conditions.def.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace grabr {

/// Without conditions on the test's own command, its exit status decides
/// (oracle/process/process_oracle.h).
///
/// Expressions are RE2's, searched in the captured output; "^" and "$" match at lines, "." does not
/// match a line end. Text that is not UTF-8 is read byte by byte. When outputs are compared, each
/// run's folder is left out if all output was captured; otherwise all bytes are compared.
struct ConditionOptions {
#define CONDITION(type, member, ...) type member = {};
#include "oracle/condition/all_conditions.def"

  /// Is there a condition on the test's own command? Without one its exit status decides.
  bool any() const;
  /// Is there a condition on further commands (--and, --not)?
  bool any_further() const { return !also.empty() || !but_not.empty(); }
  /// Is the command one of these further ones?
  bool is_further(const std::vector<std::string>& command) const;
  /// `own`, plus the conditions on further commands of this object.
  ConditionOptions with_own(ConditionOptions own) const;
  bool operator==(const ConditionOptions&) const = default;
};

}  // namespace grabr
