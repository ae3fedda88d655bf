// Tests the result, then each of its neighbours (reduce/certify/certificate.h), and the result once
// more, because a test that has stopped working rejects everything. Several neighbours are tested
// at once, but their answers are used in order, so the output does not depend on -j. With several
// inputs, each result is verified in turn, next to the other results.
#include "run/verification.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <utility>

#include "generate/random_numbers.h"
#include "oracle/answers/ordered_tests.h"
#include "oracle/process/process_oracle.h"
#include "reduce/certify/certificate.h"
#include "run/check/running_test.h"
#include "text/error.h"

namespace grabr {
namespace {

/// The neighbours to test: all, or a sample that depends only on the seed. In order, made on
/// demand.
class ChosenNeighbours {
 public:
  /// `sample`: how many to choose; nothing: all. `claimed`: the report's certificate.
  ChosenNeighbours(Neighbourhood& all, const Certificate& claimed,
                   std::optional<std::uint64_t> sample, std::uint64_t seed);

  std::optional<Neighbour> next();

  bool sampled() const { return sample_.has_value(); }
  /// Call after the last next(): is the number of neighbours the one in the certificate?
  bool as_claimed() const;

 private:
  std::uint64_t missing() const { return sample_->size() - chosen_; }

  Neighbourhood& all_;
  const Certificate& claimed_;
  std::optional<std::set<std::uint64_t>> sample_;  ///< numbers in the sample
  std::array<std::uint64_t, kNeighbourKinds> counted_ = {};
  std::uint64_t made_ = 0;
  std::uint64_t chosen_ = 0;
};

/// `count` random numbers below `all`; each set of them is equally probable (Floyd).
std::set<std::uint64_t> draw(std::uint64_t count, std::uint64_t all, std::uint64_t seed) {
  RandomNumbers random(seed);
  std::set<std::uint64_t> drawn;
  for (std::uint64_t last = all - count; last < all; ++last) {
    const std::uint64_t number = random.below(last + 1);
    drawn.insert(drawn.contains(number) ? last : number);
  }
  return drawn;
}

ChosenNeighbours::ChosenNeighbours(Neighbourhood& all, const Certificate& claimed,
                                   std::optional<std::uint64_t> sample, std::uint64_t seed)
    : all_(all), claimed_(claimed) {
  const std::uint64_t known = claimed.total().neighbours;
  if (sample && (*sample < known || !claimed.complete)) {
    sample_ = draw(std::min(*sample, known), known, seed);
  }
}

std::optional<Neighbour> ChosenNeighbours::next() {
  while (!sample_ || missing() > 0) {
    std::optional<Neighbour> neighbour = all_.next();
    if (!neighbour) return std::nullopt;
    ++counted_[static_cast<std::size_t>(neighbour->kind)];
    const std::uint64_t number = made_++;
    if (sample_ && !sample_->contains(number)) continue;
    ++chosen_;
    if (claimed_.forbids(number)) continue;
    return neighbour;
  }
  return std::nullopt;
}

bool ChosenNeighbours::as_claimed() const {
  if (sample_) return missing() == 0;
  if (!claimed_.complete) return made_ > claimed_.total().neighbours;
  for (std::size_t kind = 0; kind < kNeighbourKinds; ++kind) {
    if (counted_[kind] != claimed_.rows[kind].neighbours) return false;
  }
  return true;
}

constexpr std::size_t kMaxNeighboursAhead = 4;  // neighbours under test or answered, for each slot
constexpr std::size_t kMaxNeighboursShown = 5;  // neighbours that fail and are shown

class Verification {
 public:
  Verification(const run::Claim& claim, run::Listener& listener, const StopToken& stop)
      : claim_(claim),
        listener_(listener),
        stop_(stop),
        test_(claim.test, listener, stop),
        oracle_(*test_.process()) {}

  run::Verified run() {
    const bool partial = claimed().of == Neighbourhood::Of::kPartialTree;
    Neighbourhood neighbours(claim_.result, claim_.parser, partial, claimed().unit);
    require_kind(neighbours);
    if (claim_.original) oracle_.adopt_original(*claim_.original);
    listener_.begin_stage({"testing the result"});
    test_result("the result no longer fails");
    listener_.begin_stage({"testing its neighbours"});
    ChosenNeighbours chosen(neighbours, claimed(), claim_.sample, claim_.seed);
    ask(chosen);
    listener_.begin_stage({"testing the result once more"});
    if (total().fail == 0) {
      test_result(
          "the result no longer failed after its neighbours were tested: the test is flaky, or its "
          "surroundings have changed");
    }
    return {found_, chosen.as_claimed(), chosen.sampled()};
  }

 private:
  /// What is said about a neighbour under test.
  struct Asked {
    NeighbourKind kind;
    std::string edit;
  };

  const Certificate& claimed() const { return claim_.certificate; }

  void require_kind(const Neighbourhood& neighbours) const {
    if (neighbours.of() == claimed().of) return;
    throw Error(ErrorKind::kEnvironment,
                "the certificate is of a " + std::string(neighbourhood_name(claimed().of)) +
                    ", and the result is a " + std::string(neighbourhood_name(neighbours.of())) +
                    "\nhint: reduce again: this report comes from another version of grabr");
  }

  void test_result(const std::string& otherwise) {
    number_ = require_failing(oracle_, claim_.result, otherwise, stop_).result.number;
  }

  void ask(ChosenNeighbours& neighbours) {
    std::deque<Asked> asked;
    OrderedTests tests(oracle_,
                       [&]() -> std::optional<OrderedTests::Question> {
                         std::optional<Neighbour> neighbour = neighbours.next();
                         if (!neighbour) return std::nullopt;
                         asked.push_back({neighbour->kind, std::move(neighbour->candidate.edit)});
                         return OrderedTests::Question{std::move(neighbour->candidate.text)};
                       },
                       {.most_ahead = kMaxNeighboursAhead * oracle_.capacity(),
                        .tries = kRunTries,
                        .stop = stop_});
    while (const auto answer = tests.next()) {
      judge(asked.front(), *answer);
      asked.pop_front();
    }
  }

  void judge(const Asked& neighbour, const OrderedTests::Answer& answer) {
    const TestResult& result = answer.result;
    require_run(result);
    Certificate::Row& row = found_.row(neighbour.kind);
    ++row.neighbours;
    listener_.rename_stage("testing its neighbours: " + std::to_string(total().neighbours) +
                           " of " + std::to_string(claimed().total().neighbours) + " done");
    const bool larger = number_ && result.number > number_;
    const bool fails = result.outcome == Outcome::kFail && !larger;
    if (!fails && (result.outcome == Outcome::kUnresolved || result.timed_out)) {
      ++row.unresolved;
      return;
    }
    ++row.tested;
    if (!fails) return;
    ++row.fail;
    if (total().fail > kMaxNeighboursShown) return;
    const std::size_t bytes = answer.text.size();
    listener_.warn("still fails: " + neighbour.edit + ", which leaves " + std::to_string(bytes) +
                   (bytes == 1 ? " byte" : " bytes"));
  }

  Certificate::Row total() const { return found_.total(); }

  const run::Claim& claim_;
  run::Listener& listener_;
  const StopToken stop_;
  RunningTest test_;
  ProcessOracle& oracle_;
  Certificate found_;
  std::optional<double> number_;  ///< number of the result
};

}  // namespace

namespace run {

Verified verify(const Claim& claim, Listener& listener, const StopToken& stop) {
  return Verification(claim, listener, stop).run();
}

}  // namespace run

}  // namespace grabr
