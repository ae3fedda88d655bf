// The options object of an alternative, ["text", {"prob": 0.1, "priority": 2}], in both spellings.
#pragma once

#include <string>

#include "grammar/model/grammar.h"
#include "grammar/load/json_reader.h"

namespace grabr {

struct AlternativeOptions {
  double probability = -1;
  int priority = 0;
};

/// Reads the options at `path`; null means "not given", as the fuzzingbook's opts() spells it.
/// Unknown options change nothing and are reported with `unknown` as their severity.
AlternativeOptions read_options(const JsonValue& value, const std::string& path, Severity unknown,
                                Problems& problems);

}  // namespace grabr
