// The shortest phrases of a grammar around a part: the tokens that the part needs around it to
// stand in another place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "grammar/model/grammar.h"

namespace grabr {

/// The cheapest texts before and after a part, and how many tokens they have.
struct Frame {
  std::uint32_t tokens = 0;
  std::string before, after;
};

/// The frames around parts of one symbol. The constructor usually goes over the grammar a few
/// times. A grammar in the classic notation has no frames.
class Frames {
 public:
  Frames(const Grammar& grammar, const Analysis& analysis, SymbolId part);

  /// The frame with the fewest tokens that makes a part a phrase of `place`; of several, the first
  /// in the grammar. Nothing if there is no frame, if the part fits as it is, or if `place` is no
  /// symbol.
  std::optional<Frame> around(SymbolId place) const;

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  /// A token costs this much, and entering a rule costs 1. So each step inside the best way has a
  /// lower cost than the whole, and no way leads through itself.
  static constexpr std::uint64_t kToken = std::uint64_t{1} << 32;

  struct Way {
    std::uint64_t cost = kNever;  ///< of the tokens around the part
    std::size_t alternative = 0;  ///< the rule's alternative that holds it
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
  std::string_view blank_;  ///< written between two texts
  BySymbol<Way> ways_;
};

}  // namespace grabr
