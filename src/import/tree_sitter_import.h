// Imports a grammar of tree-sitter.
#pragma once

#include "import/imported_file.h"

namespace grabr {

void import_tree_sitter(ImportedFile& result, const ImportOptions& options,
                        const ReadImported& read);

}  // namespace grabr
