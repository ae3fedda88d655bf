// What a name stands for in the place of the name: its uses become copies of a subtree that stands
// where it is defined, such as the initialiser, and the definition goes.
//
//   int x = y; int z = g(x, 1);   →   int z = g(y, 1);
//   int one() { return 1; } int z = one() + 2;   →   int z = 1 + 2;      with the `()` behind it
//
// Nothing is known of a language but which tokens are names: a name is taken for defined in the
// smallest part that may go around its first token, or in the largest one that defines nothing else
// which is used behind it. A subtree of it may be taken if it has not the name in it and fits
// wherever that is used: alone, or with what follows it in the smallest node of several tokens that
// begins with it. Of either at most half of kMaxAttempts a name, whole things rather than parts of
// them; those that free most are asked for first, and so are the names.
// Attempts from which less than `least` tokens are to be expected are left out, and so are those
// that were answered "no" while definition and place of the name were the same. Every candidate has
// fewer tokens and no more bytes, so it ends.
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

/// What has come of each way. Most fail, as a place seldom takes what its name stands for, but one
/// that works frees a whole definition: so one in ten is supposed until ten have been asked.
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
    // Nodes below what takes a place cannot be edited with it; the text is parsed anew anyway.
    if (found && inlinings[*found].rest == kNoNode) {
      work_.apply(edits_of(inlinings[*found], true));
    }
    return found.has_value();
  }

  /// A candidate may show a subtree in several places; in a tree each is a copy.
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
