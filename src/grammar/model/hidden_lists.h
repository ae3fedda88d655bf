// Finds lists that a grammar's author has written as recursion.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// Rules that are just a list, written recursively: `X: X ',' y | y`, `X: y X | y`, `X: X y | ()`,
/// `X: y (',' X)?`. `y % ','`, `y+` and `y*` mean the same, and their elements can be deleted
/// whatever tree the parser chose. In file order.
std::vector<SymbolId> hidden_lists(const Grammar& grammar);

}  // namespace grabr
