// Reads the rich spelling: rules in compact EBNF, tokens as regular expressions, skipped text,
// hints.
#pragma once

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// Whether a grammar file's JSON is in the rich spelling.
bool is_rich(const JsonValue& root);

/// Reads a rich file; `root` is an object with the key "rules". Order of symbols: nonterminals,
/// patterns, skips (each in file order), then literals in order of first use. The terminals are
/// compiled (Grammar::lexer) if all of them could be read.
Grammar read_rich(const JsonValue& root, const Source& file, Problems& problems);

}  // namespace grabr
