// The input of a strategy.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parse/parser.h"
#include "reduce/core/session.h"
#include "reduce/minimizer/minimizer.h"
#include "reduce/outside.h"
#include "text/units.h"

namespace grabr {

struct Problem {
  std::shared_ptr<const Parser> parser;  ///< null when there is no grammar
  std::optional<Tree> tree;              ///< the original's tree, when it parses
  bool partial = false;                  ///< it does not: `tree` is that of parse/repair/partial.h
  /// The unit that lexical strategies remove; if empty, each strategy chooses its own.
  std::optional<Unit> unit;
  ListReducer lists;                   ///< without a minimiser, lists use the strategy's own
  bool python_set_order = false;       ///< dd-*: parts in the order of CPython's sets
  std::optional<std::string> passing;  ///< dd-*: begin with this, not with the empty text
  bool common = false;                 ///< dd-diff: then what both texts share is made smaller, too
  bool by_tree = false;                ///< dd-*: changes of the trees of `passing` and the input
  std::vector<std::shared_ptr<OutsideReducer>> outside;  ///< of the pass `outside`, in their order
  /// The parts that every candidate must have; null: none.
  std::shared_ptr<const Protection> protection;
  std::function<void(const std::string& words)> tell;  ///< what the user should know; may be empty

  Unit unit_or_chars() const { return unit.value_or(Unit::kChars); }
};

}  // namespace grabr
