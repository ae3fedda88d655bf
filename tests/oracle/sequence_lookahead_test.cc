#include "oracle/answers/sequence_lookahead.h"

#include <doctest/doctest.h>

#include "oracle/answers/judge.h"
#include "support/simulated_oracle.h"

namespace grabr {
namespace {

using Texts = std::vector<std::string>;

struct TextsAhead : Upcoming {
  Texts texts;
  explicit TextsAhead(Texts given) : texts(std::move(given)) {}
  const std::string* unknown_from(std::size_t& place) override {
    return place < texts.size() ? &texts[place] : nullptr;
  }
};

std::optional<bool> nothing_is_known(const Hash128&) { return std::nullopt; }

TEST_CASE("what follows is as probable as that nothing before it fails") {
  SequenceLookahead ahead(3);
  TextsAhead upcoming({"b", "b", "a", "c", "d"});
  ahead.arrive(hash128("a"), 0.25, &upcoming);
  const std::vector<Prediction> predictions = ahead.predictions(nothing_is_known);
  REQUIRE(predictions.size() == 2);  // the third slot is for the current question
  CHECK(predictions[0].candidate == hash128("b"));
  CHECK(predictions[0].probability == doctest::Approx(0.75));
  CHECK(predictions[1].candidate == hash128("c"));
  CHECK(predictions[1].probability == doctest::Approx(0.5625));
  CHECK(ahead.probability(hash128("a")) == 1);
  CHECK(ahead.probability(hash128("d")) == 0);
  ahead.go_on(false);
  CHECK(ahead.probability(hash128("c")) > 0);
  ahead.go_on(true);
  CHECK(ahead.probability(hash128("c")) == 0);
}

TEST_CASE("what is known is passed over, and behind what is known to fail there is nothing") {
  SequenceLookahead ahead(8);
  TextsAhead upcoming({"b", "c", "d", "e"});
  ahead.arrive(hash128("a"), 0.1, &upcoming);
  const auto known = [](const Hash128& candidate) -> std::optional<bool> {
    if (candidate == hash128("b")) return false;
    if (candidate == hash128("d")) return true;
    return std::nullopt;
  };
  const std::vector<Prediction> predictions = ahead.predictions(known);
  REQUIRE(predictions.size() == 1);
  CHECK(predictions[0].candidate == hash128("c"));
}

TEST_CASE("with one slot, without a sequence, and with little hope nothing is predicted") {
  TextsAhead upcoming({"b"});
  SequenceLookahead alone(1);
  alone.arrive(hash128("a"), 0.1, &upcoming);
  CHECK(alone.predictions(nothing_is_known).empty());
  SequenceLookahead ahead(4);
  ahead.arrive(hash128("a"), 0.1, nullptr);
  CHECK(ahead.predictions(nothing_is_known).empty());
  ahead.arrive(hash128("a"), 0.99, &upcoming);
  CHECK(ahead.predictions(nothing_is_known).empty());
}

TEST_CASE("a judge tests what follows beside the question and gives it up after a success") {
  SimulatedOracle oracle(
      [](std::string_view text) { return text == "b" ? Outcome::kFail : Outcome::kPass; }, 3);
  Judge::Options options;
  options.look_ahead = LookAhead::kInSequence;
  options.expected_s = 0.05;
  Judge judge(oracle, std::move(options));
  const Judge::Region region(judge);
  TextsAhead after_a({"b", "c", "d"});
  CHECK(judge.answer("a", 0.1, &after_a).outcome == Outcome::kPass);
  const Texts& started = oracle.started();
  REQUIRE(started.size() >= 3);
  CHECK(Texts(started.begin(), started.begin() + 3) == Texts{"a", "b", "c"});
  TextsAhead after_b({"c", "d"});
  CHECK(judge.answer("b", 0.1, &after_b).outcome == Outcome::kFail);
  CHECK(std::count(started.begin(), started.end(), "b") == 1);
  CHECK(oracle.under_way() == 0);
}

}  // namespace
}  // namespace grabr
