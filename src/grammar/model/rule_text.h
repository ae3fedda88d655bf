// Parses the compact EBNF of rich grammars: the text of a rule → alternatives.
//
//   alternatives  sequence ('|' sequence)*          an empty text is the empty sequence
//   sequence      list+
//   list          item ('%' item)?                  one or more, with a separator between two
//   item          (NAME | 'literal' | "literal" | '(' ')' | '(' alternatives ')') [?*+]*
#pragma once

#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/model/problems.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

/// The top-level alternatives of the text, their bodies in canonical form: sequences and choices
/// have no parts of their own kind, one-part choices are replaced by that part, and X? of something
/// repeated at least once becomes a repetition from 0. Names are looked up and marked as used;
/// undefined ones are reported and replaced by the most similar name. After a syntax error, which
/// is also reported, nothing is returned; at most one per text.
std::vector<Alternative> read_rule_text(const PlacedText& text, SymbolTable& symbols,
                                        Problems& problems);

/// Is `name` a valid rule or token name: a letter or _, then letters, digits, _ and -?
bool is_rule_name(std::string_view name);

}  // namespace grabr
