// Grammar file → Grammar. Every problem of the file is found and reported at once.
#pragma once

#include <optional>
#include <vector>

#include "grammar/load/extends.h"
#include "grammar/model/grammar.h"
#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

struct GrammarFile {
  std::optional<Grammar> grammar;      ///< absent when there is an error among the problems
  std::vector<Diagnostic> problems;    ///< spans are offsets into the file, or as in extends.h
  std::vector<Source> bases;           ///< the files it extends, the nearest first
};

/// From the disk, called by its path.
Source grammar_source(const std::string& path);

/// Reads either spelling, and the files that it extends. Never throws for what they contain.
GrammarFile load_grammar(const Source& file, const ReadSource& read = grammar_source);

/// All its problems, each under its line.
std::string render(const GrammarFile& loaded, const Source& file);

}  // namespace grabr
