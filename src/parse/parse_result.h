// The result of a parse: a tree, or where and why there is none.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "grammar/model/grammar.h"
#include "text/diagnostic.h"
#include "tree/tree.h"

namespace grabr {

/// The furthest position that a parse reached, and the tokens it would have accepted there. Engines
/// fill it through make_failure (parse/diagnose/failure.h); Parser::describe puts it into words.
struct ParseFailure {
  enum class Reason : std::uint8_t {
    kUnexpected,  ///< a token that is not allowed here
    kEnd,         ///< the input ends too early
    kNoToken,     ///< no terminal matches the bytes here
    kMemory,      ///< ParseOptions::max_memory was reached
    kAmbiguous,   ///< ParseOptions::max_derived_again was reached
  };
  Reason reason = Reason::kUnexpected;
  Span span;                   ///< the token found; empty at the end of the input
  SymbolId token = kNoSymbol;  ///< its terminal; kNoSymbol for bytes and at the end
  /// kNoToken: the reason, unless simply nothing matches.
  std::string stuck_reason;
  SymbolId ambiguous = kNoSymbol;  ///< kMemory, kAmbiguous: the symbol derived in the most ways
  Span previous;                   ///< the token before it, if there is one
  SymbolId previous_token = kNoSymbol;

  std::vector<SymbolId> terminals;    ///< the terminals allowed here, by symbol
  std::bitset<256> bytes;             ///< the same for a classic grammar
  bool end = false;                   ///< could the input end here?
  std::vector<SymbolId> next;         ///< symbols that the rules in progress wait for, by symbol
  std::vector<std::string> expected;  ///< everything allowed here, for users: "';'", "NUMBER",
                                      ///< "'0'…'9'", "end of input"
  std::vector<std::string> expected_rules;  ///< nonterminals of `next`: "expression"

  struct Open {
    std::string rule;
    std::uint32_t begin = 0;  ///< offset where the rule began
  };
  std::vector<Open> open;               ///< rules in progress, innermost first, at most 16
  std::vector<std::uint32_t> unclosed;  ///< offsets of ( [ { still open here, innermost first,
                                        ///< at most 16
};

using ParseResult = std::variant<Tree, ParseFailure>;

}  // namespace grabr
