// Which tests run beside the one that is asked for: on idle slots, what may be asked for next.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/answers/lookahead.h"
#include "oracle/oracle.h"
#include "oracle/answers/tests_under_way.h"

namespace grabr {

class TestsAhead {
 public:
  /// All of them are only referred to. `known`: what needs no test any more.
  TestsAhead(Oracle& oracle, TestsUnderWay& tests, Lookahead& lookahead, Lookahead::Known known)
      : oracle_(oracle), tests_(tests), lookahead_(lookahead), known_(std::move(known)) {}

  /// Runs what is foreseen on idle slots, and has more foreseen, if tests take long enough for
  /// that: `test_s`. True: this process is a copy now, which has to suppose an answer.
  bool look_ahead(double test_s);
  /// Makes room for the test asked for, which must not run yet.
  void free_a_slot();
  /// Ends what cannot be asked for any more.
  void cancel_dead_branches();

 private:
  void start_ahead(const Hash128& candidate);
  std::optional<std::pair<Hash128, double>> least_probable() const;
  void make_room_for(const Prospect& prospect);

  Oracle& oracle_;
  TestsUnderWay& tests_;
  Lookahead& lookahead_;
  Lookahead::Known known_;
};

}  // namespace grabr
