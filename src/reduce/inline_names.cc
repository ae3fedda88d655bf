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

#include "reduce/inlinings.h"
#include "reduce/tree_passes.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxNames = 1000;

class InlineSearch {
 public:
  InlineSearch(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    bool changed = false;
    std::size_t tried = 0;
    for (bool again = true; again;) {
      again = false;
      for (const Found& found : by_freed(Inlinings(work_))) {
        if (tried++ == kMaxNames) return changed;
        done_.insert(found.name);
        if (!ask(found)) continue;
        changed = again = true;
        break;
      }
    }
    return changed;
  }

 private:
  struct Found {
    std::pair<SymbolId, std::string> name;
    std::vector<Inlining> inlinings;
  };

  std::vector<Found> by_freed(const Inlinings& inlinings) const {
    std::vector<Found> all;
    for (const Name& name : inlinings.names()) {
      Found found{{name.terminal, name.text}, {}};
      if (done_.count(found.name) > 0) continue;
      found.inlinings = inlinings.of(name);
      if (!found.inlinings.empty()) all.push_back(std::move(found));
    }
    std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
      return a.inlinings[0].freed > b.inlinings[0].freed;
    });
    return all;
  }

  bool ask(const Found& found) {
    std::vector<Inlining> worth_it = found.inlinings;
    std::erase_if(worth_it, [&](const Inlining& inlining) {
      return work_.learnt().inlined[inlining.with_following].chance() * inlining.freed < least_;
    });
    const auto success = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == worth_it.size()) return false;
      const Inlining& inlining = worth_it[i];
      candidate = work_.smaller_candidate(
          edits_of(inlining, false), "replace " + found.name.second + " by a " +
                                         node_name(work_.tree(), inlining.by) + " that defines it");
      return true;
    });
    const std::size_t asked = success ? *success + 1 : worth_it.size();
    for (std::size_t i = 0; i < asked; ++i) {
      work_.learnt().inlined[worth_it[i].with_following].note(success == i);
      if (success != i) work_.learnt().tried.note(worth_it[i].question);
    }
    if (!success) return false;
    work_.apply(edits_of(worth_it[*success], true));
    work_.reparse();
    return true;
  }

  /// A candidate may show a subtree in several places; in a tree each is a copy.
  std::vector<Edit> edits_of(const Inlining& inlining, bool copied) {
    std::vector<Edit> edits{{Edit::Kind::kRemove, inlining.definition, kNoNode}};
    for (const NodeId use : inlining.uses) {
      const NodeId by = copied ? work_.tree().copy_subtree(inlining.by) : inlining.by;
      edits.push_back({Edit::Kind::kReplace, use, by});
    }
    return edits;
  }

  TreeWork& work_;
  double least_;
  std::set<std::pair<SymbolId, std::string>> done_;
};

}  // namespace

bool inline_names(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && InlineSearch(work, least).run();
}

bool inline_names(TreeWork& work) { return inline_names(work, 0); }

}  // namespace grabr
