// Symbols of a grammar that have only a few, simple sentences.
#pragma once

#include <string>
#include <vector>

#include "grammar/model/grammar.h"

namespace grabr {

/// The texts of a symbol that is only a choice among single literals, perhaps through other such
/// symbols: an operator, a digit, a type. In the order of the grammar; empty if the symbol is
/// anything else, or has more than `most` texts.
std::vector<std::string> finite_texts(const Grammar& grammar, SymbolId symbol, std::size_t most);

/// The same for a part of a rule.
std::vector<std::string> finite_texts(const Grammar& grammar, const Expr& expr, std::size_t most);

}  // namespace grabr
