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
  SymbolId start = kNoSymbol;                     ///< any nonterminal; kNoSymbol: the grammar's
  std::size_t max_memory = std::size_t{2} << 30;  ///< bytes for what is read
  /// Of the fast engine: how often symbols may be derived in another way over the same text,
  /// besides a thousand times a token. As many take half a minute; a C++ name in a thousand
  /// template arguments inside each other, which is more than compilers take, is within it.
  std::uint64_t max_derived_again = 250'000'000;
  /// May check() and derive() read a classic grammar by longer terminals than bytes, where that
  /// changes nothing (parse/lr/auto_tokens.h)?
  bool long_terminals = true;
  /// Which tree of an ambiguous input: by the documented rule, or the one that the fuzzingbook's
  /// parser returns first (always by the textbook engine).
  enum class Choice : std::uint8_t { kRule, kBook } choice = Choice::kRule;
};

}  // namespace grabr
