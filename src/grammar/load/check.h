// What is wrong or doubtful about a grammar as a whole, once its file could be read.
#pragma once

#include <cstddef>

#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Reports unreachable and unproductive rules, unit cycles and repetitions of the empty text. Rules
/// whose names a person did not write (EBNF of the classic spelling) come after `written_rules`
/// rules and are not reported as such.
void check_grammar(const Grammar& grammar, std::size_t written_rules, Problems& problems);

}  // namespace grabr
