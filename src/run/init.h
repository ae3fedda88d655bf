// `grabr init`: finds a condition that distinguishes a command's failure from others.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "run/config/listener.h"

namespace grabr::run {

struct InitConfig {
  ProcessOracleOptions test;                    ///< without conditions; its time limit decides what
                                                ///< a hang is
  double patience_s = 0;                        ///< further wait before a run counts as hanging
  std::string text;                             ///< text of the input; for a folder, its listing
  std::shared_ptr<const Grammar> grammar = {};  ///< grammar of the input; null: none is known
  /// Accepts valid inputs of the input's language (--and-valid); empty: none is known.
  std::vector<std::string> valid_command = {};
};

/// A condition, and the texts on which it was tried.
struct FittingCondition {
  std::string what;  ///< "a sanitizer's report"
  ConditionOptions conditions;
  std::vector<std::string> rejects = {};
  std::vector<std::string> accepts = {};
  std::string weakness = {};  ///< what else would satisfy it; empty: nothing known
};

struct InitResult {
  FittingCondition chosen;
  std::vector<FittingCondition> looser, stricter;
  /// It describes a program's message about a rejected input, so other invalid inputs satisfy it,
  /// too.
  bool says_rejected = false;
  /// Therefore the condition also requires a valid input.
  bool asks_valid = false;
};

/// Runs the command twice on the input, and once on each text that should not fail this way: the
/// empty file, the shortest sentence of the grammar, stray brackets (for a folder, `test.project`:
/// none of its files). Also runs it on a generated sentence and each half of the input, which may
/// fail. Chooses the first condition that holds for the input both times and for none of the texts
/// that should not fail. Throws Error(kNotInteresting) if there is no failure, Error(kNotTrusted)
/// if no condition distinguishes it.
InitResult find_condition(const InitConfig& config, Listener& listener, const StopToken& stop);

/// `--stderr 'x' --exit 1`
std::string option_text(const ConditionOptions& conditions);

}  // namespace grabr::run
