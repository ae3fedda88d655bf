// The failure that a run of an input has shown. Fuzz and triage keep it on disk and turn it into a
// condition.
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

/// `given`, plus conditions that hold only if an input fails with the same signature.
ConditionOptions conditions_of(const SeenFailure& seen, ConditionOptions given);

/// From a test that fails on the text, and its output.
SeenFailure seen_in(const TestResult& result, const ProcessOracle::Shown& shown,
                    std::string_view text);

/// A /bin/sh script that works without grabr and exits with 0 if a file fails in this way.
/// `folder`: names in it are searched in the script's own folder; empty: none.
std::string portable_script(const ProcessOracleOptions& test, const SeenFailure& seen,
                            const std::filesystem::path& folder = {});

/// The end of a run for a file name: "exit-1", "SIGSEGV".
std::string file_name_of(std::string end);

}  // namespace grabr
