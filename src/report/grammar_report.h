// The report on the speed and accuracy of grammars, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bench/grammar_run.h"

namespace grabr {

std::string grammar_table(const std::vector<GrammarRecord>& records);
/// One object, "schema": "grabr-grammars-1", with a final line end.
std::string grammars_json(const std::vector<GrammarRecord>& records);

}  // namespace grabr
