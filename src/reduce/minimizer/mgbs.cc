// Group testing (Hwang's generalised binary splitting) with rates learnt on the way.
//
// From the end: try to drop the largest block that can probably go as a whole (chance at least one
// half). If it goes, continue before it. If not, it holds something needed: find the last such
// thing by splitting where the chance that it lies in the right piece is nearest one half. If the
// right piece goes, the rest of the block still holds something needed, so its last thing needs no
// test of its own. Things that stay are often neighbours, so the chance of the next one depends on
// whether its right neighbour stayed.
//
//   8 things, the third needed, chance .03: drop 1-8? no. 5-8? yes. 3-4? no. 4? yes. So 3 stays.
//   1-2? yes.
//
// Blocks grow with each that goes, up to most of the list. Since the whole list cannot go, at least
// one thing in n is needed, so no lower rate is assumed. (A minimum rate of 1 in 200 for lists of
// any length would cost n/138 tests if one thing is needed.)
//
// About log2 C(n,m) + m tests for m needed of n things. A later removal can make a block's "holds
// something needed" false. Then too much is kept, never too little: a sweep over single things
// (drop_singles) makes the result 1-minimal.
// Source: grabr, after F. K. Hwang, "A method for detecting all defective members in a population
// by group testing" (1972). Tested by tests/reduce/minimize_test.cc.
#include "reduce/minimizer/mgbs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace grabr {
namespace {

/// Dropping everything before a thing is worth a test if that has this many times as many tokens.
constexpr std::uint64_t kMinWeightBefore = 3;

/// At least one in this many things is assumed to stay (in longer lists: one in the whole list).
constexpr double kMaxThingsPerKept = 200;

/// The search for unneeded things ends after this many things have turned out to stay.
constexpr std::size_t kMaxStaying = 8;

/// Without answers, at most this many things of a long list are assumed to stay: the needed part
/// does not grow with the list.
constexpr double kMaxKeptAssumed = 3;

/// The chances that a thing must stay: for the next thing, and for those to the left of a thing
/// that goes.
struct Rates {
  double next, others;

  /// The chance that the rightmost `size` things of an undecided list can all go.
  double all_go(std::size_t size) const {
    return (1 - next) * std::pow(1 - others, static_cast<double>(size - 1));
  }
};

std::size_t block_size(const Rates& rates, std::size_t undecided) {
  std::size_t size = 1;
  while (size < undecided && rates.all_go(size + 1) >= 0.5) ++size;
  return size;
}

/// The number of things to split off the right end of a block of `size` that holds something
/// needed.
std::size_t split_size(const Rates& rates, std::size_t size) {
  const double whole = 1 - rates.all_go(size);
  std::size_t best = 1;
  double best_distance = 1;
  for (std::size_t right = 1; right < size; ++right) {
    const double chance = (1 - rates.all_go(right)) / whole;
    const double distance = std::abs(chance - 0.5);
    if (distance < best_distance) {
      best_distance = distance;
      best = right;
    }
    if (chance > 0.5) break;
  }
  return best;
}

/// Predicts the next tests as long as nothing goes: first inside the current block, to find the
/// last needed thing, then in the blocks before it. Tests of a walk inside of things are not
/// predicted.
class NothingGoes {
 public:
  /// The things from `begin` to `undecided` hold something needed; if there are none, a new block
  /// is next.
  NothingGoes(const KeepEstimate& estimate, std::size_t things, std::size_t begin,
              std::size_t undecided, bool after_kept)
      : estimate_(estimate),
        things_(things),
        begin_(begin),
        undecided_(undecided),
        after_kept_(after_kept) {}

  std::optional<Cut> operator()() {
    if (undecided_ - begin_ == 1) keep_one();
    if (undecided_ == 0) return std::nullopt;
    const Rates rates{estimate_.probability(after_kept_, things_),
                      estimate_.probability(false, things_)};
    begin_ = undecided_ - (begin_ == undecided_ ? block_size(rates, undecided_)
                                                : split_size(rates, undecided_ - begin_));
    return Cut{begin_, undecided_};
  }

 private:
  void keep_one() {
    estimate_.note_kept(after_kept_);
    begin_ = --undecided_;
    after_kept_ = true;
  }

  KeepEstimate estimate_;
  std::size_t things_;
  std::size_t begin_;
  std::size_t undecided_;
  bool after_kept_;
};

class SplittingPass {
 public:
  SplittingPass(Session& session, const RemovableList& list, KeepEstimate& estimate)
      : session_(session), list_(list), estimate_(estimate), kept_(keep_all(list)) {}

  Kept run(const MgbsOptions& options) {
    undecided_ = kept_.size();
    if (undecided_ > 1) drop({0, undecided_}, undecided_);
    while (undecided_ > 0) {
      const std::size_t size = block_size(rates(), undecided_);
      if (drop({undecided_ - size, undecided_}, undecided_ - size)) continue;
      keep_last_needed(size);
      const std::uint32_t thing = kept_[undecided_];
      if (options.not_needed) drop_not_needed(thing, options);
      if (options.visit) options.visit(thing);
      if (options.enough && options.enough()) break;
      if (options.all_before != nullptr) drop_all_before(thing, *options.all_before);
    }
    return std::move(kept_);
  }

 private:
  Rates rates() const {
    return {estimate_.probability(after_kept_, list_.count),
            estimate_.probability(false, list_.count)};
  }

  /// Drops the rightmost undecided things if the list still fails without them. Otherwise the
  /// things from `begin` on hold something needed.
  bool drop(Cut cut, std::size_t begin) {
    NothingGoes next(estimate_, list_.count, begin, undecided_, after_kept_);
    while (!try_cut(session_, list_, kept_, cut, std::ref(next))) {
      if (!list_.retry || !list_.retry(without(kept_, cut))) return false;
    }
    estimate_.note_dropped(after_kept_, cut.end - cut.begin);
    undecided_ = cut.begin;
    after_kept_ = false;
    return true;
  }

  /// The rightmost `size` undecided things cannot all go: decides them down to the last needed one.
  void keep_last_needed(std::size_t size) {
    std::size_t begin = undecided_ - size;
    while (undecided_ - begin > 1) {
      const std::size_t right = split_size(rates(), undecided_ - begin);
      if (!drop({undecided_ - right, undecided_}, undecided_ - right)) begin = undecided_ - right;
    }
    estimate_.note_kept(after_kept_);
    --undecided_;
    after_kept_ = true;
  }

  /// Tries to drop everything before the thing: one test that may save one for each halving.
  void drop_all_before(std::uint32_t thing, Odds& odds) {
    if (is_worth_asking(undecided_, odds) && much_before(thing))
      odds.note(drop({0, undecided_}, undecided_));
  }

  /// The same for all things before it that seem unneeded.
  void drop_not_needed(std::uint32_t thing, const MgbsOptions& options) {
    Odds& odds = *options.without_not_needed;
    if (!is_worth_asking(undecided_, odds) || !much_before(thing)) return;
    const auto undecided = kept_.begin() + static_cast<std::ptrdiff_t>(undecided_);
    const Kept gone = options.not_needed({kept_.begin(), undecided});
    if (!is_worth_asking(gone.size(), odds)) {
      odds.note(false);  // otherwise looking for them would soon cost more than tests
      return;
    }
    Kept rest;
    std::ranges::set_difference(kept_, gone, std::back_inserter(rest));
    bool works = false;
    do {
      works = try_selection(session_, list_, kept_, rest);
    } while (!works && list_.retry && list_.retry(rest));
    odds.note(works);
    if (works) undecided_ -= gone.size();
    if (!works && !std::exchange(some_dropped_, true)) drop_some_of(gone);
  }

  /// Drops as many of these seemingly unneeded things as possible before the needed thing is
  /// reduced, since a smaller one may need more of them.
  void drop_some_of(const Kept& things) {
    Kept rest;
    std::ranges::set_difference(kept_, things, std::back_inserter(rest));
    std::size_t stay = 0;
    MgbsOptions options;
    options.visit = [&](std::uint32_t) { ++stay; };
    options.enough = [&] { return stay > kMaxStaying; };
    KeepEstimate estimate;
    const Kept chosen = mgbs(session_, sublist(list_, things, rest), estimate, options);
    undecided_ -= things.size() - chosen.size();
    kept_.clear();
    std::ranges::merge(rest, select(things, chosen), std::back_inserter(kept_));
  }

  static bool is_worth_asking(std::size_t count, const Odds& odds) {
    return count > 1 && odds.chance() * std::log2(static_cast<double>(count)) >= 1;
  }

  bool much_before(std::uint32_t thing) const {
    const auto weight = [&](std::uint32_t i) {
      return list_.weights.empty() ? std::uint64_t{1} : list_.weights[i];
    };
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < undecided_; ++i) before += weight(kept_[i]);
    return before >= kMinWeightBefore * weight(thing);
  }

  Session& session_;
  const RemovableList& list_;
  KeepEstimate& estimate_;
  Kept kept_;
  bool some_dropped_ = false;
  std::size_t undecided_ = 0;  // kept_[0, undecided_) are undecided; later ones stay
  bool after_kept_ = false;
};

}  // namespace

double KeepEstimate::probability(bool after_kept, std::size_t things) const {
  const Counts& counts = counts_[after_kept];
  const auto all = static_cast<double>(things);
  double prior = counts.prior;
  if (!after_kept && all > 0) prior = std::min(prior, kMaxKeptAssumed / all);
  const double kept = counts.kept + prior * counts.weight;
  const double least = 1 / std::max(kMaxThingsPerKept, all);
  return std::clamp(kept / (counts.kept + counts.dropped + counts.weight), least, 0.97);
}

void KeepEstimate::note_dropped(bool after_kept, std::size_t count) {
  counts_[after_kept].dropped += 1;
  counts_[false].dropped += static_cast<double>(count - 1);
}

Kept mgbs(Session& session, const RemovableList& list, KeepEstimate& estimate,
          const MgbsOptions& options) {
  return SplittingPass(session, list, estimate).run(options);
}

Kept mgbs(Session& session, const RemovableList& list) {
  KeepEstimate estimate;
  return mgbs(session, list, estimate);
}

}  // namespace grabr
