// The rich spelling: rules in compact EBNF, tokens as regular expressions, skipped text, hints.
#pragma once

#include "grammar/model/grammar.h"
#include "grammar/load/json_reader.h"

namespace grabr {

/// Whether a grammar file's JSON is in the rich spelling.
bool is_rich(const JsonValue& root);

/// Reads a rich file; `root` is an object with the key "rules". Symbols come in this order:
/// nonterminals, patterns, skips (each in the order of the file), literals at their first use.
/// The terminals are compiled (Grammar::lexer) when all of them could be read.
Grammar read_rich(const JsonValue& root, const Source& file, Problems& problems);

}  // namespace grabr
