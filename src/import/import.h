// Imports grammars of other tools: from their files to one file in our notation, with a list of
// constructs that could not be translated.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "import/importers.h"
#include "text/source.h"

namespace grabr {

/// A notation that can be read.
enum class ImportNotation : std::uint8_t {
  kNone,
  kAntlr,
  kTreeSitter,
  kAbnf,
  kEbnf,
  kYacc,
  kLark,
  kPeg,
};

/// The notation, by the file's name and content; kNone: it may be ours.
ImportNotation import_notation(std::string_view path, std::string_view text);

/// Imports the files, all in one notation, as one grammar. Reads the files that they import with
/// `read`. The result is a grammar that loads, unless `text` is empty.
ImportedFile import_grammar(std::vector<Source> files, const ImportOptions& options,
                            const ReadImported& read);

}  // namespace grabr
