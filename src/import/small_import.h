// Imports grammars in ABNF, EBNF and PEG.
#pragma once

#include "import/imported_file.h"

namespace grabr {

void import_abnf(ImportedFile& result, const ImportOptions& options);
void import_ebnf(ImportedFile& result, const ImportOptions& options);
void import_peg(ImportedFile& result, const ImportOptions& options);

}  // namespace grabr
