// Bayes' rule for groups: if a test without the things S does not fail, at least one of them is
// needed, so the probability of each is divided by that of "at least one is needed", 1 - prod(1-p)
// over S. A single thing becomes certain: its probability is set to 1, without rounding errors. A
// group that can be dropped changes no other thing's probability. The search ends: a single thing
// becomes certain, and the things of any larger S become more probable by a factor that is above 1
// for probabilities of at least `start`.
// Tested by tests/reduce/list_minimizers_test.cc.
#include "reduce/minimizer/probability_search.h"

#include <algorithm>
#include <tuple>

namespace grabr {
namespace {

constexpr double kTolerance = 1e-9;

/// Orders things by how early they are tried for removal.
struct Before {
  double (*rank)(const Uncertain&);
  bool operator()(const Uncertain& a, const Uncertain& b) const {
    return std::tuple(rank(a), a.probability, a.thing) <
           std::tuple(rank(b), b.probability, b.thing);
  }
};

class Search {
 public:
  Search(const RemovableList& list, const ProbabilitySearch& search)
      : search_(search), before_{search.rank} {
    for (std::uint32_t i = 0; i < list.count; ++i) {
      const double weight = list.weights.empty() ? 1 : list.weights[i];
      ranked_.push_back({i, weight, search.start});
    }
    std::sort(ranked_.begin(), ranked_.end(), before_);
  }

  bool done() const { return ranked_.empty(); }

  std::span<const Uncertain> choice(std::size_t most) const {
    const std::span<const Uncertain> ranked = ranked_;
    return ranked.first(std::min(search_.choose(ranked), most));
  }

  void forget_first(std::size_t count) { ranked_.erase(ranked_.begin(), at(count)); }

  /// Notes that at least one of the first `count` things is needed.
  void raise_first(std::size_t count) {
    double none_needed = 1;
    for (auto it = ranked_.begin(); it != at(count); ++it) none_needed *= 1 - it->probability;
    for (auto it = ranked_.begin(); it != at(count); ++it) {
      it->probability = count == 1 ? 1 : it->probability / (1 - none_needed);
    }
    const auto uncertain = std::remove_if(ranked_.begin(), at(count), [&](const Uncertain& one) {
      return one.probability >= search_.certain - kTolerance;
    });
    const auto raised = ranked_.erase(uncertain, at(count));
    std::sort(ranked_.begin(), raised, before_);
    std::inplace_merge(ranked_.begin(), raised, ranked_.end(), before_);
  }

 private:
  const ProbabilitySearch& search_;
  const Before before_;
  std::vector<Uncertain> ranked_;

  std::vector<Uncertain>::iterator at(std::size_t place) {
    return ranked_.begin() + static_cast<std::ptrdiff_t>(place);
  }
};

Kept kept_without(const Kept& kept, std::span<const Uncertain> gone, std::uint32_t count) {
  std::vector<bool> goes(count);
  for (const Uncertain& one : gone) goes[one.thing] = true;
  Kept rest;
  for (const std::uint32_t thing : kept) {
    if (!goes[thing]) rest.push_back(thing);
  }
  return rest;
}

}  // namespace

Kept drop_improbable(Session& session, const RemovableList& list, const ProbabilitySearch& search) {
  Search uncertain(list, search);
  Kept kept = keep_all(list);
  while (!uncertain.done() && kept.size() > list.min) {
    const auto choice = uncertain.choice(kept.size() - list.min);
    const std::size_t size = choice.size();
    if (try_selection(session, list, kept, kept_without(kept, choice, list.count))) {
      uncertain.forget_first(size);
    } else {
      uncertain.raise_first(size);
    }
  }
  return kept;
}

}  // namespace grabr
