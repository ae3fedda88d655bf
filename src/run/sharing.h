// Packs a result for others: the smallest input, and its test as a script.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "run/config/listener.h"

namespace grabr::run {

struct ShareConfig {
  ProcessOracleOptions test;
  std::string text;          ///< the result
  std::string file;          ///< bytes of the result's file
  std::string grammar = {};  ///< path of the grammar; empty: none
  bool anonymise = false;    ///< replace names, texts and numbers as far as it still fails
  std::filesystem::path folder = {};
};

struct Shared {
  std::string name;        ///< of the input for the test
  std::string text, file;  ///< of the result, with other names where that was asked for
  ProcessOracleOptions test;
  std::string script;  ///< the text of the test's script; empty for a program
};

/// Replaces the name of a file in the words, wherever it is a word of its own.
std::vector<std::string> with_other_name(std::vector<std::string> words, const std::string& name,
                                         const std::string& other);

/// Writes into the folder, where it may be moved from:
///
///   smallest/NAME   the result
///   test.sh         exits with 0 if a file fails this way; needs no grabr
///   files/…         the test's script and its copies
///
/// Checks that the script exits with 0 for the result. Throws Error(kNotInteresting) if it does
/// not, and Error if `stop` ends it.
Shared share(const ShareConfig& config, Listener& listener, const StopToken& stop);

}  // namespace grabr::run
