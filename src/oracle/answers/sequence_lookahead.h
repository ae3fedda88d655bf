// Speculates along the sequence a session asks about (Session::first_failing): its candidates do
// not depend on answers, so the following ones can be made and tested before the answer is known.
//
//   question  c3 ?          tested beside it on three more slots: c4, c5, c6
//             c3 fails      they are cancelled; finished results are kept for later questions
//             c3 does not   c4 is the question, and c7 is tested, too
//
// A candidate's probability is that of all answers before it being "does not fail". Needs neither
// forked copies nor threads, but does not look beyond the sequence: a strategy's question after an
// answer is not predicted. Tested by tests/oracle/sequence_lookahead_test.cc.
#pragma once

#include <vector>

#include "oracle/answers/lookahead.h"

namespace grabr {

class SequenceLookahead : public Lookahead {
 public:
  /// With fewer than two slots nothing is predicted.
  explicit SequenceLookahead(unsigned slots) : slots_(slots) {}

  double least_test_s() const override;
  void arrive(const Hash128& candidate, double chance, Upcoming* upcoming) override;
  void go_on(bool fails) override;
  void clear() override;
  std::vector<Prediction> predictions(const Known& known) override;
  double probability(const Hash128& candidate) const override;
  std::optional<Ticket> start(Oracle& oracle, const Hash128& candidate) override;
  bool look_further(std::size_t free_slots, std::span<const double> waiting,
                    const Known& known) override;

 private:
  struct PredictedTest {
    Hash128 candidate;
    double probability = 0;
    const std::string* text = nullptr;  ///< valid while `upcoming_` is
  };

  unsigned slots_;
  std::optional<Hash128> at_hand_;
  double chance_ = 0;
  Upcoming* upcoming_ = nullptr;
  std::vector<PredictedTest> predicted_;  ///< in order

  const PredictedTest* find(const Hash128& candidate) const;
};

}  // namespace grabr
