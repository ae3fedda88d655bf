// Grammars in other notations: for other tools, and as diagrams for people.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace grabr
