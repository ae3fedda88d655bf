// What can be added to tokens read so that something under way ends: an element behind its start
// tag, a conditional behind its test, at last the whole text. A viable prefix always has such ends,
// so text that does not fit never leaves all of it without a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/earley/chart.h"

namespace grabr {

class ShortestEnds {
 public:
  using Tokens = std::vector<LoweredId>;

  /// The lowered grammar must outlive this.
  ShortestEnds(const Grammar& grammar, const LoweredGrammar& lowered);

  /// Tokens of a fixed text count as one, others, such as names, as two.
  std::uint64_t length(const Tokens& tokens) const;
  /// Different ones, the shortest first: at most `count`, each of at most this length.
  std::vector<Tokens> of_parts(const Chart& chart, std::size_t count, std::uint32_t length) const;
  /// After which the tokens are a sentence.
  Tokens of_text(const Chart& chart) const;

 private:
  class Search;

  std::uint64_t length_behind(std::uint32_t dotted) const;
  void append_behind(std::uint32_t dotted, Tokens& tokens) const;

  const LoweredGrammar& lowered_;
  std::vector<std::uint64_t> length_;  // by symbol: of its shortest text
  std::vector<std::uint32_t> rule_;    // by symbol: the rule to begin with
};

}  // namespace grabr
