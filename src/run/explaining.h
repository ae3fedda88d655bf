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
  std::string name;  ///< of the result's file
  std::string text;
  std::shared_ptr<const Parser> parser;
  std::filesystem::path grammar_file;
  ProcessOracleOptions test;
  bool plain_command = false;              ///< its exit status is not meant as an answer
  bool finds_time_limit = false;           ///< none was asked for
  std::optional<std::string> original;     ///< that runs are compared with; not said: the text
  std::filesystem::path cache_folder;      ///< of the answers
  std::vector<std::filesystem::path> own;  ///< what the program wrote is no part of the test
  bool fresh = false;                      ///< ask again what is known
};

struct ExplainLimits {
  ExplainOptions how;
  Budget budget;
};

struct Explained {
  Explanation explanation;
  std::uint64_t tests = 0;     ///< answers, those that were known included
  std::uint64_t executed = 0;  ///< of these, tests that ran
};

/// The subject of a call that names a test and a result, as for a reduction.
ExplainSubject subject_of(const Config& config, Listener& listener);

/// Throws Error: kNotInteresting if the result does not fail, kNotParsed if its grammar does not
/// accept it, kEnvironment if the test cannot be run, kInvalid if there is no grammar or the test
/// is a flaky one. A budget or a signal ends it with what is known by then.
Explained explain_result(ExplainSubject subject, const ExplainLimits& limits, Listener& listener,
                         const StopToken& stop = {});

}  // namespace grabr::run
