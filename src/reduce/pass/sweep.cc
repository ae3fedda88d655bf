// Minimises the lists of the tree from the end to the front. When an element turns out to be
// needed, the sweep reduces the inside of that element at once, before its earlier siblings. Later
// parts of a text mostly need earlier ones, so when a declaration's turn comes, its uses are
// already gone: one sweep does the work of several level-by-level walks.
//
//   a; b(c); d   with b needed:  drop d? yes. drop b(c)? no, so inside: drop c? yes. drop a? yes.
//
// Lists are minimised by Markov generalised binary splitting (reduce/minimizer/mgbs.h), with one
// estimate for all lists of a symbol; an optional part is a list of one. As soon as one element is
// known to stay, the sweep tries to delete all elements before it that no name needs
// (reduce/pass/needed.h), together. The first time this does not work, it minimises them as a list,
// before the staying element gets smaller and may need more of them. What defines a name that is
// used elsewhere goes alone or with these uses (reduce/pass/definitions.h): a sweep from the end
// finds definitions at the end before it has deleted their uses. A part that has three quarters
// of the tokens of a staying part around it is not tested (only 3 of 2,160 could go): in
// `f(f(f(x)))` a call is tested again only when it has a quarter fewer tokens. If one element after
// the other stays but loses most of its inside, three passes are tried on the elements before them:
// delete the same kinds of parts as one list (reduce/pass/delete_alike.h), join neighbours
// (reduce/pass/join_neighbours.cc), and inline names together (reduce/pass/inline_alike.h). The
// lines of an #if … #endif stay or go together. One sweep is not 1-minimal. When a sweep removes
// nothing more, no single element or optional part can go, except for those skipped, which the
// certificate tests.
// Source: grabr (interleaving and order); the tree of deletable parts is that of Perses (Sun et al.
// 2018). Tested by tests/reduce/sweep_test.cc, auto_test.cc.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "reduce/minimizer/mgbs.h"
#include "reduce/pass/conditional_lines.h"
#include "reduce/pass/definitions.h"
#include "reduce/pass/delete_alike.h"
#include "reduce/pass/inline_alike.h"
#include "reduce/pass/needed.h"
#include "reduce/pass/replace_inside.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/pass_table.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The recursion limit; deeper nodes wait on an explicit stack.
constexpr int kMaxNesting = 200;
/// The elements before one that stays are analysed by names if they have one in this many of all
/// tokens.
constexpr std::size_t kMinAnalysedShare = 8;

/// The fewest units of a list whose insides are deleted together.
constexpr std::size_t kMinSiblings = 4;
/// The most staying units of a list whose insides are counted before and after.
constexpr std::size_t kMaxUnitsCompared = 64;

/// If this many tests have freed less than one in this many tokens, the last staying units are made
/// as small as possible first, provided that the units before them have at least
/// kMinTokensMadeSmall tokens.
constexpr std::uint64_t kMinTestsOfSweep = 24;
constexpr std::size_t kMinFreedShareOfSweep = 8;
constexpr std::size_t kMinTokensMadeSmall = 128;
/// At most this many units of a list are made small first.
constexpr std::size_t kMaxUnitsMadeSmall = 4;
/// Tokens that joining neighbours must be expected to free.
constexpr double kMinTokensJoined = 2;
/// Tokens that a replacement in these units must be expected to free.
constexpr double kMinTokensReplaced = 0.03;
/// After this many rejected replacements in a row, the unit is given up; after a unit in which none
/// worked, all further units are.
constexpr std::uint64_t kMaxReplacementsInVain = 16;

/// Counts the parts inside of staying units by kind, before and after these are reduced.
struct Insides {
  struct Parts {
    std::size_t before = 0, after = 0;
  };
  std::map<PartKind, Parts> parts;
  std::size_t looked_into = 0;  ///< the number of staying units whose insides were reduced

  void count(const TreeEditor& work, NodeId unit, std::size_t Parts::*when) {
    for (const AlikeParts& alike : alike_parts(work, {&unit, 1})) {
      parts[alike.kind].*when += alike.parts.size();
    }
  }
  std::set<PartKind> mostly_gone() const {
    std::set<PartKind> kinds;
    for (const auto& [kind, of] : parts) {
      if (of.before >= 2 * kMinSiblings && 3 * of.after <= of.before) kinds.insert(kind);
    }
    return kinds;
  }
};

struct SweepStatistics {
  std::map<SymbolId, KeepEstimate> keep;  ///< elements of lists, by their symbol
  /// The tests and tokens when progress was last looked at.
  struct Progress {
    std::uint64_t tests = 0;
    std::size_t tokens = 0;
  } progress;
  // The prior is one half, because one test decides about all of them.
  Odds all_before{2, 1};      ///< that all units before a unit that stays can go
  Odds all_not_needed{2, 1};  ///< that all units that no name needs can go
};

class Sweep {
 public:
  Sweep(TreeWork& work, bool dirty_only) : work_(work), dirty_only_(dirty_only) {}

  bool run() {
    if (work_.tree().root() == kNoNode) return false;
    tests_before_ = work_.session().counts().committed;
    tokens_before_ = count_tokens(work_.tree(), work_.tree().root());
    waiting_.push_back({work_.tree().root(), 0});
    while (!waiting_.empty() && !is_over_) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      around_ = next.around;
      reduce_inside(next.node, 0);
    }
    return removed_;
  }

 private:
  /// Deletable siblings: the elements of a list, or one optional part.
  struct Site {
    std::vector<NodeId> units;  ///< in order; the last one is tried first
    SymbolId kind = kNoSymbol;
    std::uint32_t min = 0;
  };

  /// A node that is too deep to reduce its inside at once.
  struct Waiting {
    NodeId node = kNoNode;
    std::size_t around = 0;
  };

  void reduce_inside(NodeId node, int nesting) {
    if (nesting > kMaxNesting) {
      waiting_.push_back({node, around_});
      return;
    }
    std::vector<Site> sites = find_sites(node);
    std::reverse(sites.begin(), sites.end());
    for (const Site& site : sites) {
      if (is_over_) return;
      minimise(site, nesting);
    }
  }

  /// The nearest sites below a node, in order.
  std::vector<Site> find_sites(NodeId node) const {
    std::vector<Site> sites;
    const Tree& tree = work_.tree();
    std::vector<NodeId> todo;
    push_children(node, todo);
    if (is_site(node)) todo = {node};
    while (!todo.empty()) {
      const NodeId id = todo.back();
      todo.pop_back();
      if (is_site(id)) {
        Site site = as_site(id);
        if (!site.units.empty()) sites.push_back(std::move(site));
      } else if (may_be_empty(id)) {
        sites.push_back({{id}, tree[id].symbol, 0});
      } else {
        push_children(id, todo);
      }
    }
    return sites;
  }

  void push_children(NodeId id, std::vector<NodeId>& todo) const {
    const auto children = work_.tree().children(id);
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }

  bool is_site(NodeId id) const {
    const NodeKind kind = work_.tree()[id].kind;
    return kind == NodeKind::kList || kind == NodeKind::kOptional;
  }

  /// Is it a nonterminal that can derive the empty string, but does not here?
  bool may_be_empty(NodeId id) const {
    const Node& node = work_.tree()[id];
    return node.kind == NodeKind::kRule && node.child_count() > 0 &&
           work_.analysis().nullable[node.symbol];
  }

  Site as_site(NodeId id) const {
    const Node& node = work_.tree()[id];
    const auto children = work_.tree().children(id);
    Site site{{}, node.symbol, node.kind == NodeKind::kList ? node.min : 0u};
    const std::size_t step = node.kind == NodeKind::kList && node.separated ? 2 : 1;
    for (std::size_t i = 0; i < children.size(); i += step) site.units.push_back(children[i]);
    return site;
  }

  /// Minimises runs of units that are worth a test, and reduces the insides of the units between
  /// them, from the last to the first.
  void minimise(Site site, int nesting) {
    // Units may have gone with a definition that they use.
    std::erase_if(site.units, [&](NodeId unit) { return !work_.attached(unit); });
    present_.push_back(static_cast<std::uint32_t>(site.units.size()));
    for (std::size_t end = site.units.size(); end > 0 && !is_over_;) {
      std::size_t begin = end;
      while (begin > 0 && !is_not_asked(site.units[begin - 1])) --begin;
      if (begin < end) minimise_run(site, begin, end, nesting);
      if (begin > 0 && !is_over_) look_inside(site.units[begin - 1], nesting);
      end = begin - std::min<std::size_t>(begin, 1);
    }
    present_.pop_back();
  }

  void minimise_run(const Site& site, std::size_t begin, std::size_t end, int nesting) {
    const auto at = [&](std::size_t i) {
      return site.units.begin() + static_cast<std::ptrdiff_t>(i);
    };
    const std::vector<NodeId> units(at(begin), at(end));
    const std::uint32_t others = present_.back() - static_cast<std::uint32_t>(units.size());
    DeletionPolicy policy;
    policy.together = conditionals_among(work_.tree(), units);
    const bool together = !policy.together.empty();
    RemovableList list =
        removable_nodes(work_, units, site.min - std::min(site.min, others), std::move(policy));
    if (!together) list = with_uses(work_, units, std::move(list));
    list.on_accept = [&, accept = std::move(list.on_accept)](const Kept& kept) {
      accept(kept);
      removed_ = true;
      present_.back() = others + static_cast<std::uint32_t>(kept.size());
    };
    auto& statistics = work_.statistics().of<SweepStatistics>();
    KeepEstimate& estimate = statistics.keep[site.kind];
    MgbsOptions options;
    Insides insides;
    Kept staying;  // units that stay and are not yet made small
    options.visit = [&](std::uint32_t thing) {
      if (!work_.attached(units[thing])) return;
      ++insides.looked_into;
      change_alike(insides, {units.data(), thing + std::size_t{1}});
      if (is_over_) return;
      keep(units[thing], nesting, insides);
      staying.push_back(thing);
      if (!is_over_ && insides.looked_into <= kMaxUnitsMadeSmall) replace_in(staying, units);
      if (!is_over_) delete_kinds_if_stuck();
    };
    options.enough = [&] { return is_over_; };
    options.all_before = &statistics.all_before;
    options.not_needed = [&](std::span<const std::uint32_t> before) {
      return not_needed_among(units, before);
    };
    options.without_not_needed = &statistics.all_not_needed;
    mgbs(work_.session(), list, estimate, options);
  }

  /// If unit after unit stays and loses most of its parts of some kinds, deletes such parts in all
  /// units before them as one list. Some of `units` may have been deleted.
  void change_alike(Insides& insides, std::span<const NodeId> units) {
    if (insides.looked_into < 2 || !std::has_single_bit(insides.looked_into)) return;
    Session& session = work_.session();
    if (session.leaves_out("delete-alike")) return;
    const std::set<PartKind> kinds = insides.mostly_gone();
    if (kinds.empty()) return;
    std::vector<NodeId> left;
    for (const NodeId unit : units) {
      if (work_.attached(unit)) left.push_back(unit);
    }
    if (left.size() < kMinSiblings || !delete_alike(work_, left, kinds)) return;
    removed_ = true;
    // These passes parse the text again, so the sweep is over.
    is_over_ = (!session.leaves_out("join-neighbours") &&
                run_tree_pass("join-neighbours", work_, kMinTokensJoined)) ||
               (!session.leaves_out("inline-alike") && inline_alike(work_));
  }

  /// If many tests free few tokens, parts of one kind may hold others back, such as attributes of
  /// instructions that name what is defined at the end. Then parts of each kind, once in a run, are
  /// deleted in all places as one list.
  void delete_kinds_if_stuck() {
    auto& progress = work_.statistics().of<SweepStatistics>().progress;
    const auto now = [&]() -> SweepStatistics::Progress {
      return {work_.session().counts().committed, count_tokens(work_.tree(), work_.tree().root())};
    };
    const std::uint64_t tests = work_.session().counts().committed;
    if (!dirty_only_ || tests < progress.tests + kMinTestsOfSweep) return;
    const std::size_t before = std::exchange(progress, now()).tokens;
    if (before == 0 || kMinFreedShareOfSweep * (before - progress.tokens) > before) return;
    if (work_.session().leaves_out("delete-alike")) return;
    is_over_ = delete_kinds_once(work_);
    removed_ |= is_over_;
    progress = now();
  }

  /// The last staying units are close to the failure. If few tokens go, they are made as small as
  /// possible before earlier units are tried.
  void replace_in(Kept& staying, std::span<const NodeId> units) {
    if (!dirty_only_ || !replacing_pays_ || !is_stuck(units.first(staying.back()))) return;
    for (const std::uint32_t i : std::exchange(staying, {})) {
      if (!work_.attached(units[i]) || !replacing_pays_) continue;
      replacing_pays_ = replace_inside(work_, units[i], kMinTokensReplaced, kMaxReplacementsInVain);
      removed_ |= replacing_pays_;
    }
  }

  /// Have many tests freed few tokens, and do the units before have most of the text?
  bool is_stuck(std::span<const NodeId> before) const {
    const Tree& tree = work_.tree();
    const std::size_t all = count_tokens(tree, tree.root());
    if (work_.session().counts().committed < tests_before_ + kMinTestsOfSweep) return false;
    if (kMinFreedShareOfSweep * (tokens_before_ - all) > tokens_before_) return false;
    std::size_t tokens = 0;
    for (const NodeId unit : before) {
      if (work_.attached(unit)) tokens += count_tokens(tree, unit);
    }
    return tokens >= kMinTokensMadeSmall && 2 * tokens >= all;
  }

  /// The units before that no name needs. Empty if they have only a small part of the text: then
  /// the analysis costs more than it saves.
  Kept not_needed_among(std::span<const NodeId> units,
                        std::span<const std::uint32_t> before) const {
    const Tree& tree = work_.tree();
    std::vector<NodeId> nodes;
    std::size_t tokens = 0;
    for (const std::uint32_t i : before) {
      nodes.push_back(units[i]);
      tokens += count_tokens(tree, units[i]);
    }
    Kept gone;
    if (kMinAnalysedShare * tokens < count_tokens(tree, tree.root())) return gone;
    for (const std::size_t i : not_needed(tree, nodes)) gone.push_back(before[i]);
    return gone;
  }

  /// Notes that the unit stays, after reducing its inside. Later changes are not next to it, so the
  /// answer remains valid.
  void keep(NodeId unit, int nesting, Insides& insides) {
    const bool counts = insides.looked_into < kMaxUnitsCompared;
    if (counts) insides.count(work_, unit, &Insides::Parts::before);
    look_inside(unit, nesting);
    if (counts && !is_over_) insides.count(work_, unit, &Insides::Parts::after);
    if (!is_over_) work_.statistics().negative.note(work_.question(unit, kGoneQuestion));
  }

  void look_inside(NodeId unit, int nesting) {
    if (!work_.attached(unit)) return;
    const std::size_t outside = around_;
    if (!is_passed_over(unit)) around_ = count_tokens(work_.tree(), unit);
    reduce_inside(unit, nesting + 1);
    around_ = outside;
  }

  /// Has the unit gone, is it known to stay, or is it too large a share of a part that stays?
  bool is_not_asked(NodeId unit) {
    return !work_.attached(unit) ||
           (dirty_only_ &&
            work_.statistics().negative.knows(work_.question(unit, kGoneQuestion))) ||
           is_passed_over(unit);
  }

  /// Has it at least three quarters of the tokens of a part around it that stays?
  bool is_passed_over(NodeId unit) const {
    return 4 * count_tokens(work_.tree(), unit) >= 3 * around_ && around_ > 0;
  }

  TreeWork& work_;
  bool dirty_only_;
  bool removed_ = false;
  bool is_over_ = false;    ///< the tree was parsed again; the next sweep goes on
  std::size_t around_ = 0;  ///< tokens of the nearest part around that was tested, and stays
  bool replacing_pays_ = true;
  std::uint64_t tests_before_ = 0;  ///< tests and tokens when the sweep began
  std::size_t tokens_before_ = 0;
  std::vector<Waiting> waiting_;
  std::vector<std::uint32_t> present_;  ///< how many units are left, for each open site
};

}  // namespace

bool sweep(TreeWork& work) { return Sweep(work, false).run(); }

bool sweep_changed(TreeWork& work) { return Sweep(work, true).run(); }

}  // namespace grabr
