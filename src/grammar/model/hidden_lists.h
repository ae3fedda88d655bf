// Lists that a grammar's author has written as recursion.
#pragma once

#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// Rules that are nothing but a list, written with themselves: `X: X ',' y | y`, `X: y X | y`,
/// `X: X y | ()`, `X: y (',' X)?`. `y % ','`, `y+` and `y*` say the same, and their elements can be
/// deleted whatever tree the parser chose. In the order of the file.
std::vector<SymbolId> hidden_lists(const Grammar& grammar);

}  // namespace grabr
