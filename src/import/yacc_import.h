// Imports grammars of yacc and bison, with the lexer of flex that belongs to them.
#pragma once

#include "import/imported_file.h"

namespace grabr {

void import_yacc(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

}  // namespace grabr
