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

#include "reduce/element_pairs.h"
#include "reduce/name_closures.h"
#include "reduce/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxQuestions = 24;
constexpr std::size_t kMaxNames = 1000;

/// One question.
struct Way {
  std::size_t number = 0;
  std::vector<Edit> edits;
  std::size_t freed = 0;
  std::string words;
  std::optional<Hash128> question;
};

class PairSearch {
 public:
  PairSearch(TreeWork& work, double least) : work_(work), least_(least) {}

  bool run() {
    bool changed = false;
    std::size_t tried = 0;
    for (bool again = true; again;) {
      const ElementPairs pairs(work_);
      again = false;
      for (const Found& found : by_tokens(pairs)) {
        if (tried++ == kMaxNames) return changed;
        if (ask(pairs, *found.name, found.pairs)) {
          work_.reparse();
          changed = again = true;
          break;
        }
        done_.insert({found.name->terminal, found.name->text});
      }
    }
    return changed;
  }

 private:
  struct Found {
    const Name* name = nullptr;
    std::vector<ElementPair> pairs;  ///< those with the most tokens first
  };

  std::vector<Found> by_tokens(const ElementPairs& pairs) const {
    std::vector<Found> all;
    for (const Name& name : pairs.names()) {
      if (name.tokens.size() < 2 || done_.count({name.terminal, name.text}) > 0) continue;
      Found found{&name, pairs.behind(name)};
      std::stable_sort(
          found.pairs.begin(), found.pairs.end(),
          [](const ElementPair& a, const ElementPair& b) { return a.tokens > b.tokens; });
      if (!found.pairs.empty()) all.push_back(std::move(found));
    }
    std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
      return a.pairs[0].tokens > b.pairs[0].tokens;
    });
    return all;
  }

  bool ask(const ElementPairs& pairs, const Name& name, const std::vector<ElementPair>& behind) {
    std::vector<Way> ways;
    for (const ElementPair& pair : behind) add_ways(pairs, name, pair, ways);
    std::stable_sort(ways.begin(), ways.end(),
                     [](const Way& a, const Way& b) { return a.freed > b.freed; });
    if (ways.size() > kMaxQuestions) ways.resize(kMaxQuestions);
    std::erase_if(ways, [&](const Way& way) {
      const double chance = work_.learnt().pairs[way.number].chance();
      return work_.learnt().tried.knows(way.question) ||
             chance * static_cast<double>(way.freed) < least_;
    });
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == ways.size()) return false;
      candidate = work_.smaller_candidate(ways[i].edits, ways[i].words);
      return true;
    });
    const std::size_t asked = found ? *found + 1 : ways.size();
    for (std::size_t i = 0; i < asked; ++i) {
      work_.learnt().pairs[ways[i].number].note(found == i);
      if (found != i) work_.learnt().tried.note(ways[i].question);
    }
    return found.has_value();
  }

  void add_ways(const ElementPairs& pairs, const Name& name, const ElementPair& pair,
                std::vector<Way>& ways) {
    const auto deleted = [&](const std::vector<NodeId>& nodes) {
      return work_.leave_out(nodes, {false, {}});
    };
    add_way(0, deleted(pair.units), name, pair.words, ways);
    const std::vector<NodeId> uses = pairs.uses(pair.units);
    if (uses.empty()) return;
    std::vector<Edit> constant = deleted(pair.units);
    if (add_cheapest_texts(work_, uses, constant)) {
      add_way(1, std::move(constant), name, pair.words + ", used as a constant", ways);
    }
    std::vector<NodeId> units = pairs.units_around(uses);
    if (units.empty()) return;
    units.insert(units.end(), pair.units.begin(), pair.units.end());
    add_way(2, deleted(outermost(work_.tree(), std::move(units))), name,
            pair.words + " and what uses it", ways);
  }

  void add_way(std::size_t number, std::vector<Edit> edits, const Name& name,
               const std::string& words, std::vector<Way>& ways) {
    if (edits.size() < 2) return;
    std::size_t freed = 0;
    std::string texts = words;
    for (const Edit& edit : edits) {
      freed += edit.by == kNoNode ? count_tokens(work_.tree(), edit.node) : 0;
      texts += '\0' + print_subtree(work_.tree(), edit.node);
    }
    const auto question = work_.question(name.tokens[0], texts);
    ways.push_back({number, std::move(edits), freed, "delete " + words, question});
  }

  TreeWork& work_;
  double least_;
  std::set<std::pair<SymbolId, std::string>> done_;  ///< names with which nothing more goes
};

}  // namespace

bool paired_elements(TreeWork& work, double least) {
  return work.tree().root() != kNoNode && PairSearch(work, least).run();
}

bool paired_elements(TreeWork& work) { return paired_elements(work, 0); }

}  // namespace grabr
