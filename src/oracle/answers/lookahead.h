// Speculation: predicts which candidates may be asked for next, so that the judge can test them on
// idle slots while it waits for the current answer. LookAhead selects how. Answers do not depend on
// it, only how soon they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "text/hash.h"

namespace grabr {

enum class LookAhead : std::uint8_t {
  kNone,
  kInSequence,  ///< the rest of the current sequence, assuming "does not fail"
  kByFork,      ///< the next questions of forked copies (oracle/answers/fork_lookahead.h)
};

/// The questions that follow the current one as long as nothing fails.
class Upcoming {
 public:
  virtual ~Upcoming() = default;
  /// The first text from number `place` on (counting from 0) that is not decided yet; sets `place`
  /// to its number. Null: there is none, or none is known yet.
  virtual const std::string* unknown_from(std::size_t& place) = 0;
};

/// A candidate that may be asked for.
struct Prediction {
  Hash128 candidate;
  double probability = 0;
};

class Lookahead {
 public:
  /// Does a candidate fail, if that is already known?
  using Known = std::function<std::optional<bool>(const Hash128&)>;

  virtual ~Lookahead() = default;

  /// Shorter tests end before speculation gains anything.
  virtual double least_test_s() const = 0;
  /// Called when the judge has reached a question. `upcoming`, which may be null, is valid until
  /// its answer.
  virtual void arrive(const Hash128& candidate, double chance, Upcoming* upcoming) = 0;
  /// Called when the question was answered; drops predictions for the other answer.
  virtual void go_on(bool fails) = 0;
  /// Drops all predictions.
  virtual void clear() = 0;

  /// The most probable first, without the current question and known answers.
  virtual std::vector<Prediction> predictions(const Known& known) = 0;
  /// Probability that a candidate is asked for: 1 for the current question, 0 if it is not
  /// predicted.
  virtual double probability(const Hash128& candidate) const = 0;
  /// Starts the test of a prediction. Nothing if the prediction is no longer available; it is
  /// dropped then.
  virtual std::optional<Ticket> start(Oracle& oracle, const Hash128& candidate) = 0;

  /// Predicts more for `free_slots` idle slots; `waiting` are the probabilities, highest first, of
  /// predictions without a slot. Returns true if this process is now a forked copy, which must
  /// assume `supposed()`.
  virtual bool look_further(std::size_t free_slots, std::span<const double> waiting,
                            const Known& known) = 0;
  /// Descriptors that become readable when collect() has something to read.
  virtual std::vector<int> channels() const { return {}; }
  virtual void collect() {}

  // For copies:

  /// Reports the question and waits; returns in a further copy. `store` stores the candidate.
  virtual void predict(const Hash128&, double, const std::function<std::uint64_t()>&) {}
  virtual bool supposed() const { return false; }
};

/// Less probable candidates are not worth a test.
inline constexpr double kMinProbability = 0.02;

}  // namespace grabr
