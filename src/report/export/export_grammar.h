// Grammars in other notations: for other tools, and as diagrams for people.
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
  kSvg,    ///< railroad diagrams, one a rule, in one picture
};

struct ExportedGrammar {
  std::string text;
  std::vector<std::string> lost;  ///< what the notation cannot say: "priorities of alternatives"
};

ExportedGrammar export_grammar(const Grammar& grammar, ExportNotation notation);

// One for each notation.
ExportedGrammar antlr_of(const Grammar& grammar);
ExportedGrammar ebnf_of(const Grammar& grammar);
ExportedGrammar railroads_of(const Grammar& grammar);

// What those to text share: names that the other notation allows, and what it cannot say.

/// A name for each symbol that is not a literal, of letters, digits and _, all different. With
/// `cased`, those of nonterminals begin in lower case, those of tokens in upper case, and none is
/// of `taken`.
std::vector<std::string> export_names(const Grammar& grammar, bool cased,
                                      const std::set<std::string>& taken);

/// An alternative as text: parts side by side, | and ? * +, "x % y" as x (y x)*. `alone`: it is to
/// bind as one item.
std::string exported_expr(const Expr& expr, bool alone,
                          const std::function<std::string(SymbolId)>& symbol_text);

/// A regular expression that is a sequence or a choice as text: its parts side by side, or with |
/// between them. `alone`: as above; `part_text` is told of each part whether it is.
std::string exported_parts(
    const Regex& regex, bool alone,
    const std::function<std::string(const Regex& part, bool alone)>& part_text);

/// Features that no other notation has: priorities, layout and the like.
std::vector<std::string> lost_everywhere(const Grammar& grammar);

/// A token's regular expression; of a matcher one that is wider, from its beginning to an end.
Regex exported_regex(const Grammar& grammar, const Symbol& symbol);

/// Ranges of characters of a set: stray bytes are none.
std::vector<CodeRange> character_ranges(const CharClass& set);

/// Sets are shown by what is not in them when they go on to the last character.
bool shown_negated(const CharClass& set);

}  // namespace grabr
