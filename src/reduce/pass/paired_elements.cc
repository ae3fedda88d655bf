// A parameter goes with its arguments: if lists of equal length follow the occurrences of a name,
// their i-th elements are deleted together, which no deletion of single parts can do.
//
//   int f(int a, int b) { return b; }   int x = f(1, 2);     element 1 behind every f:
//   int f(int b) { return b; }          int x = f(2);
//
// All that is known of a language is which tokens are names and which parts are lists, so the same
// is tried with type arguments, fields and initialisers, or the operands of a Lisp form. If the
// lists have different lengths, the last element of each is tried. An element that introduces a
// name (has its first occurrence, in the whole text or in the smallest part around it in which the
// name is used) is deleted in three ways: alone; with `0`, or whatever the cheapest text is, in
// place of the name's uses; with the smallest deletable part around each use.
//
// Names, and the attempts for one name, are ordered by how many tokens one attempt would free.
// Skipped are attempts that are expected to free fewer than `least` tokens, and those in the
// negative cache whose elements and surroundings have not changed. Every candidate is smaller
// (TreeWork::smaller_candidate), so it ends. A pass tests at most kMaxQuestions candidates per
// name.
// Source: C-Reduce's remove-unused-function-parameter pass (Regehr et al., PLDI 2012), from list
// positions instead of an abstract syntax tree. Tested by tests/reduce/paired_elements_test.cc.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reduce/pass/attempts.h"
#include "reduce/pass/element_pairs.h"
#include "reduce/pass/name_closures.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The odds of each way. Lists after a name mostly belong to different things, but a pair that
/// works deletes two elements at once. The prior is one in ten, with the weight of ten attempts.
struct PairOdds {
  Odds by_way[3] = {{10, 1}, {10, 1}, {10, 1}};  ///< by what happens to uses of the deleted names
};

constexpr std::size_t kMaxQuestions = 24;

class PairSearch {
 public:
  PairSearch(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    return take_turns(work_, [this](const std::set<NameKey>& done) { return turns(done); });
  }

 private:
  std::vector<NameTurn> turns(const std::set<NameKey>& done) {
    const ElementPairs& pairs = pairs_.emplace(work_);
    std::vector<NameTurn> turns;
    for (const Name& name : pairs.names()) {
      if (name.tokens.size() < 2 || done.contains(key_of(name))) continue;
      std::vector<ElementPair> behind = pairs.behind(name);
      if (behind.empty()) continue;
      const std::uint64_t most = std::ranges::max(behind, {}, &ElementPair::tokens).tokens;
      turns.push_back({key_of(name), most,
                       [this, &name, behind = std::move(behind)] { return ask(name, behind); }});
    }
    return turns;
  }

  bool ask(const Name& name, const std::vector<ElementPair>& behind) {
    std::vector<Attempt> attempts;
    for (const ElementPair& pair : behind) add_attempts(name, pair, attempts);
    std::stable_sort(attempts.begin(), attempts.end(),
                     [](const Attempt& a, const Attempt& b) { return a.freed > b.freed; });
    if (attempts.size() > kMaxQuestions) attempts.resize(kMaxQuestions);
    return first_to_work(work_, attempts, least_).has_value();
  }

  void add_attempts(const Name& name, const ElementPair& pair, std::vector<Attempt>& attempts) {
    const auto deleted = [&](const std::vector<NodeId>& nodes) {
      return work_.leave_out(nodes, {false, {}});
    };
    add_attempt(0, deleted(pair.units), name, pair.words, attempts);
    const std::vector<NodeId> uses = pairs_->uses(pair.units);
    if (uses.empty()) return;
    for (const std::vector<Edit>& constant : constants_for(work_, uses, 1)) {
      if (constant.empty()) break;
      std::vector<Edit> edits = deleted(pair.units);
      edits.insert(edits.end(), constant.begin(), constant.end());
      add_attempt(1, std::move(edits), name, pair.words + ", used as a constant", attempts);
    }
    std::vector<NodeId> units = pairs_->units_around(uses);
    if (units.empty()) return;
    units.insert(units.end(), pair.units.begin(), pair.units.end());
    add_attempt(2, deleted(outermost(work_.tree(), std::move(units))), name,
                pair.words + " and what uses it", attempts);
  }

  void add_attempt(std::size_t way, std::vector<Edit> edits, const Name& name,
                   const std::string& words, std::vector<Attempt>& attempts) {
    if (edits.size() < 2) return;
    std::size_t freed = 0;
    std::string texts = words;
    for (const Edit& edit : edits) {
      freed += edit.by == kNoNode ? count_tokens(work_.tree(), edit.node) : 0;
      texts += '\0' + print_subtree(work_.tree(), edit.node);
    }
    attempts.push_back({std::move(edits), "delete " + words,
                        &work_.statistics().of<PairOdds>().by_way[way], static_cast<double>(freed),
                        work_.question(name.tokens[0], texts)});
  }

  TreeWork& work_;
  double least_;
  std::optional<ElementPairs> pairs_;  ///< of the current tree
};

}  // namespace

bool paired_elements(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && PairSearch(work, least).run();
}

}  // namespace grabr
