// Reads a grammar file of any notation that we know.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/imported_file.h"
#include "text/source.h"

namespace grabr {

/// The file's text; of another tool's grammar, what it is in our notation. The source has the
/// file's name. Throws Error(kInvalid) if it cannot be read or imported.
Source grammar_text(const std::filesystem::path& path);

/// Imports the files as one grammar, with the files that they name. Throws Error(kInvalid), with
/// all problems, if nothing can be made of them.
ImportedFile import_files(const std::vector<std::string>& paths, const ImportOptions& options);

/// All that was found and left out, each under its line; one place for the same remark.
std::string render_remarks(const ImportedFile& imported);

}  // namespace grabr
