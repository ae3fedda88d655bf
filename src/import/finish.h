// The last steps of every import, whatever the notation: adds the origin, and writes and checks the
// grammar.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "grammar/model/problems.h"
#include "import/importers.h"
#include "import/model/imported.h"
#include "text/source.h"

namespace grabr {

/// Reads the source with that number, and keeps its problems.
template <class Read>
auto read_source(ImportedFile& result, std::size_t index, const Read& read) {
  Problems problems;
  auto file = read(result.sources[index], static_cast<std::uint32_t>(index), problems);
  result.problems.resize(result.sources.size());
  result.problems[index] = std::move(problems.list);
  return file;
}

/// Reads a file beside the others, as one more source. Returns false if there is none.
bool add_source(ImportedFile& result, const ReadImported& read, const std::string& path);

/// The folder of a path, with its slash. stem_of(): the file's name without folder and extension.
std::string folder_of(const std::string& path);
std::string stem_of(const std::string& path);

/// Writes the grammar, loads it like any other, and removes the tokens that our lexer rejects, with
/// a remark for each. Adds hints by trying texts. The result's text is empty if it does not load;
/// the guesses made here are added to its guesses.
void finish_import(ImportedGrammar& grammar, ImportedFile& result);

}  // namespace grabr
