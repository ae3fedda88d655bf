// The output of `grabr grammar stats`, `stats --on FILES` and `conflicts`.
#pragma once

#include <string>

#include "bench/grammar_run.h"
#include "grammar/model/grammar.h"
#include "parse/ambiguity/conflicts.h"
#include "parse/ambiguity/grammar_counts.h"

namespace grabr {

/// The times for loading a grammar.
struct LoadTimes {
  double file_ms = 0;  ///< reading and checking the file, without the lexer
  double lexer_ms = 0;
  double automaton_ms = 0;  ///< from the rules to the automaton
};

/// One object on one line.
std::string stats_json(const Grammar& grammar, const GrammarCounts& counts, const LoadTimes& times);
std::string conflicts_json(const Conflicts& conflicts);

/// Statistics of a grammar on files.
struct FileStatistics {
  GrammarRecord run;
  TreeCounts trees;  ///< counts of the files that parse
};

std::string file_statistics_text(const FileStatistics& statistics);
/// One object on one line, "schema": "grabr-grammar-files-1".
std::string file_statistics_json(const FileStatistics& statistics);

}  // namespace grabr
