// What a run of a command shows of its failure, and the condition that asks for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oracle/condition/conditions.h"
#include "oracle/oracle.h"

namespace grabr {

/// One run that was looked at.
struct SeenRun {
  TestResult result;
  std::string_view output;
  std::string_view errors;
  /// A shell's exit status 128+N stands for the signal N that the command died by.
  bool by_shell = false;
};

struct Symptom {
  std::string words;           ///< what the command does: "dies by SIGSEGV"
  ConditionOptions condition;  ///< one, that holds for the run

  /// The condition as on a command line: "--signal SEGV".
  std::string option() const;
};

/// A failure without any doubt: a sanitizer's report (also libFuzzer's), or the death by a signal
/// that a program gets for a fault of its own. A sanitizer says more than the signal it ends with.
std::optional<Symptom> crash_of(const SeenRun& run);

/// What the run shows that a condition could ask for: a crash, any other signal, or a message (an
/// exception, a failed assertion, an internal error, a line with "error"). Nothing: its exit status
/// is all there is.
std::optional<Symptom> symptom_of(const SeenRun& run);

/// Whether it says that it got no memory.
bool lacks_memory(const SeenRun& run);

}  // namespace grabr
