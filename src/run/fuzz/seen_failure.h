// What a run of an input has shown: kept on disk by fuzz and triage, and made a condition.
#pragma once

#include <optional>
#include <string>

#include "oracle/condition/failure_signature.h"

namespace grabr {

struct SeenFailure {
  bool fails = true;
  bool timed_out = false;
  FailureSignature signature = {};
};

/// One line of JSON.
std::string seen_text(const SeenFailure& seen);
/// The inverse; nothing for a text of another version.
std::optional<SeenFailure> seen_of_text(const std::string& text);

/// `given`, and what holds only if an input fails with the same signature.
ConditionOptions conditions_of(const SeenFailure& seen, ConditionOptions given);

/// "exit-1" for a name of a file; "SIGSEGV".
std::string file_name_of(std::string end);

}  // namespace grabr
