// Prints the chart and the forest as stable text, to show how a parse proceeded.
#pragma once

#include <string>
#include <string_view>

#include "parse/parser.h"

namespace grabr {

/// The textbook's chart, set by set: `set 3, before "*"`, then one item per line: `<expr> → <term>
/// • + <expr>  (0)`.
std::string dump_chart(const Parser& parser, std::string_view text,
                       const ParseOptions& options = {});

/// Each symbol node used by the input's derivations, once: `<expr> 0…5`, then one line per way to
/// split it: `  #0 → <term> 0…1  "+" 1…2  <expr> 2…5`. An ambiguous node has several. After 64 ways
/// to split one rule, the rest is shown as `  …`. Throws Error(kSystem) if the forest's text
/// exceeds `max_memory`.
std::string dump_forest(const Parser& parser, std::string_view text,
                        const ParseOptions& options = {});

}  // namespace grabr
