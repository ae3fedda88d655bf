// Conditional text of a preprocessor: the pass deletes the directive lines, alone or with branches.
//
//   #ifndef A        int x;      #ifdef A           int y;
//   int x;        →              int x;          →
//   #endif                       #else
//                                int y;
//                                #endif
//
// No line of a conditional can be deleted alone. If its lines are in different lists, or text
// between them must stay, no deletion of neighbours takes them together. Conditionals are found by
// their keywords, which languages share: a token that is a sign and if…, el… or endif (#ifdef,
// `ifndef, %elif). First the directive lines are minimised as one list, in which each conditional
// is one thing; the text between the lines stays. Then each remaining conditional, those with most
// tokens first, is deleted or replaced by one of its branches, from the first to the last. Every
// success makes the text smaller, so the pass ends; after a replacement the remaining conditionals
// are searched for again. Guarantee: no conditional can lose its directive lines alone, or be
// replaced by a branch.
// Source: C-Reduce's and C-Vise's pass ifs, on trees. Tested by tests/reduce/conditionals_test.cc.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "reduce/pass/conditional_lines.h"
#include "reduce/pass/names.h"
#include "reduce/pass/tree_passes.h"

namespace grabr {
namespace {

/// The directives of a conditional, in order: the first opens it, the last closes it.
struct Conditional {
  std::vector<NodeId> lines;
  std::vector<std::size_t> places;  ///< the lines' indices among the tokens of the text

  std::size_t size() const { return places.back() - places.front(); }
};

class Conditionals {
 public:
  explicit Conditionals(TreeWork& work) : work_(work) {}

  bool run() {
    find();
    if (found_.empty()) return false;
    bool changed = minimize_lines();
    for (bool again = true; again;) {
      find();
      again = std::any_of(found_.begin(), found_.end(),
                          [&](const Conditional& one) { return try_branches(one); });
      changed = changed || again;
    }
    return changed;
  }

 private:
  const Tree& tree() const { return work_.tree(); }

  /// Finds all conditionals, those with most tokens first.
  void find() {
    found_.clear();
    tokens_.clear();
    weights_ = work_.weights();
    first_.assign(tree().size(), 0);
    std::vector<Conditional> open;
    for (const NodeId node : preorder(tree(), tree().root())) {
      first_[node] = tokens_.size();
      if (!tree().is_token(node) || weights_[node] != 1) continue;
      const std::size_t place = tokens_.size();
      tokens_.push_back(node);
      const ConditionalWord word = conditional_word(tree().token_text(node));
      if (word == ConditionalWord::kNone) continue;
      if (word == ConditionalWord::kOpens) open.emplace_back();
      if (open.empty()) continue;
      open.back().lines.push_back(topmost_alone(tree(), node));
      open.back().places.push_back(place);
      if (word != ConditionalWord::kCloses) continue;
      found_.push_back(std::move(open.back()));
      open.pop_back();
    }
    std::stable_sort(found_.begin(), found_.end(), [](const Conditional& a, const Conditional& b) {
      return a.size() > b.size();
    });
  }

  /// Deletes the directives of some conditionals; the text between them stays.
  bool minimize_lines() {
    bool changed = false;
    std::vector<bool> gone(found_.size());
    const auto dropped_lines = [&](const Kept& kept) {
      std::vector<NodeId> lines;
      for (std::uint32_t i = 0; i < found_.size(); ++i) {
        if (gone[i] || std::binary_search(kept.begin(), kept.end(), i)) continue;
        lines.insert(lines.end(), found_[i].lines.begin(), found_[i].lines.end());
      }
      return lines;
    };
    const auto edits = [&](const Kept& kept) {
      return work_.leave_out(dropped_lines(kept), {.texts = false});
    };
    RemovableList list;
    list.count = static_cast<std::uint32_t>(found_.size());
    list.things = "conditionals";
    list.render = [&](const Kept& kept) {
      return work_.smaller_candidate(edits(kept), "delete the lines of conditionals");
    };
    list.on_accept = [&](const Kept& kept) {
      work_.apply(edits(kept));
      std::fill(gone.begin(), gone.end(), true);
      for (const std::uint32_t i : kept) gone[i] = false;
      changed = true;
    };
    work_.minimize(list);
    return changed;
  }

  bool try_branches(const Conditional& one) {
    std::vector<std::vector<Edit>> ways = {without(one, std::nullopt)};
    const std::size_t branches = one.lines.size() - 1;
    for (std::size_t i = 0; branches > 1 && i < branches; ++i) ways.push_back(without(one, i));
    const auto found = work_.session().first_failing([&](std::size_t i, Candidate& candidate) {
      if (i == ways.size()) return false;
      candidate = work_.smaller_candidate(
          ways[i], i == 0 ? "delete a conditional" : "a branch in place of a conditional");
      return true;
    });
    if (!found) return false;
    work_.apply(ways[*found]);
    return true;
  }

  /// Edits that replace a conditional by one of its branches, or delete it.
  std::vector<Edit> without(const Conditional& one, std::optional<std::size_t> branch) {
    std::vector<NodeId> out;
    for (std::size_t i = 0; i + 1 < one.lines.size(); ++i) {
      out.push_back(one.lines[i]);
      if (i != branch) add_between(one.places[i], one.places[i + 1], out);
    }
    out.push_back(one.lines.back());
    return work_.leave_out(out);
  }

  /// Adds the largest nodes whose tokens are all between the tokens `first` and `last`.
  void add_between(std::size_t first, std::size_t last, std::vector<NodeId>& out) const {
    for (std::size_t at = first + 1; at < last;) {
      NodeId top = tokens_[at];
      for (NodeId parent = tree().parent(top);
           parent != kNoNode && first_[parent] == at && at + weights_[parent] <= last;
           parent = tree().parent(top)) {
        top = parent;
      }
      out.push_back(top);
      at += weights_[top];
    }
  }

  TreeWork& work_;
  std::vector<Conditional> found_;
  std::vector<NodeId> tokens_;
  std::vector<std::size_t> first_;  ///< by node: the index of its first token
  std::vector<std::uint32_t> weights_;
};

}  // namespace

bool conditionals(TreeWork& work) { return Conditionals(work).run(); }

}  // namespace grabr
