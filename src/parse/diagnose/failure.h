// Turns an engine's facts about the place where it stopped into a ParseFailure. Names, order and
// grouping are decided here and in describe, so that engines need not agree on them.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parse/parse_result.h"
#include "parse/tokens/tokens.h"
#include "text/diagnostic.h"

namespace grabr {

class ExpectedNamer;

/// Raw facts; symbols are the grammar's own, unordered and possibly repeated.
struct FailureFacts {
  ParseFailure::Reason reason = ParseFailure::Reason::kUnexpected;
  Span span;                        ///< the token found; empty at the end of the input
  SymbolId token = kNoSymbol;       ///< its terminal; kNoSymbol for bytes, stray text and the end
  std::string stuck_reason;         ///< kNoToken: the reason, unless simply nothing matches
  SymbolId ambiguous = kNoSymbol;   ///< kMemory, kAmbiguous: the symbol derived in the most ways
  std::vector<SymbolId> terminals;  ///< rich: terminals that can follow the text read
  std::bitset<256> bytes;           ///< classic: bytes that can follow
  bool end = false;                 ///< the text read so far is a whole sentence
  /// User symbols directly after the dots of the kernel items (at the beginning: the start symbol);
  /// if such a symbol may be empty, also the next one. A list, optional part or group is replaced
  /// by the user symbols it may begin with.
  std::vector<SymbolId> next;
  struct Open {
    SymbolId rule = kNoSymbol;
    std::uint32_t begin = 0;  ///< offset of its first token
  };
  std::vector<Open> open;         ///< user rules with something before their dot, innermost first
  std::span<const Token> before;  ///< rich: the tokens read, without skipped ones
};

/// ')' for '(', and so on; 0 if it opens nothing.
char closing_bracket(char opening);

/// The user's name for a terminal; an automatic one is called a line end.
std::string token_name(const Grammar& grammar, SymbolId terminal);

/// The user's names for the terminals in the order given, then the bytes (runs of three or more as
/// ranges), then the end.
std::vector<std::string> expected_names(const Grammar& grammar, std::span<const SymbolId> terminals,
                                        const std::bitset<256>& bytes, bool end);

ParseFailure make_failure(const Grammar& grammar, const FailureFacts& facts, std::string_view text);

/// Puts a parse failure into words; implements Parser::describe. The failure must be of the namer's
/// grammar.
Diagnostic describe(const ParseFailure& failure, ExpectedNamer& namer, const Source& source);

}  // namespace grabr
