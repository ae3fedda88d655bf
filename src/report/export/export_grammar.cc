#include "report/export/export_grammar.h"

namespace grabr {

ExportedGrammar export_grammar(const Grammar& grammar, ExportNotation notation) {
  switch (notation) {
    case ExportNotation::kAntlr: return antlr_of(grammar);
    case ExportNotation::kEbnf: return ebnf_of(grammar);
    case ExportNotation::kSvg: break;
  }
  return railroads_of(grammar);
}

}  // namespace grabr
