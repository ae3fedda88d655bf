// The chart and the forest as stable text, for people who want to see how a parse came about.
#pragma once

#include <string>
#include <string_view>

#include "parse/parser.h"

namespace grabr {

/// The textbook's chart, set by set: `set 3, before "*"`, then an item a line: `<expr> → <term> • +
/// <expr>  (0)`. Of the fast engine the states under way at each position (parse/fast/state_dump.h).
std::string dump_chart(const Parser& parser, std::string_view text,
                       const ParseOptions& options = {});

/// Each symbol node that the input's derivations use, once: `<expr> 0…5`, then a line for each way
/// to split it: `  #0 → <term> 0…1  "+" 1…2  <expr> 2…5`. An ambiguous node has several. Of more
/// than 64 ways to split one rule, `  …` stands for the rest. Throws Error(kSystem) for a forest
/// whose text takes more than `max_memory`.
std::string dump_forest(const Parser& parser, std::string_view text,
                        const ParseOptions& options = {});

}  // namespace grabr
