#include "tree/place_table.h"

#include <cstdlib>

namespace grabr {

/// Called when a parent or child that does not exist is requested. Reading past the table would
/// give a wrong answer, or a crash elsewhere.
void PlaceTable::no_such_node() { std::abort(); }

/// The last block has room for any number of runs; unused room goes to the next block.
void PlaceTable::open_block() {
  if (!blocks_.empty()) {
    Block& full = blocks_.back();
    if (full.first + full.room == places_.size()) {
      places_.resize(full.first + runs_);
      full.room = runs_;
    }
  }
  blocks_.push_back({0, static_cast<std::uint32_t>(places_.size()), kBlock});
  places_.resize_unset(places_.size() + kBlock);
  runs_ = 0;
}

void PlaceTable::set(std::size_t node, std::size_t count, std::uint32_t place) {
  while (count > 0) {
    const std::size_t some = std::min(count, kBlock - node % kBlock);
    set_in_block(node, some, place);
    node += some;
    count -= some;
  }
}

void PlaceTable::set_in_block(std::size_t node, std::size_t count, std::uint32_t place) {
  Block& block = blocks_[node / kBlock];
  const std::size_t begin = node % kBlock;
  const std::size_t end = begin + count;
  const auto begins_run = [&](std::size_t at) { return (block.starts >> at & 1) != 0; };
  const std::uint32_t before = begins_run(begin) ? 0 : 1;  // this part of the run stays
  const bool is_last = end == kBlock || node + count == size_ || begins_run(end);
  const std::uint32_t behind = is_last ? 0 : 1;
  const std::uint32_t run = run_of(block, begin);
  if (before + behind > 0) {
    const auto runs = static_cast<std::uint32_t>(std::popcount(block.starts));
    const std::uint32_t more = before + behind;
    if (runs + more > block.room) {
      move_to_room(block, runs, std::min((runs + more) / kStep + 1, kBlock / kStep));
    }
    std::uint32_t* const places = places_.data() + block.first;
    const std::uint32_t old = places[run];
    std::copy_backward(places + run + 1, places + runs, places + runs + more);
    places[run + more] = old;
    places[run] = old;
    block.starts |= std::uint64_t{1} << begin;
    if (behind > 0) block.starts |= std::uint64_t{1} << end;
    if (&block == &blocks_.back()) runs_ += more;
  }
  places_[block.first + run + before] = place;
}

void PlaceTable::move_to_room(Block& block, std::uint32_t runs, std::uint32_t steps) {
  const std::uint32_t to = take_room(steps);
  std::copy_n(places_.data() + block.first, runs, places_.data() + to);
  if (std::uint32_t& left = left_[block.room / kStep]; block.room >= kStep) {
    places_[block.first] = left;
    left = block.first;
  }
  block.first = to;
  block.room = steps * kStep;
}

std::uint32_t PlaceTable::take_room(std::uint32_t steps) {
  const std::uint32_t left = left_[steps];
  if (left != kNone) {
    left_[steps] = places_[left];
    return left;
  }
  const std::size_t place = places_.size();
  places_.resize_unset(place + steps * kStep);
  return static_cast<std::uint32_t>(place);
}

}  // namespace grabr
