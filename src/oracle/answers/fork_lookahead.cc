#include "oracle/answers/fork_lookahead.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace grabr {

/// One question: predicted, awaited, or impossible because the strategy ends before it.
struct ForkLookahead::Place {
  // Channel to the copy that waits here; the root may have none.
  FileDescriptor channel;
  std::optional<PredictedQuestion> told;        // what the copy reported; nothing: not yet
  bool ended = false;                           // the copy has ended
  std::array<std::unique_ptr<Place>, 2> after;  // the next question if it passes, and if it fails

  bool awaited() const { return !told && !ended; }
};

namespace {

/// Shorter tests end before a copy has predicted anything.
constexpr double kWorthPredicting_s = 0.002;

/// Calls `visit` with each place and its probability, from the root down.
template <typename Place, typename Visit>
void visit_places(Place* root, const ForkLookahead::Known& known, const Visit& visit) {
  std::vector<std::pair<Place*, double>> todo;
  if (root != nullptr) todo.emplace_back(root, 1.0);
  while (!todo.empty()) {
    const auto [place, probability] = todo.back();
    todo.pop_back();
    double chance = place->told ? place->told->chance : 0.5;
    if (place->told) {
      if (const auto fails = known(place->told->candidate)) chance = *fails ? 1 : 0;
    }
    visit(*place, probability, chance);
    if (place->after[0]) todo.emplace_back(place->after[0].get(), probability * (1 - chance));
    if (place->after[1]) todo.emplace_back(place->after[1].get(), probability * chance);
  }
}

std::optional<bool> nothing_known(const Hash128&) { return std::nullopt; }

}  // namespace

ForkLookahead::ForkLookahead() = default;

ForkLookahead::~ForkLookahead() {
  clear();
  for (const pid_t group : groups_) end_group(group);
}

double ForkLookahead::least_test_s() const { return kWorthPredicting_s; }

void ForkLookahead::arrive(const Hash128& candidate, double chance, Upcoming*) {
  reap();
  collect();
  if (root_ && root_->told && !(root_->told->candidate == candidate)) clear();
  if (!root_) root_ = std::make_unique<Place>();
  // Its copy may still be running, but its report is already known.
  if (!root_->told) root_->told = PredictedQuestion{candidate, chance};
}

// Closing a copy's channel ends it.
void ForkLookahead::go_on(bool fails) {
  if (!root_) return;
  root_ = std::move(root_->after[fails ? 1 : 0]);
  if (root_ && root_->ended) root_.reset();
}

void ForkLookahead::clear() {
  root_.reset();
  reap();
}

void ForkLookahead::reap() {
  std::erase_if(groups_, [](pid_t group) { return !reap_group(group); });
}

std::vector<Prediction> ForkLookahead::predictions(const Known& known) {
  std::vector<Prediction> result;
  visit_places(root_.get(), known, [&](const Place& place, double probability, double) {
    if (&place == root_.get() || !place.told || !place.channel.is_open()) return;
    if (known(place.told->candidate)) return;
    const auto twin = std::ranges::find(result, place.told->candidate, &Prediction::candidate);
    if (twin != result.end()) twin->probability += probability;
    else result.push_back({place.told->candidate, probability});
  });
  std::ranges::stable_sort(result, std::greater(), &Prediction::probability);
  return result;
}

double ForkLookahead::probability(const Hash128& candidate) const {
  double sum = 0;
  visit_places(root_.get(), nothing_known, [&](const Place& place, double probability, double) {
    if (place.told && place.told->candidate == candidate) sum += probability;
  });
  return std::min(sum, 1.0);
}

std::optional<std::uint64_t> ForkLookahead::store(const Hash128& candidate) {
  std::optional<std::uint64_t> number;
  visit_places(root_.get(), nothing_known, [&](Place& place, double, double) {
    if (number || !place.told || !(place.told->candidate == candidate)) return;
    if (!place.channel.is_open()) return;
    number = have_stored(place.channel);
    if (!number) place.channel.close();
  });
  return number;
}

std::optional<Ticket> ForkLookahead::start(Oracle& oracle, const Hash128& candidate) {
  const auto stored = store(candidate);
  if (!stored) return std::nullopt;
  return oracle.start_stored(*stored);
}

/// Predicts one place more than there are slots, so that a slot that becomes free need not wait.
bool ForkLookahead::look_further(std::size_t free_slots, std::span<const double> waiting,
                                 const Known& known) {
  const std::size_t wanted = free_slots + 1;
  for (std::size_t told = awaited(); told < wanted; ++told) {
    const std::size_t enough = wanted - told;
    const double least = waiting.size() < enough ? 0 : waiting[enough - 1];
    const Grown grown = grow(std::max(least, kMinProbability), known);
    if (grown == Grown::kInCopy) return true;
    if (grown == Grown::kNo) return false;
  }
  return false;
}

std::size_t ForkLookahead::awaited() const { return channels().size(); }

std::vector<int> ForkLookahead::channels() const {
  std::vector<int> result;
  visit_places(root_.get(), nothing_known, [&](const Place& place, double, double) {
    if (place.awaited() && place.channel.is_open()) result.push_back(place.channel.number());
  });
  return result;
}

void ForkLookahead::collect() {
  visit_places(root_.get(), nothing_known, [&](Place& place, double, double) {
    if (!place.awaited() || !place.channel.is_open()) return;
    bool ended = false;
    place.told = receive(place.channel, ended);
    place.ended = ended;
  });
}

ForkLookahead::Grown ForkLookahead::grow(double least, const Known& known) {
  Place* best = nullptr;
  bool fails = false;
  visit_places(root_.get(), known, [&](Place& place, double probability, double chance) {
    if (!place.told || (&place != root_.get() && !place.channel.is_open())) return;
    for (const bool answer : {false, true}) {
      const double there = probability * (answer ? chance : 1 - chance);
      if (place.after[answer ? 1 : 0] || there <= least) continue;
      least = there;
      best = &place;
      fails = answer;
    }
  });
  return best == nullptr ? Grown::kNo : copy_at(*best, fails);
}

ForkLookahead::Grown ForkLookahead::copy_at(Place& place, bool fails) {
  auto next = std::make_unique<Place>();
  if (place.channel.is_open()) {
    if (auto channel = copy_the_copy(place.channel, fails)) next->channel = std::move(*channel);
    else next->ended = true;
  } else if (auto start = copy_this_process()) {
    if (start->group == 0) {
      root_.reset();
      groups_.clear();
      channel_ = std::move(start->channel);
      supposed_ = fails;
      return Grown::kInCopy;
    }
    groups_.push_back(start->group);
    next->channel = std::move(start->channel);
  } else {
    next->ended = true;
  }
  place.after[fails ? 1 : 0] = std::move(next);
  return Grown::kYes;
}

void ForkLookahead::predict(const Hash128& candidate, double chance,
                            const std::function<std::uint64_t()>& store) {
  supposed_ = await_supposition(channel_, {candidate, chance}, store);
}

}  // namespace grabr
