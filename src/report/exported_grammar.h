// What exporting a grammar takes and gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace grabr
