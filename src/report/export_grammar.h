// Grammars in other notations: for other tools, and as diagrams for people.
#pragma once

#include "grammar/model/grammar.h"
#include "report/exported_grammar.h"

namespace grabr {

ExportedGrammar export_grammar(const Grammar& grammar, ExportNotation notation);

}  // namespace grabr
