// A parameter with its arguments: where lists of as many elements follow the occurrences of a name,
// the i-th element of each goes in one question, which no deletion of single parts can do.
//
//   int f(int a, int b) { return b; }   int x = f(1, 2);     element 1 behind every f:
//   int f(int b) { return b; }          int x = f(2);
//
// Nothing is known of a language but which tokens are names and which parts are lists, so the same
// is tried with type arguments, fields and initialisers, or the operands of a Lisp form. Where the
// lists that follow are of different lengths, the last element of each is tried. An element that
// brings in a name (its first occurrence, in the whole text or in the smallest part around it in
// which it is used) goes in three ways: alone; with `0`, or whatever is the cheapest text, where
// the name is used; with the smallest part that may go around each use.
//
// Names by how many tokens one question would free, and so the questions about one name. Those from
// which less than `least` tokens are to be expected are left out, and so are those that were
// answered "no" while the elements and the place of the name were the same. Every candidate is
// smaller (TreeWork::smaller_candidate), so it ends. A pass asks at most kMaxQuestions a name.
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

/// What has come of each way. Lists behind a name mostly belong to different things, but a pair
/// that goes is two at once: so one in ten is supposed until ten have been asked.
struct PairOdds {
  Odds by_way[3] = {{10, 1}, {10, 1}, {10, 1}};  ///< by what becomes of uses of what goes
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
  std::optional<ElementPairs> pairs_;  ///< of the tree as it stands
};

}  // namespace

bool paired_elements(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && PairSearch(work, least).run();
}

}  // namespace grabr
