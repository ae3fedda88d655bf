// Is a result still as small as a certificate says? Its neighbours are tested again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "parse/parser.h"
#include "reduce/certify/certificate.h"
#include "run/listener.h"

namespace grabr::run {

struct Claim {
  std::string result;
  const Parser* parser = nullptr;  ///< null: a text without a tree
  Certificate certificate;         ///< what is said of it
  ProcessOracleOptions test;
  std::optional<std::string> original;  ///< that runs are compared with
  std::optional<std::uint64_t> sample;  ///< so many neighbours only; not said: all of them
  std::uint64_t seed = 0;               ///< which ones
};

struct Verified {
  Certificate found;       ///< what the tests have shown
  bool as_claimed = true;  ///< there are the neighbours that the claim counts
  bool sampled = false;
};

/// Each neighbour that still fails is told to the listener, up to a few. Throws Error: kEnvironment
/// where the certificate is of something else or the test cannot be run, kNotInteresting where the
/// result does not fail, and where `stop` ends it.
Verified verify(const Claim& claim, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
