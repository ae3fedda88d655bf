// The table of list minimisers: which one, and from which end.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "reduce/minimizer/minimize.h"

namespace grabr {

enum class Direction : std::uint8_t { kForward, kBackward };

struct Minimizer {
  std::string_view name;
  ListMinimizer run;
  Direction natural;           ///< the end from which its author has it begin
  bool one_minimal;            ///< its result always is; but see `empties`
  bool empties;                ///< asks whether everything can go, too
  CachePolicy cache;           ///< when it runs on a text alone
  bool tests_original;         ///< as a strategy on text: tests its input itself, first
  std::string_view guarantee;  ///< in words
  std::string_view help;       ///< one line
  std::string_view source;
  std::string_view file;       ///< in src/reduce, opens with an essay
};

/// All of them, in the order in which help lists them.
std::span<const Minimizer> minimizers();
/// Null when there is none of that name.
const Minimizer* find_minimizer(std::string_view name);

/// A minimiser and the end it begins at.
struct ListReducer {
  const Minimizer* minimizer = nullptr;
  Direction direction = Direction::kForward;

  ListReducer() = default;
  /// From its natural end.
  explicit ListReducer(const Minimizer& chosen)
      : minimizer(&chosen), direction(chosen.natural) {}

  Kept operator()(Session& session, const RemovableList& list) const;
};

}  // namespace grabr
