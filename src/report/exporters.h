// The exporters of export_grammar.
#pragma once

#include "grammar/model/grammar.h"
#include "report/exported_grammar.h"

namespace grabr {

ExportedGrammar antlr_of(const Grammar& grammar);
ExportedGrammar ebnf_of(const Grammar& grammar);
ExportedGrammar railroads_of(const Grammar& grammar);

}  // namespace grabr
