// The questions that a strategy may ask next, foretold by copies of this process.
//
// A strategy is a plain function; what it would ask next, had the test that is running said this or
// that, only it knows. So a copy of the whole process (fork) is told "suppose it fails" or "suppose
// it does not", runs on to its next question, lays that candidate down and waits; from there it can
// be copied again. Questions and answers make a tree, whose root is the question at hand. A place
// in it is as probable as all the answers on the way to it; idle slots test the most probable
// candidates.
//
//                     q: .2 fails                after q has passed, its other branch is dropped
//            fails .2 /         \ passes .8      and q2 is the root
//                  q1            q2: .5
//                          .4 /      \ .4
//
// A copy only foretells. The process itself comes to each question on its own, and a test run ahead
// counts only when it was of exactly these bytes. A wrong prophecy costs a test, never a result.
// Tested by tests/oracle/foresight_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/process/process_copy.h"

namespace grabr {

class Foresight : public Lookahead {
 public:
  Foresight();
  ~Foresight() override;
  Foresight(const Foresight&) = delete;
  Foresight& operator=(const Foresight&) = delete;

  double least_test_s() const override;
  /// What was foretold stays if this is it.
  void arrive(const Hash128& candidate, double chance, Upcoming* = nullptr) override;
  void go_on(bool fails) override;
  /// Ends all copies.
  void clear() override;

  /// What copies have told.
  std::vector<Prospect> prospects(const Known& known) override;
  /// After go_on: 1 for the next question, if it is foretold.
  double probability(const Hash128& candidate) const override;
  /// A copy that does not lay its candidate down is ended.
  std::optional<Ticket> start(Oracle& oracle, const Hash128& candidate) override;
  bool look_further(std::size_t free_slots, std::span<const double> waiting,
                    const Known& known) override;

  /// Has a prospect laid down for Oracle::start_stored.
  std::optional<std::uint64_t> store(const Hash128& candidate);
  /// Places where a copy is under way and has not told yet.
  std::size_t awaited() const;
  /// Their channels: readable when there is something for collect().
  std::vector<int> channels() const override;
  void collect() override;

  enum class Grown { kNo, kYes, kInCopy };
  /// Makes a copy at the most probable place where there is none, unless that is less probable than
  /// `least`. kInCopy: this is the new copy, which has to suppose `supposed()`, and in which the
  /// tree is empty.
  Grown grow(double least, const Known& known);

  void foretell(const Hash128& candidate, double chance,
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
