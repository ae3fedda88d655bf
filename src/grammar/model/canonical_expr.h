// Builds expressions in canonical form, so that each construct has a single shape: sequences and
// choices have no parts of their own kind, those with one part are replaced by that part, and (X+)?
// becomes X*.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

Expr symbol_expr(SymbolId symbol);
/// X?, X* or X+, given the sign.
Expr repeat_expr(char sign, Expr inner);
/// One or more elements with a separator between each two.
Expr list_expr(Expr element, Expr separator);
/// A choice of the bodies; there must be at least one.
Expr choice_expr(std::vector<Expr> bodies);
/// Appends a part to a kSequence.
void append_part(Expr& sequence, Expr part);

}  // namespace grabr
