#include "reduce/literature/unfolding.h"

#include <algorithm>
#include <string>

namespace grabr {
namespace {

constexpr PlaceId kNoPlace = ~PlaceId{0};

std::uint64_t name_and_depth(BookName name, std::uint32_t depth) {
  return std::uint64_t{name} << 32 | depth;
}

template <typename Value>
void append_bytes(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Hash128 shape_of(BookName name, std::span<const Hash128> children) {
  std::string bytes;
  append_bytes(bytes, name);
  for (const Hash128& child : children) {
    append_bytes(bytes, child.low);
    append_bytes(bytes, child.high);
  }
  return hash128(bytes);
}

Unfolding::Unfolding(const BookTree& tree) {
  list_places(tree);
  measure();
  index(tree.size(), tree.names().size());
}

void Unfolding::list_places(const BookTree& tree) {
  struct Step {
    BookNode node;
    std::uint32_t depth;
  };
  std::vector<Step> stack = {{tree.root(), 0}};
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    Place place;
    place.node = step.node;
    place.name = tree.name(step.node);
    place.depth = step.depth;
    place.first_leaf = static_cast<std::uint32_t>(leaves_.size());
    const auto children = tree.children(step.node);
    if (children.empty()) leaves_.push_back(step.node);
    place.end_leaf = static_cast<std::uint32_t>(leaves_.size());
    places_.push_back(place);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      stack.push_back({*child, step.depth + 1});
    }
  }
}

// Measures the deepest places first: places below a place come after it, so it goes backwards. The
// children of the places being measured are on a stack, leftmost on top.
void Unfolding::measure() {
  std::vector<PlaceId> open;
  std::vector<Hash128> shapes;
  for (PlaceId id = static_cast<PlaceId>(places_.size()); id-- > 0;) {
    Place& place = places_[id];
    shapes.clear();
    while (!open.empty() && places_[open.back()].depth > place.depth) {
      const Place& child = places_[open.back()];
      open.pop_back();
      place.nodes += child.nodes;
      place.height = std::max(place.height, child.height + 1);
      place.end_leaf = child.end_leaf;
      shapes.push_back(child.shape);
    }
    place.shape = shape_of(place.name, shapes);
    open.push_back(id);
  }
}

void Unfolding::index(std::size_t tree_size, std::size_t name_count) {
  first_place_.assign(tree_size, kNoPlace);
  next_place_.resize(places_.size());
  named_.resize(name_count);
  for (PlaceId id = static_cast<PlaceId>(places_.size()); id-- > 0;) {
    next_place_[id] = first_place_[places_[id].node];
    first_place_[places_[id].node] = id;
  }
  for (PlaceId id = 0; id < places_.size(); ++id) {
    named_[places_[id].name].push_back(id);
    named_at_depth_[name_and_depth(places_[id].name, places_[id].depth)].push_back(id);
  }
}

PlaceId Unfolding::child_place(PlaceId place, std::size_t index) const {
  PlaceId child = place + 1;
  for (std::size_t i = 0; i < index; ++i) child += places_[child].nodes;
  return child;
}

std::vector<PlaceId> Unfolding::child_places(BookNode parent, std::size_t index) const {
  std::vector<PlaceId> found;
  for (PlaceId id = first_place_[parent]; id != kNoPlace; id = next_place_[id]) {
    found.push_back(child_place(id, index));
  }
  return found;
}

std::span<const PlaceId> Unfolding::subtrees(PlaceId place, BookName name, int depth) const {
  if (depth == 0 || name >= named_.size()) return {};
  const std::vector<PlaceId>* candidates = &named_[name];
  if (depth > 0) {
    const std::uint32_t level = places_[place].depth + static_cast<std::uint32_t>(depth);
    const auto found = named_at_depth_.find(name_and_depth(name, level));
    if (found == named_at_depth_.end()) return {};
    candidates = &found->second;
  }
  const auto begin = std::ranges::upper_bound(*candidates, place);
  const auto end = std::ranges::lower_bound(begin, candidates->end(), place + places_[place].nodes);
  return {begin, end};
}

}  // namespace grabr
