// Reads the classic spelling: the fuzzingbook's {"<start>": ["<expr>"], …}, without a lexer; every
// byte counts.
#pragma once

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// Whether a grammar file's JSON is in the classic spelling, given that it is not in the rich one.
bool is_classic(const JsonValue& root);

/// Reads the symbols and rules of a classic file; `root` is an object. Names and order of
/// nonterminals are those of fuzzingbook's convert_ebnf_grammar; nonterminals come first, in file
/// order, then literals in order of first use.
Grammar read_classic(const JsonValue& root, const Source& file, Problems& problems);

}  // namespace grabr
