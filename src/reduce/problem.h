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
  std::shared_ptr<const Parser> parser;  ///< null if there is no grammar
  std::optional<Tree> tree;              ///< the original's tree, if it parses
  bool partial = false;                  ///< `tree` is a partial one (parse/repair/partial.h)
  /// The unit that lexical strategies remove; if empty, each strategy chooses its own.
  std::optional<Unit> unit;
  ListReducer lists;                   ///< without a minimiser, lists use the strategy's own
  bool python_set_order = false;       ///< dd-*: parts in the order of CPython's sets
  std::optional<std::string> passing;  ///< dd-*: begins with it, not with the empty text
  bool common = false;                 ///< dd-diff: reduce the common part of both texts afterwards
  bool by_tree = false;                ///< dd-*: things are changes between two trees
  std::vector<std::shared_ptr<OutsideReducer>> outside;  ///< for the pass `outside`, in order
  /// The parts that every candidate must have; null: none.
  std::shared_ptr<const Protection> protection;
  std::function<void(const std::string& words)> tell;  ///< tells the user something; may be empty

  Unit unit_or_chars() const { return unit.value_or(Unit::kChars); }
};

}  // namespace grabr
