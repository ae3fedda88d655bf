// Imports grammars of Lark, with those that they import.
#pragma once

#include "import/imported_file.h"

namespace grabr {

void import_lark(ImportedFile& result, const ImportOptions& options, const ReadImported& read);

}  // namespace grabr
