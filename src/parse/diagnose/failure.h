// What an engine knows about the place where it had to stop, made into a ParseFailure. All names,
// order and grouping are made here and in describe, so that engines need not agree on them.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parse_result.h"
#include "parse/earley/tokens.h"

namespace grabr {

/// Raw facts; symbols are the grammar's own, in any order and any number of times.
struct FailureFacts {
  ParseFailure::Reason reason = ParseFailure::Reason::kUnexpected;
  Span span;                        ///< the token found; empty at the end of the input
  SymbolId token = kNoSymbol;       ///< its terminal; kNoSymbol for bytes, stray text and the end
  std::string stuck_reason;         ///< kNoToken: why, where it is not just that nothing matches
  SymbolId ambiguous = kNoSymbol;   ///< kMemory, kAmbiguous: the symbol derived in the most ways
  std::vector<SymbolId> terminals;  ///< rich: terminals that can follow what was read
  std::bitset<256> bytes;           ///< classic: bytes that can follow
  bool end = false;                 ///< what was read is a whole input
  /// User symbols directly after the dots of the kernel items (at the beginning: the start symbol);
  /// behind one that may be empty also the one after it. For a list, optional part or group the
  /// user symbols that it may begin with.
  std::vector<SymbolId> next;
  struct Open {
    SymbolId rule = kNoSymbol;
    std::uint32_t begin = 0;        ///< offset of its first token
  };
  std::vector<Open> open;           ///< user rules with something before their dot, innermost first
  std::span<const Token> before;    ///< rich: the tokens read, skipped ones not among them
};

/// ')' for '(', and so on; 0 for what opens nothing.
char closing_bracket(char opening);

/// A terminal as users know it: an automatic one is a line end.
std::string token_name(const Grammar& grammar, SymbolId terminal);

/// Terminals in the order given, then bytes (runs of three and more as ranges), then the end: as
/// users know them.
std::vector<std::string> expected_names(const Grammar& grammar, std::span<const SymbolId> terminals,
                                        const std::bitset<256>& bytes, bool end);

ParseFailure make_failure(const Grammar& grammar, const FailureFacts& facts, std::string_view text);

}  // namespace grabr
