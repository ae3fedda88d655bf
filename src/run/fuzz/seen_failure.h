// What a run of an input has shown: kept on disk by fuzz and triage, and made a condition.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "oracle/condition/failure_signature.h"
#include "oracle/process/process_oracle.h"

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

/// Of a test that fails on the text, and what it printed.
SeenFailure seen_in(const TestResult& result, const ProcessOracle::Shown& shown,
                    std::string_view text);

/// /bin/sh text without need of this program that says by exit status 0 that a file fails so.
/// `folder`: what is named in it is looked for where the script lies; empty: nothing is.
std::string portable_script(const ProcessOracleOptions& test, const SeenFailure& seen,
                            const std::filesystem::path& folder = {});

/// "exit-1" for a name of a file; "SIGSEGV".
std::string file_name_of(std::string end);

}  // namespace grabr
