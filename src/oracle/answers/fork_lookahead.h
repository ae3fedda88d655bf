// Speculation: forked copies of this process run ahead to find the questions a strategy may ask
// next.
//
// A strategy is a plain function, so only running it shows its next question after a given answer.
// So a forked copy of the whole process is told "suppose it fails" or "suppose it does not", runs
// on to its next question, stores that candidate and waits; it can be copied again from there.
// Questions and answers form a tree rooted at the current question. A node's probability is the
// product of the answers leading to it; idle slots test the most probable candidates.
//
//                     q: .2 fails                after q has passed, its other branch is dropped
//            fails .2 /         \ passes .8      and q2 is the root
//                  q1            q2: .5
//                          .4 /      \ .4
//
// Copies only predict. The process itself reaches each question on its own, and a speculative test
// counts only if it was of exactly these bytes: a wrong prediction costs a test, never a result.
// Tested by tests/oracle/fork_lookahead_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/process/process_copy.h"

namespace grabr {

class ForkLookahead : public Lookahead {
 public:
  ForkLookahead();
  ~ForkLookahead() override;
  ForkLookahead(const ForkLookahead&) = delete;
  ForkLookahead& operator=(const ForkLookahead&) = delete;

  double least_test_s() const override;
  /// Keeps the predictions if this is the predicted candidate.
  void arrive(const Hash128& candidate, double chance, Upcoming* = nullptr) override;
  void go_on(bool fails) override;
  /// Ends all copies.
  void clear() override;

  /// The predictions of the copies.
  std::vector<Prediction> predictions(const Known& known) override;
  /// After go_on: 1 for the next question, if it was predicted.
  double probability(const Hash128& candidate) const override;
  /// Ends a copy that fails to store its candidate.
  std::optional<Ticket> start(Oracle& oracle, const Hash128& candidate) override;
  bool look_further(std::size_t free_slots, std::span<const double> waiting,
                    const Known& known) override;

  /// Asks a copy to store a prediction for Oracle::start_stored.
  std::optional<std::uint64_t> store(const Hash128& candidate);
  /// How many copies are still running towards their question.
  std::size_t awaited() const;
  /// Channels of the awaited copies: readable when collect() has something to read.
  std::vector<int> channels() const override;
  void collect() override;

  enum class Grown { kNo, kYes, kInCopy };
  /// Makes a copy at the most probable place that has none, unless its probability is at most
  /// `least`. kInCopy: this is the new copy; it must assume `supposed()`, and its tree is empty.
  Grown grow(double least, const Known& known);

  void predict(const Hash128& candidate, double chance,
               const std::function<std::uint64_t()>& store) override;
  bool supposed() const override { return supposed_; }

 private:
  struct Place;
  std::unique_ptr<Place> root_;
  std::vector<pid_t> groups_;
  FileDescriptor channel_;  ///< in a copy, to the original
  bool supposed_ = false;

  void reap();
  Grown copy_at(Place& place, bool fails);
};

}  // namespace grabr
