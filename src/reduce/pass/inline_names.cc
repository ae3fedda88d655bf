// Inlining: the uses of a name become copies of a subtree of its definition, such as the
// initialiser, and the definition goes.
//
//   int x = y; int z = g(x, 1);   →   int z = g(y, 1);
//   int one() { return 1; } int z = one() + 2;   →   int z = 1 + 2;      with the `()` after it
//
// All that is known of a language is which tokens are names. A name is taken to be defined in the
// smallest deletable part around its first token, or in the largest one that defines nothing else
// that is used after it. A subtree of the definition may be inlined if it does not contain the name
// and fits at each use: in place of the name alone, or of the smallest node of several tokens that
// begins with the name. A few of each kind are tried per name, whole subtrees before parts of them.
// Attempts that free most tokens come first, and so do names. Skipped are attempts that are
// expected to free fewer than `least` tokens, and those in the negative cache whose definition and
// surroundings have not changed. Every candidate has fewer tokens and no more bytes, so it ends.
// Source: own work; inlining in language-specific reducers (C-Reduce, Regehr et al., PLDI 2012)
// without a semantics. Tested by tests/reduce/inline_names_test.cc.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/pass/attempts.h"
#include "reduce/pass/inlinings.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// The odds of each way. Most attempts are not interesting, because a definition seldom fits where
/// its name is used, but one that works frees a whole definition. The prior is one in ten, with the
/// weight of ten attempts.
struct InliningOdds {
  Odds by_way[3] = {{10, 1}, {10, 1}, {10, 1}};  ///< by Inlining::Way
};

class InlineSearch {
 public:
  InlineSearch(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    return take_turns(work_, [this](const std::set<NameKey>& done) { return turns(done); });
  }

 private:
  std::vector<NameTurn> turns(const std::set<NameKey>& done) {
    const Inlinings inlinings(work_);
    std::vector<NameTurn> turns;
    for (const Name& name : inlinings.names()) {
      if (done.contains(key_of(name))) continue;
      std::vector<Inlining> found = inlinings.of(name);
      if (found.empty()) continue;
      const std::uint32_t most = found[0].freed;
      turns.push_back({key_of(name), most, [this, text = name.text, found = std::move(found)] {
                         return ask(text, found);
                       }});
    }
    return turns;
  }

  bool ask(const std::string& name, const std::vector<Inlining>& inlinings) {
    std::vector<Attempt> attempts;
    for (const Inlining& inlining : inlinings) {
      attempts.push_back(
          {edits_of(inlining, false),
           "replace " + name + " by a " + node_name(work_.tree(), inlining.by) + " that defines it",
           &work_.statistics().of<InliningOdds>().by_way[static_cast<std::size_t>(inlining.way)],
           static_cast<double>(inlining.freed), inlining.question});
    }
    const auto found = first_to_work(work_, attempts, least_);
    // With `rest`, some edited nodes are below its replacement and cannot be edited with it; the
    // text is parsed again anyway.
    if (found && inlinings[*found].rest == kNoNode) {
      work_.apply(edits_of(inlinings[*found], true));
    }
    return found.has_value();
  }

  /// Printing a candidate may use a subtree in several places; in a tree each must be a copy.
  std::vector<Edit> edits_of(const Inlining& inlining, bool copied) {
    const bool unwraps = inlining.rest != kNoNode;
    std::vector<Edit> edits{
        {unwraps ? Edit::Kind::kReplace : Edit::Kind::kRemove, inlining.definition, inlining.rest}};
    for (const NodeId use : inlining.uses) {
      const NodeId by = copied ? work_.tree().copy_subtree(inlining.by) : inlining.by;
      edits.push_back({Edit::Kind::kReplace, use, by});
    }
    return edits;
  }

  TreeWork& work_;
  double least_;
};

}  // namespace

bool inline_names(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && InlineSearch(work, least).run();
}

}  // namespace grabr
