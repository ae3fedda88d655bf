// Symbols of a grammar that have only a few, simple sentences.
#pragma once

#include <string>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// The texts, if the symbol is nothing but a choice among single literals, perhaps by way of other
/// such symbols: an operator, a digit, a type. In the order of the grammar; empty: it is something
/// else, or has more than `most`.
std::vector<std::string> finite_texts(const Grammar& grammar, SymbolId symbol, std::size_t most);

/// The same of a part of a rule.
std::vector<std::string> finite_texts(const Grammar& grammar, const Expr& expr, std::size_t most);

}  // namespace grabr
