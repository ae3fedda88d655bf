// Chooses which speculative tests run on idle slots beside the one asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/answers/tests_under_way.h"
#include "oracle/oracle.h"

namespace grabr {

class TestsAhead {
 public:
  /// Keeps references to its arguments. `known`: what no longer needs a test.
  TestsAhead(Oracle& oracle, TestsUnderWay& tests, Lookahead& lookahead, Lookahead::Known known)
      : oracle_(oracle), tests_(tests), lookahead_(lookahead), known_(std::move(known)) {}

  /// Runs predicted candidates on idle slots and has more predicted, if a test takes long enough
  /// (`test_s`). True: this process is now a forked copy, which must assume an answer.
  bool look_ahead(double test_s);
  /// Frees a slot for the test asked for, which must not be running yet.
  void free_a_slot();
  /// Cancels tests that can no longer be asked for.
  void cancel_dead_branches();

 private:
  void start_ahead(const Hash128& candidate);
  std::optional<std::pair<Hash128, double>> least_probable() const;
  void make_room_for(const Prediction& prediction);

  Oracle& oracle_;
  TestsUnderWay& tests_;
  Lookahead& lookahead_;
  Lookahead::Known known_;
};

}  // namespace grabr
