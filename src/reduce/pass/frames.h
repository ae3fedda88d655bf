// The shortest phrases of a grammar around a part: what a part needs to stand in another place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// The cheapest texts before and after a part, and their tokens.
struct Frame {
  std::uint32_t tokens = 0;
  std::string before, after;
};

/// The frames around parts of one symbol. Takes time proportional to the grammar, mostly a few
/// times over. Of a grammar in the classic notation there are none.
class Frames {
 public:
  Frames(const Grammar& grammar, const Analysis& analysis, SymbolId part);

  /// The frame with the fewest tokens that makes a part a phrase of `place`; of several the first
  /// by the grammar. Nothing if there is none, or one without tokens (the part fits as it is), and
  /// for the place of no symbol.
  std::optional<Frame> around(SymbolId place) const;

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// A token costs this much and a rule that is entered 1, so that what is inside the best way
  /// costs less than it, and no way leads through itself.
  static constexpr std::uint64_t kToken = std::uint64_t{1} << 32;

  struct Way {
    std::uint64_t cost = kNever;  ///< of what is around the part
    std::size_t alternative = 0;  ///< of the rule that holds it
  };

  std::uint64_t around_in(const Expr& expr) const;
  std::uint64_t without(const Expr& expr) const;
  std::uint64_t as_separator(const Expr& list) const;
  void write(const Expr& expr, Frame& frame) const;
  void write_repeat(const Expr& list, Frame& frame) const;
  void write_without(const Expr& expr, std::string& text) const;
  void add(std::string_view text, std::string& to) const;

  const Grammar& grammar_;
  const Analysis& analysis_;
  SymbolId part_;
  std::string_view blank_;  ///< between two texts
  BySymbol<Way> ways_;
};

}  // namespace grabr
