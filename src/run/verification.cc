// The result is tested, then each of its neighbours (reduce/certify/certificate.h), and the result
// once more: a test that has stopped working rejects everything. Neighbours run side by side, their
// answers are looked at in order, so what is said does not depend on -j. Of several inputs each
// result is looked at in its turn, beside the other results.
#include "run/verification.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "oracle/answers/ordered_tests.h"
#include "oracle/process/process_oracle.h"
#include "run/check/require_failing.h"
#include "run/check/running_test.h"
#include "run/chosen_neighbours.h"
#include "text/error.h"

namespace grabr {
namespace {

constexpr std::size_t kMostVerified = 4;  // neighbours under test or answered, for each slot
constexpr std::size_t kMostShown = 5;     // neighbours that fail

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
          "the result failed at first, and after its neighbours no longer: the test is "
          "flaky, or its surroundings have changed");
    }
    return {found_, chosen.as_claimed(), chosen.sampled()};
  }

 private:
  /// Of a neighbour under test: what is said about it.
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
    OrderedTests tests(
        oracle_,
        [&]() -> std::optional<OrderedTests::Question> {
          std::optional<Neighbour> neighbour = neighbours.next();
          if (!neighbour) return std::nullopt;
          asked.push_back({neighbour->kind, std::move(neighbour->candidate.edit)});
          return OrderedTests::Question{std::move(neighbour->candidate.text)};
        },
        {.most_ahead = kMostVerified * oracle_.capacity(), .tries = kRunTries, .stop = stop_});
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
    if (total().fail > kMostShown) return;
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
  std::optional<double> number_;  ///< of the result
};

}  // namespace

namespace run {

Verified verify(const Claim& claim, Listener& listener, const StopToken& stop) {
  return Verification(claim, listener, stop).run();
}

}  // namespace run
}  // namespace grabr
