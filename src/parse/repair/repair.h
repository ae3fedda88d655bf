// Finds the sentence nearest to a text that does not parse: the tokens to leave out, and the tokens
// to add.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "parse/repair/rough_tokens.h"
#include "parse/repair/sentence_reader.h"

namespace grabr {

/// A place where reading stopped, and the reason.
struct Stop {
  std::uint32_t at = 0;  ///< index of the rough token; at the end, their number
  ParseFailure failure;
};

struct Sentence {
  std::vector<SentenceToken> tokens;
  ParseOptions how;         ///< options used for reading them
  std::vector<Stop> stops;  ///< in text order, at most kMaxStops; only on request
  /// Places in text order where reading stopped; only on request.
  std::vector<Resplit> resplits;
};

inline constexpr std::size_t kMaxStops = 100;

/// The number of tokens that may still be read in trials. Once it is used up, every token that does
/// not fit is left out.
struct RepairBudget {
  std::uint64_t reads = 0;
};

/// Reads rough tokens begin … end, unchanged, as a sentence of `start`. Nothing if they are not
/// one; then `reached`, if given, is set to the number of tokens that could be read.
std::optional<Sentence> read_exactly(const RoughText& text, Span range, SymbolId start,
                                     std::uint32_t* reached = nullptr);

/// The same with repairs. Nothing if even that does not give a sentence.
std::optional<Sentence> repair(const RoughText& text, Span range, SymbolId start,
                               const ParseOptions& options, RepairBudget& budget, bool explain);

}  // namespace grabr
