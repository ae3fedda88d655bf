// Strategies: plain functions over a session, and the one table that lists them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "parse/parser.h"
#include "reduce/core/session.h"
#include "reduce/problem.h"

namespace grabr {

enum class Needs : std::uint8_t {
  kText,
  kTree,     ///< of an input that parses
  kAnyTree,  ///< partial ones, too
  kEither,   ///< a tree, or text where there is none
};

/// Which of the texts of a session a strategy is for.
enum class Aim {
  kFailing,  ///< best()
  kPassing,  ///< passing()
  kBoth,
};

struct Strategy {
  std::string_view name;
  /// May use the problem's tree up.
  void (*run)(Session& session, Problem& problem);
  Needs needs = Needs::kText;
  /// Its own list minimiser, of reduce/minimizer/minimizer.h; empty: it minimises no lists, or in one way
  /// only.
  std::string_view minimizer = {};
  CachePolicy cache = CachePolicy::kNegative;
  /// The algorithm tests its input itself, first; others have it tested before they start.
  bool tests_original = false;
  Aim aim = Aim::kFailing;
  /// Choice of tree for ambiguous inputs: the book's strategies want the book's tree.
  ParseOptions::Choice choice = ParseOptions::Choice::kRule;
  std::string_view guarantee;
  std::string_view help;    ///< one line
  std::string_view source;
  std::string_view file;    ///< in src/reduce, opens with an essay
};

/// All of them, in the order in which help lists them.
std::span<const Strategy> strategies();
/// Null when there is none of that name.
const Strategy* find_strategy(std::string_view name);

/// Does it work on a tree that the problem has not? Then the text is reduced by ddmin.
bool lacks_tree(const Strategy& strategy, const Problem& problem);

/// Runs it on the session's original, which is tested first, unless that has been done: by the
/// strategy itself where it does that, else under the phase "preflight". Throws Error(kDoesNotFail)
/// when the original does not fail, Error(kDoesNotPass) when the strategy needs a text that passes
/// and that fails.
void run_strategy(const Strategy& strategy, Session& session, Problem problem);

}  // namespace grabr
