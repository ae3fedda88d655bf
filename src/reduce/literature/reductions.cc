#include "reduce/literature/reductions.h"

#include <utility>

namespace grabr {

Reductions::Reductions(const Unfolding& unfolding, const BookGrammar& grammar, PlaceId place,
                       BookName name, SearchOptions options)
    : unfolding_(unfolding),
      grammar_(grammar),
      place_(place),
      name_(name),
      options_(options),
      subtrees_(unfolding.subtrees(place, name, options.depth)) {}

std::optional<Reduction> Reductions::next() {
  while (auto reduction = next_with_duplicates()) {
    if (seen_.insert(shape(*reduction)).second) return reduction;
  }
  return std::nullopt;
}

std::optional<Reduction> Reductions::next_with_duplicates() {
  if (next_subtree_ < subtrees_.size()) return Reduction{false, {subtrees_[next_subtree_++]}};
  if (!alternates_) alternates_.emplace(unfolding_, grammar_, place_, name_, options_);
  auto parts = alternates_->next();
  if (!parts) return std::nullopt;
  return Reduction{true, std::move(*parts)};
}

Hash128 Reductions::shape(const Reduction& reduction) const {
  if (!reduction.new_node) return unfolding_[reduction.parts[0]].shape;
  std::vector<Hash128> children;
  for (const PlaceId part : reduction.parts) children.push_back(unfolding_[part].shape);
  return shape_of(name_, children);
}

}  // namespace grabr
