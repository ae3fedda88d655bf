// The classic spelling: the fuzzingbook's {"<start>": ["<expr>"], …}, scannerless, every byte
// counts.
#pragma once

#include "grammar/model/grammar.h"
#include "grammar/load/json_reader.h"

namespace grabr {

/// Whether a grammar file's JSON is in the classic spelling, unless it is in the rich one.
bool is_classic(const JsonValue& root);

/// Reads the symbols and rules of a classic file; `root` is an object. Names of nonterminals and
/// their order are those of fuzzingbook's convert_ebnf_grammar; nonterminals come first, in the
/// order of the file, literals follow at their first use.
Grammar read_classic(const JsonValue& root, const Source& file, Problems& problems);

}  // namespace grabr
