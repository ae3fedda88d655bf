// Implements "extends" of a rich grammar: combines a file with the file it extends.
//
// A problem may be in any of the files. Their offsets are concatenated, so that a Span needs no
// file: first the file itself, then the one it extends and so on, with one byte between two of
// them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grammar/load/json_reader.h"
#include "grammar/model/problems.h"
#include "text/source.h"

namespace grabr {

/// Reads the file at a path, which becomes its name. Throws Error(kInvalid) if there is none.
using ReadSource = std::function<Source(const std::string& path)>;

struct CombinedGrammar {
  std::optional<JsonValue> root;  ///< nothing: one of the files is unusable
  std::vector<Source> bases;      ///< the files it extends, nearest first
};

/// The file's JSON; if it is an object with "extends", combined with that of the other files and
/// without this key. Entries keep the order of the base, new ones follow.
CombinedGrammar read_combined(const Source& file, const ReadSource& read, Problems& problems);

/// All files as one text under the name of the first; spans are offsets into it.
Source joined(const Source& file, std::span<const Source> bases);

/// For each problem from number `first` on that is in a base: notes which file extends that base,
/// then `more`.
void note_extending_files(const Source& file, std::span<const Source> bases, std::size_t first,
                          const std::string& more, Problems& problems);

/// The problems grouped by file, this file's first; their spans are offsets into their own file.
std::vector<std::vector<Diagnostic>> by_file(std::span<const Diagnostic> problems,
                                             const Source& file, std::span<const Source> bases);

/// The problems as text, each under its line of its file, this file's first.
std::string render(std::span<const Diagnostic> problems, const Source& file,
                   std::span<const Source> bases);

}  // namespace grabr
