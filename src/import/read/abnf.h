// Reads grammars in ABNF (RFC 5234, RFC 7405).
#pragma once

#include "grammar/model/problems.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// Its core rules (ALPHA, DIGIT, CRLF …) are known. Everything down to characters is a rule.
ImportedGrammar read_abnf(const Source& source, std::uint32_t file, Problems& problems);

}  // namespace grabr
