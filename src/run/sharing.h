// Packs a result for others: the smallest input, and its test as a script.
#pragma once

#include <filesystem>
#include <string>

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
  std::string name;        ///< name of the input in the test
  std::string text, file;  ///< text and bytes of the result, anonymised if requested
};

/// Writes into the folder, which may be moved afterwards:
///
///   smallest/NAME   the result
///   test.sh         exits with 0 if a file fails this way; needs no grabr
///   files/…         the test's script and its copies
///
/// Checks that the script exits with 0 for the result. Throws Error(kNotInteresting) if it does
/// not, and Error if `stop` ends it.
Shared share(const ShareConfig& config, Listener& listener, const StopToken& stop);

}  // namespace grabr::run
