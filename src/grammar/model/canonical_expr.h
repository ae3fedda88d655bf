// Builds expressions in canonical form, so that one language construct has one shape: sequences and
// choices hold no parts of their own kind, those of one part are that part, and (X+)? is X*.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

Expr symbol_expr(SymbolId symbol);
/// X? X* X+ by their sign.
Expr repeat_expr(char sign, Expr inner);
/// One element or more with a separator between two.
Expr list_expr(Expr element, Expr separator);
/// One of the bodies, of which there is at least one.
Expr choice_expr(std::vector<Expr> bodies);
/// Adds a part to a kSequence.
void append_part(Expr& sequence, Expr part);

}  // namespace grabr
