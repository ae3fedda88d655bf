// Which candidates may be asked for next: what a judge tests on idle slots while it waits for the
// answer to the question at hand. How that is found out is chosen by LookAhead; no answer depends on
// it, only how soon it comes.
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
  kInSequence,  ///< what follows in the sequence asked about, supposing "does not fail"
  kByFork,      ///< what copies of this process come to (oracle/answers/foresight.h)
};

/// What will be asked after the question at hand while no answer is "fails".
class Upcoming {
 public:
  virtual ~Upcoming() = default;
  /// The first of these texts, from number `place` on, that is no question yet decided; sets `place`
  /// to its number. They have numbers from 0. Null: there is none, or none can be told as yet.
  virtual const std::string* unknown_from(std::size_t& place) = 0;
};

/// A candidate that may be asked for.
struct Prospect {
  Hash128 candidate;
  double probability = 0;
};

class Lookahead {
 public:
  /// Whether a candidate fails, as far as that is known already.
  using Known = std::function<std::optional<bool>(const Hash128&)>;

  virtual ~Lookahead() = default;

  /// Tests shorter than this are over before anything is gained.
  virtual double least_test_s() const = 0;
  /// The judge has come to a question. `upcoming`, which may be null, is valid until its answer.
  virtual void arrive(const Hash128& candidate, double chance, Upcoming* upcoming) = 0;
  /// The answer to it: what follows the other one is dropped.
  virtual void go_on(bool fails) = 0;
  /// Nothing is foreseen any more.
  virtual void clear() = 0;

  /// The most probable first; neither the question at hand nor what is known.
  virtual std::vector<Prospect> prospects(const Known& known) = 0;
  /// How probable it is that a candidate is asked for: 1 for the question at hand, 0 when it is not
  /// foreseen.
  virtual double probability(const Hash128& candidate) const = 0;
  /// Starts the test of a prospect. Nothing when it cannot be had any more: it is none then.
  virtual std::optional<Ticket> start(Oracle& oracle, const Hash128& candidate) = 0;

  /// For `free_slots` idle slots more is to be foreseen than these probabilities, highest first, of
  /// what has no slot. True: this process is a copy now, which has to suppose `supposed()`.
  virtual bool look_further(std::size_t free_slots, std::span<const double> waiting,
                            const Known& known) = 0;
  /// Descriptors: readable when there is something for collect().
  virtual std::vector<int> channels() const { return {}; }
  virtual void collect() {}

  // In a copy.

  /// Tells the question and waits; in a further copy, returns. `store` lays the candidate down.
  virtual void foretell(const Hash128&, double, const std::function<std::uint64_t()>&) {}
  virtual bool supposed() const { return false; }
};

/// What is less probable is not worth a test.
inline constexpr double kLeastProbability = 0.02;

}  // namespace grabr
