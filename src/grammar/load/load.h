// Grammar file → Grammar. Every problem of the file is found and reported at once.
#pragma once

#include <optional>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/diagnostic.h"
#include "text/source.h"

namespace grabr {

struct GrammarFile {
  std::optional<Grammar> grammar;      ///< absent when there is an error among the problems
  std::vector<Diagnostic> problems;    ///< spans are offsets into the file
};

/// Reads either spelling. Never throws for what the file contains.
GrammarFile load_grammar(const Source& file);

}  // namespace grabr
