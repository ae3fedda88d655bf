// Replaces nodes by smaller things, the most promising attempts first: an attempt's worth is the
// chance of its kind, as learnt so far, times the tokens that it would free. The possible
// replacements are listed in reduce/pass/replacements.h.
//
//   while (c) { f(1); g(2); }   →   f(1);     →   { f(1); g(2); } spliced into the block around it
//
// At most kMostReplacements replacements are tried per node. They are computed only when the node's
// tokens times the best chance of all kinds are worth most. The replacement of a node is handled
// like other nodes. A replacement has fewer tokens than what it replaces, so this ends. An attempt
// that was answered "no" is repeated only if something near has changed
// (reduce/pass/negative_cache.h). A pass may also stop when attempts are expected to free less than
// a given number of tokens.
// Source: grabr, on GRABR and Perses. Tested by tests/reduce/auto_test.cc, sweep_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "reduce/pass/parts_that_stay.h"
#include "reduce/pass/replace_inside.h"
#include "reduce/pass/replacements.h"
#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::size_t kMostReplacements = 16;
/// The priors by Replacement::Kind, for replacements nearly as large as the node. A part of the
/// node keeps most of what the failure needs; several parts, or another expansion of them, keep
/// less. Replacements that keep nothing of the node get one in twenty, except for the cheapest
/// text.
constexpr double kChances[] = {
    .15,  // kCheapest: nothing of the node is needed, so a sweep would have deleted it if possible
    .4,   // kDescendant
    .4,   // kSplice
    .2,   // kAlternate
    .05,  // kOtherForm
    .15,  // kTemplate
};
/// The chance is multiplied by this for each halving of the size.
constexpr double kHalving = .5;
/// And by this if it drops a part that cannot be deleted alone (parts_that_stay.h): of 2,900 such
/// replacements one in 150 worked, of 1,200 others one in 20.
constexpr double kDropsNeeded = .1;
/// The largest text of which that is looked at.
constexpr std::size_t kMostLookedAt = 5000;  // tokens
/// The weight of a prior, in answers.
constexpr double kReplaceTrust = 5;

/// Replacements that share their odds: the same kind, the same answers to whether the node is
/// deletable and whether a part goes that cannot go alone, and the same power of two by which the
/// node is larger.
struct Likeness {
  Replacement::Kind kind;
  int number_of_template;  // kTemplate
  bool removable;
  int halvings;
  bool drops_needed;

  std::tuple<int, bool, int, bool> number() const {
    return {static_cast<int>(kind) + number_of_template, removable, halvings, drops_needed};
  }
  Odds guess() const {
    const double chance = kChances[static_cast<std::size_t>(kind)] *
                          std::pow(kHalving, halvings + removable) *
                          (drops_needed ? kDropsNeeded : 1);
    return {kReplaceTrust, kReplaceTrust * chance};
  }
};

struct ReplacementStatistics {
  std::map<std::tuple<int, bool, int, bool>, Odds> by_likeness;  ///< by Likeness::number
};

class Replacing {
 public:
  /// Stops when attempts are expected to free fewer than `least` tokens, or when so many tests
  /// in a row were in vain.
  Replacing(TreeWork& work, double least,
            std::uint64_t most_in_vain = std::numeric_limits<std::uint64_t>::max())
      : work_(work),
        statistics_(work.statistics().of<ReplacementStatistics>()),
        rewrites_(work),
        least_(least),
        most_in_vain_(most_in_vain) {}

  /// Only what is inside of `root`, if it is not the whole tree's.
  bool run(NodeId root) {
    refresh();
    for (const NodeId node : preorder(tree(), root)) {
      if (node != root || root == tree().root()) push_unseen(node);
    }
    while (!queue_.empty() && in_vain_ < most_in_vain_) {
      const Entry entry = queue_.top();
      queue_.pop();
      if (entry.worth < least_) break;
      if (!is_current(entry)) continue;
      const double worth = worth_of(entry.node, options_[entry.node].front());
      if (worth < entry.worth) {
        queue_.push({worth, entry.order, entry.node, entry.tokens});
        continue;
      }
      if (worth < least_) break;
      ask(entry);
    }
    return changed_;
  }

 private:
  /// The best option of a node, computed when the node had that many tokens.
  struct Entry {
    double worth = 0;
    std::uint32_t order = 0;
    NodeId node = kNoNode;
    std::uint32_t tokens = 0;

    bool operator<(const Entry& other) const {
      return worth != other.worth ? worth < other.worth : order > other.order;
    }
  };

  const Tree& tree() const { return work_.tree(); }

  void refresh() {
    weights_ = work_.weights();
    stay_.reset();
    if (count_tokens(tree(), tree().root()) <= kMostLookedAt) stay_.emplace(work_);
  }

  /// Is it a rule node, and the topmost one of its unit chain?
  bool is_place(NodeId id) const {
    if (tree()[id].kind != NodeKind::kRule || weights_[id] < 2) return false;
    const NodeId parent = tree().parent(id);
    return parent == kNoNode || tree()[parent].kind != NodeKind::kRule ||
           tree()[parent].child_count() > 1;
  }

  /// Queues a node with an upper bound of its worth; its options are computed when it comes first.
  void push_unseen(NodeId node) {
    if (!is_place(node)) return;
    options_.erase(node);
    queue_.push({best_chance() * weights_[node], order_++, node, weights_[node]});
  }

  double best_chance() const {
    double best = *std::max_element(std::begin(kChances), std::end(kChances));
    for (const auto& [alike, odds] : statistics_.by_likeness) {
      best = std::max(best, odds.chance());
    }
    return best;
  }

  void find_options(NodeId node) {
    std::vector<Replacement> options =
        find_replacements(work_, rewrites_, node, weights_, kMostReplacements);
    std::erase_if(options, [&](const Replacement& option) {
      return work_.statistics().negative.knows(question(node, option));
    });
    options_[node] = std::move(options);
    push_best(node);
  }

  /// Queues the node with its most promising option.
  void push_best(NodeId node) {
    auto& options = options_[node];
    if (options.empty()) return;
    const auto best = std::max_element(options.begin(), options.end(),
                                       [&](const Replacement& a, const Replacement& b) {
                                         return worth_of(node, a) < worth_of(node, b);
                                       });
    std::rotate(options.begin(), best, best + 1);
    queue_.push({worth_of(node, options.front()), order_++, node, weights_[node]});
  }

  /// Is the entry up to date? It is not if something inside the node was replaced since.
  bool is_current(const Entry& entry) {
    const NodeId node = entry.node;
    if (node >= weights_.size() || weights_[node] == 0) return false;
    if (weights_[node] != entry.tokens) {
      push_unseen(node);
      return false;
    }
    const auto known = options_.find(node);
    if (known != options_.end()) return !known->second.empty();
    find_options(node);
    return false;
  }

  double worth_of(NodeId node, const Replacement& option) const {
    const Likeness alike = likeness(node, option);
    const auto& statistics = statistics_.by_likeness;
    const auto known = statistics.find(alike.number());
    const Odds odds = known == statistics.end() ? alike.guess() : known->second;
    return odds.chance() * (weights_[node] - option.tokens);
  }

  Likeness likeness(NodeId node, const Replacement& option) const {
    return {option.kind, option.rewrite ? option.rewrite->number : 0, work_.removable(node),
            static_cast<int>(std::bit_width(weights_[node] / option.tokens)) - 1,
            drops_needed(node, option)};
  }

  /// Not for expansions and templates: what they keep and add makes up for what goes.
  bool drops_needed(NodeId node, const Replacement& option) const {
    if (!stay_ || option.kind == Replacement::Kind::kAlternate || option.rewrite) return false;
    std::size_t at = stay_->first_token(node);
    const std::size_t end = at + weights_[node];
    const std::span all_kept =
        option.by == kNoNode ? std::span(option.parts) : std::span(&option.by, 1);
    for (const NodeId kept : all_kept) {
      const std::size_t first = stay_->first_token(kept);
      if (first > at && stay_->inside(at, first)) return true;
      at = first + weights_[kept];
    }
    return at < end && stay_->inside(at, end);
  }

  std::optional<Hash128> question(NodeId node, const Replacement& option) {
    if (weights_[node] > NegativeCache::kMaxPlaceTokens) return std::nullopt;
    std::string by = option.by == kNoNode ? option.text : print_subtree(tree(), option.by);
    for (const NodeId part : option.parts) by += print_subtree(tree(), part) + '\n';
    if (option.rewrite) by += "template " + std::to_string(option.rewrite->number);
    return work_.question(node, "by " + by);
  }

  NodeId made_from(const Replacement& option) {
    if (option.rewrite) return Rewrites::make(work_, *option.rewrite);
    if (option.by != kNoNode) return option.by;
    if (option.parts.empty()) return work_.add_text(option.text);
    std::vector<NodeId> copies;
    for (const NodeId part : option.parts) copies.push_back(work_.tree().copy_subtree(part));
    Node group;
    group.kind = NodeKind::kGroup;
    return work_.tree().add_node(group, copies);
  }

  void ask(const Entry& entry) {
    const NodeId node = entry.node;
    Replacement option = std::move(options_[node].front());
    options_[node].erase(options_[node].begin());
    const auto key = question(node, option);
    const Likeness alike = likeness(node, option);
    const NodeId by = made_from(option);
    const NodeId place = option.rewrite ? option.rewrite->node : node;
    const Edit edit[] = {{Edit::Kind::kReplace, place, by}};
    const std::uint64_t tests_before = work_.session().counts().committed;
    const bool works =
        work_.try_edits(edit, "replace " + node_name(tree(), node) + " by " + option.words);
    auto& replacements = statistics_.by_likeness;
    replacements.try_emplace(alike.number(), alike.guess()).first->second.note(works);
    const std::uint64_t tested = work_.session().counts().committed - tests_before;
    in_vain_ = works ? 0 : in_vain_ + tested;
    if (!works) {
      work_.statistics().negative.note(key);
      push_best(node);
      return;
    }
    changed_ = true;
    refresh();
    push_unseen(place == node ? by : node);
  }

  TreeWork& work_;
  ReplacementStatistics& statistics_;
  Rewrites rewrites_;
  double least_;
  std::uint64_t most_in_vain_;
  std::uint64_t in_vain_ = 0;
  bool changed_ = false;
  std::vector<std::uint32_t> weights_;
  std::optional<PartsThatStay> stay_;
  std::map<NodeId, std::vector<Replacement>> options_;  ///< not tried yet
  std::priority_queue<Entry> queue_;
  std::uint32_t order_ = 0;
};

}  // namespace

bool replace(TreeWork& work, double least) {
  const NodeId root = work.tree().root();
  return root != kNoNode && Replacing(work, least).run(root);
}

bool replace_inside(TreeWork& work, NodeId node, double least, std::uint64_t most_in_vain) {
  const Session::InPass in(work.session(), "replace");
  return Replacing(work, least, most_in_vain).run(node);
}

}  // namespace grabr
