// "extends" of a rich grammar: what the file at hand says, on top of what another file says.
//
// A problem may lie in any of the files. They share one row of places, so that a Span needs no file:
// first the file at hand, then the one it extends and so on, with one byte between two of them.
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

/// The file at that path, by which it is called. Throws Error(kInvalid) when there is none.
using ReadSource = std::function<Source(const std::string& path)>;

struct CombinedGrammar {
  std::optional<JsonValue> root;  ///< nothing: one of the files cannot be used
  std::vector<Source> bases;      ///< the files it extends, the nearest first
};

/// The file's JSON; where it is an object with "extends", combined with that of the other files and
/// without this key. Entries stay in the order of the base, new ones follow.
CombinedGrammar read_combined(const Source& file, const ReadSource& read, Problems& problems);

/// All of the files as one text under the name of the first; spans are places in it.
Source joined(const Source& file, std::span<const Source> bases);

/// Says of each problem from the number `first` on that lies in a base which file extends it, and
/// then `more`.
void note_extending_files(const Source& file, std::span<const Source> bases, std::size_t first,
                          const std::string& more, Problems& problems);

/// The problems by file, that at hand first; their spans are places in it.
std::vector<std::vector<Diagnostic>> by_file(std::span<const Diagnostic> problems,
                                             const Source& file, std::span<const Source> bases);

/// The problems as text, each under its line of its file: those of the file at hand first.
std::string render(std::span<const Diagnostic> problems, const Source& file,
                   std::span<const Source> bases);

}  // namespace grabr
