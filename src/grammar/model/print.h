// Prints a grammar in the rich notation, whichever notation it was written in. Stable: tests
// compare the output.
#pragma once

#include <string>
#include <string_view>

#include "grammar/model/grammar.h"

namespace grabr {

/// Start symbol, rules, tokens and skipped text, one per line; a rule wider than 100 columns gets
/// one line per alternative:
///
///     start: value
///     value ::= array | 'null' | NUMBER
///     array ::= '[' (value % ',')? ']'
///     token NUMBER ~ [0-9]+
///     skip SPACE ~ [ \t]+
///     content QUERY: "mysql" mysql | sqlite
std::string print_rules(const Grammar& grammar);

/// One alternative or part of it: `'[' (value % ',')? ']'`; the empty sequence is `()`.
std::string print_expr(const Grammar& grammar, const Expr& expr);

/// A symbol as print_rules names it: a literal in quotes, others by name.
std::string symbol_text(const Grammar& grammar, SymbolId symbol);

}  // namespace grabr
