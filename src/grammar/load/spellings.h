// Reads the two spellings of a grammar file. The classic one is the fuzzingbook's {"<start>":
// ["<expr>"], …}, without a lexer; every byte counts. The rich one has rules in compact EBNF,
// tokens as regular expressions, skipped text, hints. Also checks the result as a whole.
#pragma once

#include <cstddef>

#include "grammar/load/json_reader.h"
#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"

namespace grabr {

/// Is a grammar file's JSON in the classic spelling? Call this only if is_rich() is false.
bool is_classic(const JsonValue& root);

/// Reads the symbols and rules of a classic file; `root` is an object. Names and order of
/// nonterminals are those of fuzzingbook's convert_ebnf_grammar; nonterminals come first, in file
/// order, then literals in order of first use.
Grammar read_classic(const JsonValue& root, const Source& file, Problems& problems);

/// Is a grammar file's JSON in the rich spelling?
bool is_rich(const JsonValue& root);

/// Reads a rich file; `root` is an object with the key "rules". Order of symbols: nonterminals,
/// patterns, skips (each in file order), then literals in order of first use. The terminals are
/// compiled (Grammar::lexer) if all of them could be read.
Grammar read_rich(const JsonValue& root, const Source& file, Problems& problems);

/// Checks a grammar as a whole, once its file has been read: reports unreachable and unproductive
/// rules, unit cycles and repetitions of the empty text. Generated rules (EBNF of the classic
/// spelling) follow the `written_rules` written ones and are not reported as such.
void check_grammar(const Grammar& grammar, std::size_t written_rules, Problems& problems);

}  // namespace grabr
