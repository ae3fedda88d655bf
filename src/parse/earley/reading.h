// Reads a text with the textbook's parser: its tokens and its chart.
#pragma once

#include <string_view>

#include "grammar/model/terminal_set.h"
#include "parse/earley/chart.h"
#include "parse/parse_result.h"
#include "parse/tokens/tokens.h"

namespace grabr {

struct Reading {
  Tokens tokens;  ///< rich grammars only; a classic grammar's tokens are the bytes
  Chart chart;    ///< of all tokens, or up to the first that does not fit
  bool accepted = false;
};

/// Reads the text as the symbol `start`. `sets` are those of the lowered grammar, for a rich one.
Reading read_with_chart(const Grammar& grammar, const LoweredGrammar& lowered,
                        const TerminalSets* sets, std::string_view text, LoweredId start,
                        std::size_t max_memory);

/// The terminals that may come next, also those that the look-ahead of a finished chart excluded.
TerminalSet terminals_ahead(const Chart& chart);

/// Why a chart stopped before the end of its input: for one that has not accepted. `tokens` is
/// empty for classic grammars, whose tokens are bytes.
ParseFailure find_failure(const Grammar& grammar, const Chart& chart, std::string_view text,
                          const Tokens& tokens);

}  // namespace grabr
