// The compact EBNF of rich grammars: the text of a rule → alternatives.
//
//   alternatives  sequence ('|' sequence)*          a text of nothing is the empty sequence
//   sequence      list+
//   list          item ('%' item)?                  one or more, with a separator between two
//   item          (NAME | 'literal' | "literal" | '(' ')' | '(' alternatives ')') [?*+]*
#pragma once

#include <vector>

#include "grammar/model/grammar.h"
#include "grammar/model/placed_text.h"
#include "grammar/model/problems.h"
#include "grammar/model/symbol_table.h"

namespace grabr {

/// The alternatives at the top level of the text, their bodies in canonical form: sequences and
/// choices hold no parts of their own kind, one-part choices are that part, and X? of something
/// repeated once or more is a repetition from 0. Names are looked up and marked as used; undefined
/// ones are reported, and what was probably meant stands for them. Nothing is returned after a
/// syntax error, which is reported as well; at most one for each text.
std::vector<Alternative> read_rule_text(const PlacedText& text, SymbolTable& symbols,
                                        Problems& problems);

/// Whether `name` can be the name of a rule or token: a letter or _, then letters, digits, _ and -.
bool is_rule_name(std::string_view name);

}  // namespace grabr
