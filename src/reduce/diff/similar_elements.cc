// Tested by tests/reduce/tree_changes_test.cc.
#include "reduce/diff/similar_elements.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "text/diff.h"

namespace grabr {
namespace {

/// Pairs the elements that have most tokens in common, in order; each pair has at least one in
/// common.
class SimilarElements {
 public:
  SimilarElements(const TreeOutline& before, NodeId before_list, const TreeOutline& after,
                  NodeId after_list)
      : before_(before), after_(after), before_list_(before_list), after_list_(after_list) {}

  std::vector<Partners> pairs(Span before, Span after) const {
    if (!is_worth_it(before, after)) return {};
    const std::size_t width = after.size() + 1;
    const auto ours = all_tokens(before_, before_list_, before);
    const auto theirs = all_tokens(after_, after_list_, after);
    // At [i][j]: the most tokens that the elements from i on and from j on can have in common.
    std::vector<double> most((before.size() + 1) * width, 0);
    std::vector<double> common(most.size(), 0);
    for (std::size_t i = before.size(); i-- > 0;) {
      for (std::size_t j = after.size(); j-- > 0;) {
        common[i * width + j] = likeness(ours[i], theirs[j]);
        most[i * width + j] = std::max({most[(i + 1) * width + j], most[i * width + j + 1],
                                        most[(i + 1) * width + j + 1] + common[i * width + j]});
      }
    }
    std::vector<Partners> found;
    std::uint32_t i = 0, j = 0;
    while (i < before.size() && j < after.size()) {
      const double here = most[i * width + j];
      if (here == most[(i + 1) * width + j]) {
        ++i;
      } else if (here == most[i * width + j + 1]) {
        ++j;
      } else {
        found.push_back({before.begin + i++, after.begin + j++});
      }
    }
    return found;
  }

 private:
  using Tokens = std::vector<std::uint64_t>;  // their hashes, sorted

  bool is_worth_it(Span before, Span after) const {
    constexpr std::size_t kMaxPairs = 2500, kMaxPairTokens = 20'000;
    const std::size_t pairs = std::size_t{before.size()} * after.size();
    return pairs > 1 && pairs <= kMaxPairs &&
           before_.tree().token_count(before_list_) + after_.tree().token_count(after_list_) <=
               kMaxPairTokens;
  }

  static std::vector<Tokens> all_tokens(const TreeOutline& outline, NodeId list, Span elements) {
    std::vector<Tokens> found;
    for (std::uint32_t i = elements.begin; i < elements.end; ++i) {
      Tokens& tokens = found.emplace_back();
      for (const NodeId token : tokens_of(outline.tree(), element(outline.tree(), list, i))) {
        tokens.push_back(outline.hash(token));
      }
      std::sort(tokens.begin(), tokens.end());
    }
    return found;
  }

  static double likeness(const Tokens& a, const Tokens& b) {
    Tokens both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    if (both.empty()) return 0;
    return static_cast<double>(both.size()) / static_cast<double>(std::max(a.size(), b.size()));
  }

  const TreeOutline& before_;
  const TreeOutline& after_;
  NodeId before_list_, after_list_;
};

}  // namespace

std::vector<Partners> paired_elements(const TreeOutline& before, NodeId before_list,
                                      const TreeOutline& after, NodeId after_list) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  const auto numbered = [&](const TreeOutline& outline, NodeId list) {
    std::vector<std::uint32_t> found(element_count(outline.tree(), list));
    for (std::uint32_t i = 0; i < found.size(); ++i) {
      const std::uint64_t hash = outline.hash(element(outline.tree(), list, i));
      found[i] = numbers.emplace(hash, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    return found;
  };
  const std::vector<std::uint32_t> from = numbered(before, before_list);
  const std::vector<std::uint32_t> to = numbered(after, after_list);
  std::vector<Partners> pairs;
  std::uint32_t i = 0, j = 0;
  const auto pair_until = [&](std::uint32_t end_i, std::uint32_t end_j) {
    while (i < end_i && j < end_j) pairs.push_back({i++, j++});
    i = end_i;
    j = end_j;
  };
  const SimilarElements similar(before, before_list, after, after_list);
  for (const Change& change : shortest_changes(from, to)) {
    pair_until(change.before.begin, change.after.begin);
    for (const Partners& pair : similar.pairs(change.before, change.after)) {
      pair_until(pair.before, pair.after);
      pair_until(pair.before + 1, pair.after + 1);
    }
    pair_until(change.before.end, change.after.end);
  }
  pair_until(static_cast<std::uint32_t>(from.size()), static_cast<std::uint32_t>(to.size()));
  return pairs;
}

}  // namespace grabr
