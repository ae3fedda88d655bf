// Reports errors and doubtful points of a grammar as a whole, once its file has been read.
#pragma once

#include <cstddef>

#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Reports unreachable and unproductive rules, unit cycles and repetitions of the empty text.
/// Generated rules (EBNF of the classic spelling) follow the `written_rules` written ones and are
/// not reported as such.
void check_grammar(const Grammar& grammar, std::size_t written_rules, Problems& problems);

}  // namespace grabr
