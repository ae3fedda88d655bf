// Loads a grammar file, reporting all of its problems at once.
#pragma once

#include <optional>
#include <vector>

#include "grammar/load/built_in.h"
#include "grammar/load/extends.h"
#include "grammar/model/grammar.h"
#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

struct GrammarFile {
  std::optional<Grammar> grammar;    ///< absent if any problem is an error
  std::vector<Diagnostic> problems;  ///< spans are offsets into the file, or as in extends.h
  std::vector<Source> bases;         ///< the files it extends, nearest first
};

/// Reads either spelling, including the files it extends. Never throws because of their contents.
GrammarFile load_grammar(const Source& file, const ReadSource& read = grammar_source);

/// All problems as text, each under its line.
std::string render(const GrammarFile& loaded, const Source& file);

}  // namespace grabr
