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
                                                  ///< start symbol
  std::size_t max_memory = std::size_t{2} << 30;  ///< bytes, for the parser's own data
  /// Fast engine only: how many further derivations of symbols over the same text may be found, in
  /// addition to a thousand per token, before the parse fails with kAmbiguous. This many take half
  /// a minute; a thousand nested C++ template arguments, more than compilers accept, need fewer.
  std::uint64_t max_derived_again = 250'000'000;
  /// Which tree an ambiguous input gets: that of the documented rule (parse/earley/choice.h), or
  /// the one that the Fuzzing Book's parser returns first (kBook; always uses the textbook engine).
  enum class Choice : std::uint8_t { kRule, kBook } choice = Choice::kRule;
};

}  // namespace grabr
