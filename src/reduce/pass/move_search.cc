// The search over moves. Of all moves of some families it tests next the one that is expected to
// free most tokens: the chance of its kind, as learnt so far, times the tokens that would go. After
// a success the sites are found again; a rejected move is not tested again unless something near it
// has changed (reduce/pass/negative_cache.h).
//
// Moves are found as late as possible: a family's sites when its best move may be worth a test, and
// a site's moves likewise. All moves up to the next success are one sequence of candidates
// (Session::first_failing). The sequence assumes that each answer is "no", so later tests may run
// ahead of time. Every move frees tokens, so the search ends; then every move of these families
// that was worth a test has been rejected. Source: grabr. Tested by
// tests/reduce/move_search_test.cc.
#include "reduce/pass/move_search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "reduce/pass/tree_passes.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// In texts with more tokens, parts that stay are not looked up.
constexpr std::uint32_t kMaxTokensLookedAt = 5000;
/// A move must promise this many tokens to come before a sweep of the changed parts.
constexpr double kMinTokensBeforeSweep = .5;
/// The worth of a family's moves before its sites are found.
constexpr double kNoBound = std::numeric_limits<double>::infinity();

using MoveKind = std::tuple<std::string_view, int, bool>;  ///< family, way, drops_needed

/// The odds of moves, learnt in a run.
struct MoveStatistics {
  std::map<MoveKind, Odds> odds;
};

class MoveSearch {
 public:
  MoveSearch(TreeWork& work, std::span<const Pass> families, const MoveOptions& options)
      : work_(work), options_(options) {
    for (const Pass& family : families) {
      if (!work.session().leaves_out(family.name)) families_.push_back({&family});
    }
  }

  bool run() {
    bool changed = false;
    while (in_vain_ < options_.most_in_vain && work_.tree().root() != kNoNode) {
      if (take_one()) changed = true;
      else if (!sweep() && !search_families_again()) return changed;
    }
    return changed;
  }

 private:
  struct OfFamily {
    const Pass* family = nullptr;
    double bound = kNoBound;  ///< the most that a move of it is worth
    bool found = false;       ///< are its sites in the current tree known?
  };
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  /// A family, one of its sites, or a move.
  struct Entry {
    double worth = 0;
    std::uint32_t order = 0;
    std::size_t family = 0;
    std::size_t site = kNone;
    std::size_t move = kNone;

    bool operator<(const Entry& other) const {
      return worth != other.worth ? worth < other.worth : order > other.order;
    }
  };

  /// An entry taken from the queue after `asked` moves had been tested.
  struct Taken {
    std::size_t asked = 0;
    std::size_t family = 0;
    double worth = 0;
  };

  std::map<MoveKind, Odds>& odds() { return work_.statistics().of<MoveStatistics>().odds; }
  MoveKind kind_of(std::size_t family, const Move& move) const {
    return {families_[family].family->name, move.way, move.drops_needed};
  }
  Odds odds_of(std::size_t family, const Move& move) {
    const auto known = odds().find(kind_of(family, move));
    return known == odds().end() ? move.odds : known->second;
  }
  void note(std::size_t family, const Move& move, bool worked) {
    odds().try_emplace(kind_of(family, move), move.odds).first->second.note(worked);
  }
  double worth_of(std::size_t family, const Move& move) {
    return odds_of(family, move).chance() * move.freed;
  }
  double best_chance(std::size_t family) {
    double best = families_[family].family->best_chance;
    for (const auto& [kind, odds] : odds()) {
      if (std::get<0>(kind) == families_[family].family->name) best = std::max(best, odds.chance());
    }
    return best;
  }

  void start() {
    view_.emplace(work_);
    sites_.clear();
    moves_.clear();
    queue_ = {};
    order_ = 0;
    for (std::size_t i = 0; i < families_.size(); ++i) {
      families_[i].found = false;
      queue_.push({families_[i].bound, order_++, i});
    }
  }

  double least() const {
    return unswept_ ? std::max(options_.least, kMinTokensBeforeSweep) : options_.least;
  }

  /// The next move that is worth a test; null if there is none.
  const Entry* next() {
    while (!queue_.empty() && queue_.top().worth >= least()) {
      at_ = queue_.top();
      queue_.pop();
      taken_.push_back({asked_.size(), at_.family, at_.worth});
      if (at_.site == kNone) find_sites(at_);
      else if (at_.move == kNone) find_moves(at_);
      else if (is_current(at_)) return &at_;
    }
    return nullptr;
  }

  void find_sites(const Entry& entry) {
    const std::size_t family = entry.family;
    families_[family].found = true;
    const double chance = best_chance(family);
    const NodeId inside = options_.inside == kNoNode ? work_.tree().root() : options_.inside;
    for (Site& site : families_[family].family->find(*view_, inside)) {
      if (chance * site.freed < options_.least) continue;
      const double worth = std::min(entry.worth, chance * site.freed);
      queue_.push({worth, order_++, family, sites_.size()});
      sites_.push_back(std::move(site));
    }
  }

  void find_moves(const Entry& entry) {
    for (Move& move : sites_[entry.site].moves()) {
      if (work_.statistics().negative.knows(move.question)) continue;
      const double worth = std::min(entry.worth, worth_of(entry.family, move));
      if (worth < options_.least) continue;
      queue_.push({worth, order_++, entry.family, entry.site, moves_.size()});
      moves_.push_back(std::move(move));
    }
  }

  /// Is the move still worth as much as when it was queued? If not, it is put back.
  bool is_current(Entry entry) {
    const double worth = worth_of(entry.family, moves_[entry.move]);
    if (worth >= entry.worth) return true;
    entry.worth = worth;
    if (worth >= options_.least) queue_.push(entry);
    return false;
  }

  bool take_one() {
    start();
    const std::map<MoveKind, Odds> before = odds();
    asked_.clear();
    taken_.clear();
    RejectedAhead rejected;
    const std::uint64_t tests = work_.session().counts().committed;
    const auto found = work_.session().first_failing([&](std::size_t, Candidate& candidate) {
      while (asked_.size() + in_vain_ < options_.most_in_vain) {
        const Entry* entry = next();
        if (entry == nullptr) return false;
        const Move& move = moves_[entry->move];
        if (!make(*entry, move, candidate)) {
          rejected.note(asked_.size(), move.question);
          continue;
        }
        asked_.push_back(*entry);
        note(entry->family, move, false);
        return true;
      }
      return false;
    });
    odds() = before;
    asked_.resize(found ? *found + 1 : asked_.size());
    rejected.learn(found, work_.statistics().negative);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Move& move = moves_[asked_[i].move];
      note(asked_[i].family, move, found == i);
      if (found != i) work_.statistics().negative.note(move.question);
    }
    in_vain_ = found ? 0 : in_vain_ + (work_.session().counts().committed - tests);
    if (!found) return false;
    remember_bounds(*found);
    apply(asked_[*found]);
    return true;
  }

  bool make(const Entry& entry, const Move& move, Candidate& candidate) {
    const std::vector<Edit> edits = move.edits();
    if (edits.empty()) return false;
    candidate = move.may_be_longer ? work_.candidate(edits, move.words)
                                   : work_.smaller_candidate(edits, move.words);
    if (candidate.text == work_.text()) return false;
    if (move.allows && !move.allows(candidate.text)) return false;
    candidate.pass = families_[entry.family].family->name;
    return true;
  }

  /// Sets each family's bound to the worth of its best move that is left after the success. This
  /// does not depend on how far the sequence was called, since a site or move is never worth more
  /// than the entry in which it is found. The family of the success gets no bound, because its
  /// chances have grown.
  void remember_bounds(std::size_t found) {
    std::vector<double> bounds(families_.size());
    for (const Taken& taken : taken_) {
      if (taken.asked > found) raise(bounds[taken.family], taken.worth);
    }
    for (; !queue_.empty(); queue_.pop()) raise(bounds[queue_.top().family], queue_.top().worth);
    bounds[asked_[found].family] = kNoBound;
    for (std::size_t i = 0; i < families_.size(); ++i) families_[i].bound = bounds[i];
  }
  static void raise(double& bound, double to) { bound = std::max(bound, to); }

  void apply(const Entry& entry) {
    if (families_[entry.family].family->in_place) work_.apply(moves_[entry.move].edits());
    else work_.reparse();
    view_.reset();
    unswept_ = options_.sweeps;
  }

  /// Sweeps the changed parts. Returns false if there was nothing to sweep.
  bool sweep() {
    if (!unswept_) return false;
    unswept_ = false;
    const Session::InPass in(work_.session(), "sweep-changed");
    bool swept = false;
    while (sweep_changed(work_)) swept = true;
    if (swept) work_.reparse();
    for (OfFamily& family : families_) family.bound = kNoBound;
    return true;
  }

  /// Families whose bound was too low to find their sites may have better moves since the last
  /// change. Returns whether there are such families.
  bool search_families_again() {
    bool again = false;
    for (OfFamily& family : families_) {
      again |= !family.found;
      if (!family.found) family.bound = kNoBound;
    }
    return again;
  }

  TreeWork& work_;
  MoveOptions options_;
  std::vector<OfFamily> families_;
  std::uint64_t in_vain_ = 0;
  bool unswept_ = false;  ///< something has changed since the last sweep
  // State for the current tree:
  std::optional<View> view_;
  std::vector<Site> sites_;
  std::vector<Move> moves_;
  std::priority_queue<Entry> queue_;
  std::uint32_t order_ = 0;
  Entry at_;
  std::vector<Entry> asked_;
  std::vector<Taken> taken_;
};

}  // namespace

View::View(TreeWork& work) : work_(work), weights_(work.weights()), first_(work.tree().size()) {
  std::uint32_t next = 0;
  for (const NodeId id : preorder(tree(), tree().root())) {
    first_[id] = next;
    if (tree().is_token(id)) next += weights_[id];
  }
}

bool View::stays(std::uint32_t begin, std::uint32_t end) {
  if (tokens() > kMaxTokensLookedAt) return false;
  if (!stay_) stay_.emplace(work_);
  return begin < end && stay_->inside(begin, end);
}

bool View::drops_needed(std::span<const Edit> edits) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;
  for (const Edit& edit : edits) {
    const std::uint32_t begin = first(edit.node), last = end(edit.node);
    const bool inside = edit.by < first_.size() && first(edit.by) >= begin && end(edit.by) <= last;
    if (edit.by != kNoNode && inside) {
      runs.emplace_back(begin, first(edit.by));
      runs.emplace_back(end(edit.by), last);
    } else if (edit.by == kNoNode || weight(edit.node) > 1) {
      runs.emplace_back(begin, last);
    }
  }
  std::ranges::sort(runs);
  for (std::size_t i = 0; i < runs.size();) {
    const std::uint32_t begin = runs[i].first;
    std::uint32_t last = runs[i].second;
    while (++i < runs.size() && runs[i].first <= last) last = std::max(last, runs[i].second);
    if (stays(begin, last)) return true;
  }
  return false;
}

bool search_moves(TreeWork& work, std::span<const Pass> families, const MoveOptions& options) {
  return work.tree().root() != kNoNode && MoveSearch(work, families, options).run();
}

}  // namespace grabr
