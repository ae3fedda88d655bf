// Finds tokens to add after those read: a bridge, so that a token that does not fit may come (a
// delimiter, a closing tag, a missing keyword), or an end, so that the text may end. A viable
// prefix always has an end, so a text always gets some tree.
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

  /// A token of a fixed text counts as one, any other, such as a name, as two.
  std::uint64_t length(const Tokens& tokens) const;
  /// Tokens after which one of these terminals may come, although none may come now. Different
  /// ones, the shortest first: at most `count`, each with at most this length.
  std::vector<Tokens> bridges(const Chart& chart, const Tokens& terminals, std::size_t count,
                              std::uint32_t length) const;
  /// Tokens after which the text is a sentence.
  Tokens of_text(const Chart& chart) const;

 private:
  class Search;
  /// By symbol: the shortest text before one of the terminals in it.
  struct Ahead {
    std::vector<std::uint64_t> length;
    std::vector<std::uint32_t> dotted;  ///< the dot before the symbol that contains the terminal
  };

  const Ahead& ahead_of(const Tokens& terminals) const;
  std::uint64_t length_behind(std::uint32_t dotted) const;
  void append_behind(std::uint32_t dotted, Tokens& tokens) const;
  void append(LoweredId symbol, Tokens& tokens) const;
  void append_up_to(std::uint32_t dotted, std::uint32_t end, const Ahead& ahead,
                    Tokens& tokens) const;

  const LoweredGrammar& lowered_;
  std::vector<std::uint64_t> length_;  // by symbol: length of its shortest text
  std::vector<std::uint32_t> rule_;    // by symbol: the rule to begin with
  mutable std::map<Tokens, Ahead> ahead_;
};

}  // namespace grabr
