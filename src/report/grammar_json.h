// The JSON output of `grabr grammar stats` and `conflicts`.
#pragma once

#include <string>

#include "grammar/model/grammar.h"
#include "parse/ambiguity/conflicts.h"
#include "parse/ambiguity/grammar_counts.h"

namespace grabr {

/// The times for loading a grammar.
struct LoadTimes {
  double file_ms = 0;  ///< to read and check the file, without the lexer
  double lexer_ms = 0;
  double automaton_ms = 0;  ///< from the rules to the automaton
};

/// One object on one line.
std::string stats_json(const Grammar& grammar, const GrammarCounts& counts, const LoadTimes& times);
std::string conflicts_json(const Conflicts& conflicts);

}  // namespace grabr
