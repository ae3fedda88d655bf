// Reads grammars in EBNF: W3C's (name ::= …, [a-z], #x20), ISO 14977's (name = …, { … }, [ … ];)
// and the plain forms between them, BNF included (<name> ::= …).
#pragma once

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

ImportedGrammar read_ebnf(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
