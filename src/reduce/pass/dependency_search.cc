#include "reduce/pass/dependency_search.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace grabr {
namespace {

/// The most needed sets that are searched for.
constexpr std::size_t kMaxNeeded = 32;

class DependencySearch {
 public:
  DependencySearch(TreeWork& work, const Dependencies& things) : work_(work), things_(things) {}

  bool run() {
    sort_by_size();
    std::set<std::size_t> needed;
    for (std::size_t round = 0; round < kMaxNeeded && !order_.empty(); ++round) {
      ++in_vain_;
      if (fails_with(needed, 0)) break;
      const std::size_t last = least_beginning(needed);
      if (in_vain_ == things_.most_in_vain) break;
      const auto& found = things_.keep[order_[last - 1]];
      needed.insert(found.begin(), found.end());
      order_.resize(last - 1);
    }
    return changed_;
  }

 private:
  void sort_by_size() {
    order_.resize(things_.keep.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return things_.keep[a].size() < things_.keep[b].size();
    });
  }

  /// The smallest number of sets that suffice in addition to the needed ones. Zero does not
  /// suffice, all of them do.
  std::size_t least_beginning(const std::set<std::size_t>& needed) {
    std::size_t few = 0;
    std::size_t enough = order_.size();
    while (enough - few > 1) {
      const std::size_t middle = few + (enough - few) / 2;
      (fails_with(needed, middle) ? enough : few) = middle;
    }
    return enough;
  }

  /// Does the text still fail with only these things and those of the first `sets` sets? If so, the
  /// others are deleted.
  bool fails_with(const std::set<std::size_t>& needed, std::size_t sets) {
    std::vector<bool> kept(things_.keep.size());
    for (const std::size_t thing : needed) kept[thing] = true;
    for (std::size_t i = 0; i < sets; ++i) {
      for (const std::size_t thing : things_.keep[order_[i]]) kept[thing] = true;
    }
    std::vector<std::size_t> deleted;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!kept[i]) deleted.push_back(i);
    }
    const std::vector<Edit> edits = things_.leave_out(deleted);
    if (edits.empty()) return true;
    Candidate candidate = work_.smaller_candidate(edits, "delete " + how_many(deleted.size()));
    if (!work_.session().fails(std::move(candidate.text), std::move(candidate.edit))) return false;
    work_.apply(edits);
    changed_ = true;
    in_vain_ = 0;
    return true;
  }

  std::string how_many(std::size_t count) const {
    const std::string what(things_.what);
    return count == 1 ? "a " + what : std::to_string(count) + " " + what + "s";
  }

  TreeWork& work_;
  const Dependencies& things_;
  std::vector<std::size_t> order_;  ///< things whose sets are still candidates
  bool changed_ = false;
  std::size_t in_vain_ = 0;  ///< rounds since the last deletion
};

}  // namespace

bool search_dependencies(TreeWork& work, const Dependencies& things) {
  return DependencySearch(work, things).run();
}

}  // namespace grabr
