// The nearest sentence to a text that is none: which tokens to leave out, and which to add.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parse/parser.h"
#include "parse/repair/rough_text.h"
#include "parse/repair/sentence_reader.h"

namespace grabr {

/// Where reading stopped, and why.
struct Stop {
  std::uint32_t at = 0;   ///< index of the rough token; their number at the end
  ParseFailure failure;
};

struct Sentence {
  std::vector<SentenceToken> tokens;
  Chart chart;              ///< of these tokens
  std::vector<Stop> stops;  ///< by place, at most kMaxStops; only when asked for
};

inline constexpr std::size_t kMaxStops = 100;

/// How many tokens may be read in trials. When they are used up, what does not fit is left out.
struct RepairBudget {
  std::uint64_t reads = 0;
};

/// Rough tokens begin … end as a sentence of `start`, as they are. Nothing when they are none; then
/// `reached`, if given, tells how many could be read.
std::optional<Sentence> read_exactly(const RoughText& text, Span range, SymbolId start,
                                     std::uint32_t* reached = nullptr);

/// The same with repairs. Nothing when what is left of them is no sentence either.
std::optional<Sentence> repair(const RoughText& text, Span range, SymbolId start,
                               const ParseOptions& options, RepairBudget& budget, bool explain);

}  // namespace grabr
