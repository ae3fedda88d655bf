// Verifies the certificate of a result by testing its neighbours again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/process/process_oracle_options.h"
#include "oracle/stop_token.h"
#include "parse/parser.h"
#include "reduce/certify/certificate.h"
#include "run/config/listener.h"

namespace grabr::run {

struct Claim {
  std::string result;
  const Parser* parser = nullptr;  ///< null: a text without a tree
  Certificate certificate;         ///< the claims of the report
  ProcessOracleOptions test;
  std::optional<std::string> original;  ///< for conditions that compare with the original
  std::optional<std::uint64_t> sample;  ///< test only this many neighbours; nothing: all
  std::uint64_t seed = 0;               ///< chooses the sample
};

struct Verified {
  Certificate found;       ///< the findings of the tests
  bool as_claimed = true;  ///< the number of neighbours is the one that the report claims
  bool sampled = false;
};

/// Tells the listener about the first few neighbours that still fail. Throws Error: kEnvironment if
/// the certificate belongs to something else or the test cannot be run, kNotInteresting if the
/// result does not fail; and if `stop` ends it.
Verified verify(const Claim& claim, Listener& listener, const StopToken& stop = {});

}  // namespace grabr::run
