// Reads a grammar file of any notation that we know.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "import/importers.h"
#include "text/source.h"

namespace grabr {

/// The grammar in that file. Throws Error(kInvalid) with all its problems, rendered.
std::shared_ptr<const Grammar> read_grammar(const std::filesystem::path& path);

/// The file's text, converted to our notation if it is another tool's grammar; named as the file.
/// Throws Error(kInvalid) if it cannot be read or imported.
Source grammar_text(const std::filesystem::path& path);

/// Imports the files, and the files that they include, as one grammar. Throws Error(kInvalid), with
/// all problems, if the result is no grammar.
ImportedFile import_files(const std::vector<std::string>& paths, const ImportOptions& options);

/// All problems and remarks as text, each under its line; a repeated remark only once.
std::string render_remarks(const ImportedFile& imported);

}  // namespace grabr
