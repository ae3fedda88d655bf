// Recognises a failure in a run of a command, and makes the condition that tests for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "oracle/condition/conditions.h"
#include "oracle/oracle.h"

namespace grabr {

/// One run that is examined.
struct SeenRun {
  TestResult result;
  std::string_view output;
  std::string_view errors;
  /// A shell's exit status 128+N stands for the signal N that the command died by.
  bool by_shell = false;
  std::string_view input = {};  ///< the text it ran on; its parts in a message do not count
  std::string input_name = {};  ///< name of the input's file
};

struct Symptom {
  std::string words;           ///< the command's behaviour in words: "dies by SIGSEGV"
  ConditionOptions condition;  ///< a condition that holds for the run

  /// The condition as on a command line: "--signal SEGV".
  std::string option() const;
};

/// A certain failure: a sanitizer's report (also libFuzzer's), or death by a signal that a program
/// gets for its own fault. A sanitizer's report takes precedence over the signal.
std::optional<Symptom> crash_of(const SeenRun& run);

/// A crash, or a failure by the table of failures (an exception, a failed assertion, an internal
/// error) of a run that did not end with 0.
std::optional<Symptom> failure_of(const SeenRun& run);

/// What a condition could test for: a failure, any other signal, or a line with "error". Nothing if
/// there is only the exit status.
std::optional<Symptom> symptom_of(const SeenRun& run);

/// Does the condition match a message about a rejected input? Then other inputs that are rightly
/// rejected match it, too.
bool says_rejected(const ConditionOptions& conditions);

/// Does the run report that it is out of memory?
bool lacks_memory(const SeenRun& run);

}  // namespace grabr
