// What is known of a pass: one row for strategies, passes over a tree, list minimisers, passes over
// bytes and named pipelines alike. The rows stand in reduce/passes.def.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "parse/parse_options.h"
#include "reduce/core/session.h"
#include "reduce/minimizer/minimize.h"
#include "reduce/text/patches.h"

namespace grabr {

class TreeWork;
struct Problem;

enum class WorksOn : std::uint8_t {
  kText,
  kBytes,    ///< patches on a text
  kList,     ///< of any removable things; by itself: the units of a text
  kTree,     ///< of an input that parses
  kAnyTree,  ///< partial ones, too
  kEither,   ///< a tree, or text where there is none
};

/// Which of the texts of a session it is for.
enum class Aim : std::uint8_t {
  kFailing,  ///< best()
  kPassing,  ///< passing()
  kBoth,
};

enum class Direction : std::uint8_t { kForward, kBackward };

struct Pass {
  std::string_view name;

  // What it does, one of these.
  /// A search of its own. May use the problem's tree up.
  std::function<void(Session& session, Problem& problem)> run = {};
  /// Goes once over a tree: did it get smaller? Asks nothing from which less than `least` tokens
  /// are to be expected. Leaves `work.tree()` as the tree of the best text.
  std::function<bool(TreeWork& work, double least)> tree = {};
  ListMinimizer list = nullptr;
  /// What may be changed in a text, in each of `steps` rounds.
  std::vector<Patch> (*patches)(std::string_view text, std::uint32_t step) = nullptr;
  std::string_view pipeline = {};  ///< other passes, in the language of reduce/schedule.h

  WorksOn works_on = WorksOn::kText;
  std::string_view help = {};       ///< one line
  std::string_view guarantee = {};  ///< what holds when it finds nothing any more
  std::string_view source = {};
  std::string_view file = {};  ///< in src/reduce, opens with an essay; may be empty

  /// Listed as a strategy: by itself it is of use, or published.
  bool alone = true;
  /// Of passes over lists and over a tree: the minimiser of lists that it has by itself; empty: it
  /// minimises no lists, or in one way only.
  std::string_view minimizer = {};
  CachePolicy cache = CachePolicy::kNegative;
  /// Tests its input itself, first; others have it tested before they start.
  bool tests_original = false;
  Aim aim = Aim::kFailing;
  /// Choice of tree for ambiguous inputs: the book's strategies want the book's tree.
  ParseOptions::Choice choice = ParseOptions::Choice::kRule;

  // Over a tree.
  bool once = false;       ///< as a strategy; others go on until they change nothing
  bool any_depth = false;  ///< time and memory are linear however deep it is (tree/nesting.h)
  double least = 0;        ///< for steps of a pipeline that say nothing else

  // Minimisers of lists.
  Direction natural = Direction::kForward;  ///< the end from which its author has it begin
  bool one_minimal = false;                 ///< its result always is; but see `empties`
  bool empties = false;                     ///< asks whether everything can go, too

  std::uint32_t steps = 1;  ///< over bytes
};

inline bool works_on_text(const Pass& pass) {
  return pass.works_on == WorksOn::kText || pass.works_on == WorksOn::kBytes ||
         pass.works_on == WorksOn::kList;
}

}  // namespace grabr
