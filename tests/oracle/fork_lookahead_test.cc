// Copies of the test program play a strategy that asks "p", "f", "pp", …: the assumed answers so
// far. Pass and fail are equally likely.
#include "oracle/answers/fork_lookahead.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace grabr {
namespace {

constexpr double kChance = 0.25;
constexpr std::size_t kLongest = 3;  // assumed answers; then the strategy ends

[[noreturn]] void play_strategy(ForkLookahead& lookahead) {
  std::string path;
  while (path.size() < kLongest) {
    path += lookahead.supposed() ? 'f' : 'p';
    lookahead.predict(hash128(path), kChance, [&] { return std::uint64_t{100 + path.size()}; });
  }
  end_copy();
}

std::optional<bool> nothing_known(const Hash128&) { return std::nullopt; }

/// Waits until all copies have answered.
void hear(ForkLookahead& lookahead) {
  while (lookahead.awaited() > 0) {
    std::vector<pollfd> watched;
    for (const int channel : lookahead.channels()) watched.push_back({channel, POLLIN, 0});
    ::poll(watched.data(), watched.size(), -1);
    lookahead.collect();
  }
}

bool grow(ForkLookahead& lookahead, double least = 0,
          const ForkLookahead::Known& known = nothing_known) {
  const ForkLookahead::Grown grown = lookahead.grow(least, known);
  if (grown == ForkLookahead::Grown::kInCopy) play_strategy(lookahead);
  hear(lookahead);
  return grown == ForkLookahead::Grown::kYes;
}

double probability(const ForkLookahead& lookahead, const std::string& path) {
  return lookahead.probability(hash128(path));
}

/// Whether no copies are left, neither alive nor as zombies.
bool all_gone() {
  for (int i = 0; i < 500; ++i) {
    if (::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return true;
    ::poll(nullptr, 0, 10);
  }
  return false;
}

TEST_CASE("questions are predicted where they are most probable") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), kChance);
  for (int i = 0; i < 5; ++i) CHECK(grow(lookahead));  // p, pp, ppp, an end, f
  CHECK(probability(lookahead, "p") == doctest::Approx(0.75));
  CHECK(probability(lookahead, "pp") == doctest::Approx(0.5625));
  CHECK(probability(lookahead, "ppp") == doctest::Approx(0.421875));
  CHECK(probability(lookahead, "f") == doctest::Approx(0.25));
  CHECK(probability(lookahead, "fp") == 0);
  const std::vector<Prediction> predictions = lookahead.predictions(nothing_known);
  REQUIRE(predictions.size() == 4);
  CHECK(predictions[0].candidate == hash128("p"));
  CHECK(predictions[3].candidate == hash128("f"));
}

TEST_CASE("what is less probable than wanted is not predicted") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), kChance);
  CHECK(grow(lookahead, 0.5));
  CHECK(grow(lookahead, 0.5));
  CHECK_FALSE(grow(lookahead, 0.5));
  CHECK(lookahead.predictions(nothing_known).size() == 2);
}

TEST_CASE("an answer keeps its branch and ends the other") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), kChance);
  for (int i = 0; i < 4; ++i) grow(lookahead);
  lookahead.go_on(false);
  CHECK(probability(lookahead, "f") == 0);
  CHECK(probability(lookahead, "p") == 1);
  lookahead.arrive(hash128("p"), kChance);
  CHECK(probability(lookahead, "pp") == doctest::Approx(0.75));
  CHECK(grow(lookahead));  // from a copy that was waiting
  CHECK(probability(lookahead, "pf") == doctest::Approx(0.25));
  lookahead.arrive(hash128("something else"), kChance);
  CHECK(lookahead.predictions(nothing_known).empty());
}

TEST_CASE("what is known is not a prediction, and its answer is certain") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), kChance);
  const auto known = [](const Hash128& candidate) {
    return candidate == hash128("p") ? std::optional(true) : std::nullopt;
  };
  for (int i = 0; i < 8; ++i) grow(lookahead, 0.01, known);
  const std::vector<Prediction> predictions = lookahead.predictions(known);
  REQUIRE(predictions.size() > 3);
  CHECK(predictions[0].candidate == hash128("pf"));
  CHECK(predictions[0].probability == doctest::Approx(0.75));
  for (const Prediction& prediction : predictions) {
    CHECK_FALSE(prediction.candidate == hash128("p"));
    CHECK_FALSE(prediction.candidate == hash128("pp"));
  }
}

TEST_CASE("a copy lays its candidate down when asked, as often as asked") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), kChance);
  grow(lookahead);
  grow(lookahead);
  CHECK(lookahead.store(hash128("p")) == 101);
  CHECK(lookahead.store(hash128("pp")) == 102);
  CHECK(lookahead.store(hash128("p")) == 101);
  CHECK_FALSE(lookahead.store(hash128("unheard of")));
}

TEST_CASE("a strategy that ends is predicted as having no further question") {
  ForkLookahead lookahead;
  lookahead.arrive(hash128(""), 0);
  for (int i = 0; i < 20; ++i) grow(lookahead);
  CHECK(probability(lookahead, "ppp") > 0);
  CHECK(lookahead.predictions(nothing_known).size() <= 2 + 4 + 8);
  CHECK_FALSE(grow(lookahead, 0.4));
}

TEST_CASE("no copy outlives the lookahead, wherever it is") {
  {
    ForkLookahead lookahead;
    lookahead.arrive(hash128(""), kChance);
    for (int i = 0; i < 3; ++i) grow(lookahead);
    // A copy that never ends.
    if (lookahead.grow(0, nothing_known) == ForkLookahead::Grown::kInCopy) {
      while (::getppid() != 0) {
      }
    }
  }
  CHECK(all_gone());
}

}  // namespace
}  // namespace grabr
