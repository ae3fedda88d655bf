// Strategies: plain functions over a session, and the one table that lists them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "parse/parser.h"
#include "reduce/session.h"
#include "text/units.h"

namespace grabr {

/// What a strategy works on.
struct Problem {
  std::shared_ptr<const Parser> parser;   ///< null when there is no grammar
  std::optional<Tree> tree;               ///< the original's tree, when it parses
  bool partial = false;                   ///< it does not: `tree` is that of parse/partial.h
  Unit unit = Unit::kChars;               ///< what lexical strategies remove
};

enum class Needs : std::uint8_t { kText, kTree, kEither };

struct Strategy {
  std::string_view name;
  void (*run)(Session& session, const Problem& problem);
  Needs needs;
  CachePolicy cache;
  /// The algorithm tests its input itself, first; others have it tested before they start.
  bool tests_original;
  /// Choice of tree for ambiguous inputs: the book's strategies want the book's tree.
  ParseOptions::Choice choice;
  std::string_view guarantee;
  std::string_view help;    ///< one line
  std::string_view source;
};

/// All of them, in the order in which help lists them.
std::span<const Strategy> strategies();
/// Null when there is none of that name.
const Strategy* find_strategy(std::string_view name);

/// Runs it on the session's original, which is tested first: by the strategy itself where it does
/// that, else under the phase "preflight". Throws Error(kDoesNotFail) when the original does not
/// fail, Error(kDoesNotParse) when the strategy needs a tree and there is none.
void run_strategy(const Strategy& strategy, Session& session, const Problem& problem);

}  // namespace grabr
