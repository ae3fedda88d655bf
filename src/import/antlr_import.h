// Imports a grammar of ANTLR from all of its files.
#pragma once

#include "import/imported_file.h"

namespace grabr {

void import_antlr(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

}  // namespace grabr
