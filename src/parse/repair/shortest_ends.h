// What can be added to tokens read: so that a token may come that does not fit (a bridge: a
// delimiter, a closing tag, the keyword that is missing), or so that the text may end. A viable
// prefix always has such an end, so text that does not fit never leaves all of it without a tree.
#pragma once

#include <cstdint>
#include <map>
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
  /// After which one of these terminals may come, where none may now. Different ones, the shortest
  /// first: at most `count`, each of at most this length.
  std::vector<Tokens> bridges(const Chart& chart, const Tokens& terminals, std::size_t count,
                              std::uint32_t length) const;
  /// After which the tokens are a sentence.
  Tokens of_text(const Chart& chart) const;

 private:
  class Search;
  /// By symbol: of the shortest text before some terminals in it.
  struct Ahead {
    std::vector<std::uint64_t> length;
    std::vector<std::uint32_t> dotted;  ///< before the symbol that has one
  };

  const Ahead& ahead_of(const Tokens& terminals) const;
  std::uint64_t length_behind(std::uint32_t dotted) const;
  void append_behind(std::uint32_t dotted, Tokens& tokens) const;
  void append(LoweredId symbol, Tokens& tokens) const;
  void append_up_to(std::uint32_t dotted, std::uint32_t end, const Ahead& ahead,
                    Tokens& tokens) const;

  const LoweredGrammar& lowered_;
  std::vector<std::uint64_t> length_;  // by symbol: of its shortest text
  std::vector<std::uint32_t> rule_;    // by symbol: the rule to begin with
  mutable std::map<Tokens, Ahead> ahead_;
};

}  // namespace grabr
