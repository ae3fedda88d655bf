// The completed parts of a parse: which symbols derive which spans of the input, and by which
// rules.
//
// A plain value, made from Earley's chart or from the log of any other parser. Positions are token
// numbers, or byte offsets if a terminal may be several bytes long; positions that no entry
// mentions may be left out. Entries that no derivation of the whole input uses do no harm.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parse/earley/chart.h"
#include "parse/earley/tokens.h"

namespace grabr {

/// `symbol` derives begin … end, with `rule` as the outermost step.
struct Completed {
  static constexpr std::uint32_t kNoRule = ~std::uint32_t{0};

  LoweredId symbol = 0;
  std::uint32_t rule = kNoRule;  ///< kNoRule: a terminal read from the input
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Two indexes of the entries, by end and by beginning, at about 25 bytes per entry. A look-up is a
/// binary search among the entries of one position.
class Completions {
 public:
  /// `grammar` must outlive this. The chart must have accepted.
  explicit Completions(const Chart& chart);
  /// All completed rules and all terminals of a parse of positions 0 … length, in any order;
  /// duplicates are ignored.
  Completions(const LoweredGrammar& grammar, LoweredId start, std::uint32_t length,
              std::vector<Completed> log);

  const LoweredGrammar& grammar() const { return *grammar_; }
  LoweredId start() const { return start_; }
  std::uint32_t length() const { return length_; }

  bool derives(LoweredId symbol, std::uint32_t begin, std::uint32_t end) const;
  /// Rules by which `symbol` derives begin … end, in the order of the grammar.
  std::span<const std::uint32_t> rules(LoweredId symbol, std::uint32_t begin,
                                       std::uint32_t end) const;
  /// Ascending positions where the symbol may begin if it ends at `end`.
  std::span<const std::uint32_t> begins(LoweredId symbol, std::uint32_t end) const;
  /// Ascending positions where the symbol may end if it begins at `begin`.
  std::span<const std::uint32_t> ends(LoweredId symbol, std::uint32_t begin) const;

 private:
  /// Pairs of symbol and other end, by position, sorted within each position.
  struct Index {
    std::vector<std::uint32_t> first;  ///< by position: its first pair; then the number of pairs
    std::vector<LoweredId> symbols;
    std::vector<std::uint32_t> others;

    std::pair<std::size_t, std::size_t> range(LoweredId symbol, std::uint32_t position) const;
  };

  std::uint32_t pair_count() const { return static_cast<std::uint32_t>(by_end_.symbols.size()); }
  void index_by_begin(const std::vector<Completed>& log);
  void index_by_end(const std::vector<Completed>& log);

  const LoweredGrammar* grammar_;
  LoweredId start_;
  std::uint32_t length_;
  Index by_end_;
  Index by_begin_;
  std::vector<std::uint32_t> first_rule_;  // by pair of by_end_; then the number of rules
  std::vector<std::uint32_t> rules_;
};

/// The state of a parser after reading an input: its tokens and its chart.
struct Reading {
  Tokens tokens;  ///< rich grammars only; a classic grammar's tokens are the bytes
  Chart chart;

  bool accepted() const { return chart.accepted() && !tokens.stuck_at; }
};

/// The completed parts of an accepting parse, for questions about all derivations.
struct CompletedReading {
  Tokens tokens;
  Completions completions;
};

}  // namespace grabr
