// Inlining: replaces the uses of a name by copies of a subtree of its definition, such as the
// initialiser, and deletes the definition.
//
//   int x = y; int z = g(x, 1);   →   int z = g(y, 1);
//   int one() { return 1; } int z = one() + 2;   →   int z = 1 + 2;      with the `()` after it
//
// All that is known of a language is which tokens are names. A name is assumed to be defined in the
// smallest deletable part around its first token, or in the largest one that defines no other name
// used after it (if the use is a call, the smallest may also define parameters that share their
// name with a later variable). A subtree of the definition may be inlined if it does not contain
// the name and fits at each use: in place of the name alone, or of the smallest node of several
// tokens that begins with the name. A few of each kind are tried per name, whole subtrees before
// their parts. A family of moves (reduce/pass/move.h).
// Source: grabr; language-specific reducers (C-Reduce, Regehr et al., PLDI 2012) inline by the
// language's semantics. Tested by tests/reduce/inline_names_test.cc.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "reduce/pass/inlinings.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// The chance by Inlining::Way. A definition seldom fits where its name has arguments or more
/// around it.
constexpr double kInlineChances[] = {.15, .05, .05};
constexpr double kInlineTrust = 10;

/// One subtree may be inserted in several places, since a candidate is only printed.
std::vector<Edit> edits_of(const Inlining& inlining) {
  const bool unwraps = inlining.rest != kNoNode;
  std::vector<Edit> edits{
      {unwraps ? Edit::Kind::kReplace : Edit::Kind::kRemove, inlining.definition, inlining.rest}};
  for (const NodeId use : inlining.uses) edits.push_back({Edit::Kind::kReplace, use, inlining.by});
  return edits;
}

}  // namespace

std::vector<Site> find_inlinings(View& view, NodeId inside) {
  std::vector<Site> sites;
  if (inside != view.tree().root()) return sites;
  const Inlinings& inlinings = view.of<Inlinings>();
  for (const Name& name : inlinings.names()) {
    const std::vector<Inlining> found = inlinings.of(name);
    if (found.empty()) continue;
    sites.push_back(
        {static_cast<double>(found[0].freed), [&view, &name, found] {
           std::vector<Move> moves;
           for (const Inlining& one : found) {
             Move move;
             move.way = static_cast<int>(one.way);
             move.odds = {kInlineTrust, kInlineTrust * kInlineChances[static_cast<int>(one.way)]};
             move.freed = one.freed;
             move.drops_needed = one.rest != kNoNode && view.drops_needed(edits_of(one));
             move.question = one.question;
             move.words = "replace " + name.text + " by a " + node_name(view.tree(), one.by) +
                          " that defines it";
             move.edits = [one] { return edits_of(one); };
             moves.push_back(std::move(move));
           }
           return moves;
         }});
  }
  return sites;
}

}  // namespace grabr
