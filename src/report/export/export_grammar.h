// Writes grammars in other notations: for other tools, and as diagrams for people.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grammar/lex/regex.h"
#include "grammar/model/grammar.h"

namespace grabr {

enum class ExportNotation : std::uint8_t {
  kAntlr,  ///< a combined grammar of ANTLR 4
  kEbnf,   ///< the W3C's: name ::= … , with [a-z] and #x20
  kSvg,    ///< railroad diagrams, one per rule, in one picture
};

struct ExportedGrammar {
  std::string text;
  std::vector<std::string> lost;  ///< inexpressible features: "priorities of alternatives"
};

ExportedGrammar export_grammar(const Grammar& grammar, ExportNotation notation);

// One function for each notation.
ExportedGrammar antlr_of(const Grammar& grammar);
ExportedGrammar ebnf_of(const Grammar& grammar);
ExportedGrammar railroads_of(const Grammar& grammar);

// Functions for all text notations: valid names, and features that are lost.

/// A name for each symbol that is not a literal, made of letters, digits and _; all are different.
/// With `cased`, names of nonterminals begin in lower case and those of tokens in upper case. No
/// name is in `taken`.
std::vector<std::string> export_names(const Grammar& grammar, bool cased,
                                      const std::set<std::string>& taken);

/// An alternative as text: its parts in sequence, | and ? * +, and x (y x)* for "x % y". `alone`:
/// it must bind like a single item.
std::string exported_expr(const Expr& expr, bool alone,
                          const std::function<std::string(SymbolId)>& symbol_text);

/// A regular expression that is a sequence or a choice as text: its parts in sequence, or with |
/// between them. `alone`: as above; `part_text` is told whether a part must be.
std::string exported_parts(
    const Regex& regex, bool alone,
    const std::function<std::string(const Regex& part, bool alone)>& part_text);

/// Features that no other notation has: priorities, layout and similar ones.
std::vector<std::string> lost_everywhere(const Grammar& grammar);

/// A token's regular expression; for a matcher a wider one, from the token's beginning to some end.
Regex exported_regex(const Grammar& grammar, const Symbol& symbol);

/// The ranges of characters in a set, without stray bytes.
std::vector<CodeRange> character_ranges(const CharClass& set);

/// Is the set shown by the characters outside it? It is, if it contains the last character.
bool shown_negated(const CharClass& set);

}  // namespace grabr
