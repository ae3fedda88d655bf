// The description of a pass: one row of reduce/passes.def. Strategies, passes over a tree, list
// minimisers, passes over bytes and named pipelines all have such a row.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "parse/parse_options.h"
#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "reduce/text/patches.h"
#include "tree/tree.h"

namespace grabr {

class TreeWork;
class View;
struct Problem;
struct Site;

enum class WorksOn : std::uint8_t {
  kText,
  kBytes,    ///< patches on a text
  kList,     ///< a list of removable things; as a strategy: the units of a text
  kTree,     ///< the tree of an input that parses
  kAnyTree,  ///< any tree, including partial ones
  kEither,   ///< the tree if there is one, else the text
};

/// Which text of the session a pass works on.
enum class Aim : std::uint8_t {
  kFailing,  ///< best()
  kPassing,  ///< passing()
  kBoth,
};

enum class Direction : std::uint8_t { kForward, kBackward };

struct Pass {
  std::string_view name;

  // How it runs: exactly one of `run`, `tree`, `list`, `patches` and `pipeline` is set.
  /// A search of its own. May move the tree out of the problem.
  std::function<void(Session& session, Problem& problem)> run = {};
  /// Goes over a tree once and returns whether it got smaller. Skips candidates whose expected gain
  /// is below `least` tokens. Leaves `work.tree()` as the tree of the best text.
  std::function<bool(TreeWork& work, double least)> tree = {};
  /// A family of moves (reduce/pass/move.h): finds their sites below `inside`. Sites are valid as
  /// long as the view. `tree` tries the moves.
  std::vector<Site> (*find)(View& view, NodeId inside) = nullptr;
  double best_chance = 0;  ///< the chance of its likeliest moves, before there are answers
  ListMinimizer list = nullptr;
  /// Returns the patches to try on a text, in each of `steps` rounds.
  std::vector<Patch> (*patches)(std::string_view text, std::uint32_t step) = nullptr;
  std::string_view pipeline = {};  ///< other passes, in the language of reduce/schedule.h

  WorksOn works_on = WorksOn::kText;
  std::string_view help = {};       ///< one line
  std::string_view guarantee = {};  ///< of a result that it no longer changes
  std::string_view source = {};
  std::string_view file = {};  ///< in src/reduce, begins with an essay; may be empty

  /// The pass is also listed as a strategy, because it is useful alone or published.
  bool alone = true;
  /// For passes over lists or trees: the default list minimiser. Empty if the pass has no lists to
  /// minimise, or always uses the same minimiser.
  std::string_view minimizer = {};
  CachePolicy cache = CachePolicy::kNegative;
  /// The pass tests its input itself, first. Otherwise the input is tested before the pass starts.
  bool tests_original = false;
  Aim aim = Aim::kFailing;
  /// Which tree to use for ambiguous inputs: strategies from the book need the book's tree.
  ParseOptions::Choice choice = ParseOptions::Choice::kRule;

  // Over a tree.
  bool once = false;         ///< as a strategy it runs once; others run until they change nothing
  bool any_depth = false;    ///< time and memory are linear however deep it is (tree/nesting.h)
  bool in_place = false;     ///< a family: after an edit the tree need not be parsed again
  bool in_contents = false;  ///< it searches inside tokens, so it frees no tokens of the tree
  double least = 0;          ///< the default of a pipeline's step: expected gain, in tokens

  // List minimisers.
  Direction natural = Direction::kForward;  ///< the direction in its author's version
  bool one_minimal = false;                 ///< its result is 1-minimal; but see `empties`
  bool empties = false;                     ///< it also tries the empty list

  std::uint32_t steps = 1;  ///< passes over bytes: the number of rounds
};

inline bool works_on_text(const Pass& pass) {
  return pass.works_on == WorksOn::kText || pass.works_on == WorksOn::kBytes ||
         pass.works_on == WorksOn::kList;
}

}  // namespace grabr
