#include "reduce/literature/alternates.h"

#include <algorithm>
#include <utility>

namespace grabr {
namespace {

PartSizes sizes(const Unfolding& unfolding, std::span<const std::span<const PlaceId>> choices) {
  PartSizes sizes;
  for (const auto& places : choices) {
    std::vector<Total>& part = sizes.emplace_back();
    for (const PlaceId place : places) part.push_back(unfolding[place].nodes);
  }
  return sizes;
}

std::vector<PlaceId> chosen(std::span<const std::span<const PlaceId>> choices,
                            const Combination& combination) {
  std::vector<PlaceId> places;
  for (std::size_t part = 0; part < choices.size(); ++part) {
    places.push_back(choices[part][combination[part]]);
  }
  return places;
}

}  // namespace

Alternates::Alternates(const Unfolding& unfolding, const BookGrammar& grammar, PlaceId place,
                       BookName name, SearchOptions options) {
  const Total nodes = unfolding[place].nodes;
  if (nodes < 3) return;
  for (const BookGrammar::Expansion& expansion : grammar.expansions(name)) {
    if (auto found = filling(unfolding, place, expansion, options.depth)) {
      fillings_.push_back(std::move(*found));
    }
  }
  // One less, because the new node counts as well.
  if (options.all_combinations) keep_all(unfolding, nodes - 2);
  else keep_first(unfolding, nodes - 2);
}

std::optional<Alternates::Filling> Alternates::filling(const Unfolding& unfolding, PlaceId place,
                                                       const BookGrammar::Expansion& expansion,
                                                       int depth) const {
  Filling result;
  for (const BookName symbol : expansion) {
    result.choices.push_back(unfolding.subtrees(place, symbol, depth));
    if (result.choices.back().empty()) return std::nullopt;
  }
  return result;
}

void Alternates::keep_first(const Unfolding& unfolding, Total limit) {
  std::vector<std::pair<Total, Filling>> found;
  for (Filling& filling : fillings_) {
    const PartSizes part_sizes = sizes(unfolding, filling.choices);
    auto combination = first_combination(part_sizes, limit);
    if (!combination) continue;
    Total total = 0;
    for (std::size_t i = 0; i < part_sizes.size(); ++i) total += part_sizes[i][(*combination)[i]];
    filling.current = std::move(*combination);
    found.emplace_back(total, std::move(filling));
  }
  std::ranges::stable_sort(found, {}, &std::pair<Total, Filling>::first);
  fillings_.clear();
  for (auto& [total, filling] : found) fillings_.push_back(std::move(filling));
}

void Alternates::keep_all(const Unfolding& unfolding, Total limit) {
  for (Filling& filling : fillings_) {
    filling.all.emplace(sizes(unfolding, filling.choices), limit);
    const std::vector<Total>& totals = filling.all->totals();
    totals_.insert(totals_.end(), totals.begin(), totals.end());
  }
  std::ranges::sort(totals_);
  totals_.erase(std::unique(totals_.begin(), totals_.end()), totals_.end());
}

std::optional<std::vector<PlaceId>> Alternates::next() {
  if (!totals_.empty()) return next_of_all();
  if (at_ == fillings_.size() || fillings_[at_].all) return std::nullopt;
  const Filling& filling = fillings_[at_++];
  return chosen(filling.choices, filling.current);
}

std::optional<std::vector<PlaceId>> Alternates::next_of_all() {
  for (; total_at_ < totals_.size(); ++total_at_, at_ = 0) {
    for (; at_ < fillings_.size(); ++at_, started_ = false) {
      Filling& filling = fillings_[at_];
      if (started_) {
        if (!filling.all->advance(filling.current)) continue;
      } else {
        if (!std::ranges::binary_search(filling.all->totals(), totals_[total_at_])) continue;
        filling.current = filling.all->first(totals_[total_at_]);
        started_ = true;
      }
      return chosen(filling.choices, filling.current);
    }
  }
  return std::nullopt;
}

}  // namespace grabr
