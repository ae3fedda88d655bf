// `grabr init`: from a command that fails to the condition that tells this failure from others.
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
  ProcessOracleOptions test;                    ///< without conditions; its time limit tells a hang
  double patience_s = 0;                        ///< before a hang is taken, if more; 0: no more
  std::string text;                             ///< of the input; of a folder its listing
  std::shared_ptr<const Grammar> grammar = {};  ///< its; null: none is known
  /// Accepts what is valid in the input's language (--and-valid); empty: none is known.
  std::vector<std::string> valid_command = {};
};

/// A condition, and which texts it was tried on.
struct FittingCondition {
  std::string what;  ///< "a sanitizer's report"
  ConditionOptions conditions;
  std::vector<std::string> rejects = {};
  std::vector<std::string> accepts = {};
  std::string weakness = {};  ///< what else would meet it; empty: nothing that is known
};

struct InitResult {
  FittingCondition chosen;
  std::vector<FittingCondition> looser, stricter;
  /// It says what a program says of an input that it rejects, and so would other such inputs.
  bool says_rejected = false;
  /// For that reason the condition asks for a valid input, too.
  bool asks_valid = false;
};

/// Runs the command on the input twice and once on each text that should not fail so: the empty
/// file, the shortest sentence of the grammar, stray brackets (of a folder, `test.project`: none of
/// its files); and a generated sentence and each half of the input, which may. Chooses the first
/// condition that holds for the input both times and for none of these. Throws
/// Error(kNotInteresting) if there is no failure to see, Error(kNotTrusted) if no condition tells
/// it from them.
InitResult find_condition(const InitConfig& config, Listener& listener, const StopToken& stop);

/// `--stderr 'x' --exit 1`
std::string option_text(const ConditionOptions& conditions);

}  // namespace grabr::run
