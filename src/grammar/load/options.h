// Reads the options object of an alternative, ["text", {"prob": 0.1, "priority": 2}], in both
// spellings.
#pragma once

#include <string>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"

namespace grabr {

struct AlternativeOptions {
  double probability = -1;  ///< -1: not given
  int priority = 0;
};

/// Reads the options at `path`; null means "not given", as in the fuzzingbook's opts(). Unknown
/// options have no effect and are reported with severity `unknown`.
AlternativeOptions read_options(const JsonValue& value, const std::string& path, Severity unknown,
                                Problems& problems);

}  // namespace grabr
