// Options of a parse.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grammar/model/grammar.h"

namespace grabr {

struct ParseOptions {
  /// kFast: Earley over automaton states (parse/fast/engine.h). kReference: the textbook algorithm
  /// (parse/earley/chart.h), for reading and for checking the other. Both give the same answers.
  enum class Engine : std::uint8_t { kFast, kReference } engine = Engine::kFast;
  SymbolId start = kNoSymbol;                       ///< any nonterminal; kNoSymbol: the grammar's
  std::size_t max_memory = std::size_t{2} << 30;    ///< memory bound for chart or graph, in bytes
  /// May check() and derive() use terminals longer than bytes for a classic grammar where that
  /// changes nothing (parse/lr/auto_tokens.h)?
  bool long_terminals = true;
  /// Which tree of an ambiguous input: by the documented rule, or the one that the fuzzingbook's
  /// parser returns first (always by the textbook engine).
  enum class Choice : std::uint8_t { kRule, kBook } choice = Choice::kRule;
};

}  // namespace grabr
