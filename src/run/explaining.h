// Explains a result with the test of its reduction (reduce/explain/explainer.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "parse/parser.h"
#include "reduce/explain/explainer.h"
#include "run/config/config.h"
#include "run/config/listener.h"

namespace grabr::run {

/// The result to explain, and the data for that.
struct ExplainSubject {
  std::string name;  ///< name of the result's file
  std::string text;
  std::shared_ptr<const Parser> parser;
  std::filesystem::path grammar_file;
  ProcessOracleOptions test;
  bool plain_command = false;              ///< its exit status is not meant as an answer
  bool finds_time_limit = false;           ///< no time limit was given
  std::optional<std::string> original;     ///< to compare runs with; nothing: the result
  std::filesystem::path cache_folder;      ///< folder of the answers
  std::vector<std::filesystem::path> own;  ///< the program's own files, not part of the test
  bool fresh = false;                      ///< ignore known answers
};

struct ExplainLimits {
  ExplainOptions how;
  Budget budget;
};

struct Explained {
  Explanation explanation;
  std::uint64_t tests = 0;     ///< answers, including known ones
  std::uint64_t executed = 0;  ///< how many of these tests ran
};

/// The subject of a call that names a test and a result, in the same way as for a reduction.
ExplainSubject subject_of(const Config& config, Listener& listener);

/// Throws Error: kNotInteresting if the result does not fail, kNotParsed if its grammar does not
/// accept it, kEnvironment if the test cannot be run, kInvalid if there is no grammar or the test
/// is flaky. If a budget or a signal ends it, it returns the findings so far.
Explained explain_result(ExplainSubject subject, const ExplainLimits& limits, Listener& listener,
                         const StopToken& stop = {});

}  // namespace grabr::run
