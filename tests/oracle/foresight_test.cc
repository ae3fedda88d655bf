// Copies of the test program play a strategy that asks "p", "f", "pp", …: what has been supposed on
// the way. Each fails with the same chance.
#include "oracle/answers/foresight.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace grabr {
namespace {

constexpr double kChance = 0.25;
constexpr std::size_t kLongest = 3;  // suppositions; then the strategy ends

[[noreturn]] void play_strategy(Foresight& foresight) {
  std::string path;
  while (path.size() < kLongest) {
    path += foresight.supposed() ? 'f' : 'p';
    foresight.foretell(hash128(path), kChance, [&] { return std::uint64_t{100 + path.size()}; });
  }
  end_copy();
}

std::optional<bool> nothing_known(const Hash128&) { return std::nullopt; }

/// Waits until all copies have told.
void hear(Foresight& foresight) {
  while (foresight.awaited() > 0) {
    std::vector<pollfd> watched;
    for (const int channel : foresight.channels()) watched.push_back({channel, POLLIN, 0});
    ::poll(watched.data(), watched.size(), -1);
    foresight.collect();
  }
}

bool grow(Foresight& foresight, double least = 0, const Foresight::Known& known = nothing_known) {
  const Foresight::Grown grown = foresight.grow(least, known);
  if (grown == Foresight::Grown::kInCopy) play_strategy(foresight);
  hear(foresight);
  return grown == Foresight::Grown::kYes;
}

double probability(const Foresight& foresight, const std::string& path) {
  return foresight.probability(hash128(path));
}

/// Nobody is left, neither alive nor dead.
bool all_gone() {
  for (int i = 0; i < 500; ++i) {
    if (::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return true;
    ::poll(nullptr, 0, 10);
  }
  return false;
}

TEST_CASE("questions are foretold where they are most probable") {
  Foresight foresight;
  foresight.arrive(hash128(""), kChance);
  for (int i = 0; i < 5; ++i) CHECK(grow(foresight));  // p, pp, ppp, an end, f
  CHECK(probability(foresight, "p") == doctest::Approx(0.75));
  CHECK(probability(foresight, "pp") == doctest::Approx(0.5625));
  CHECK(probability(foresight, "ppp") == doctest::Approx(0.421875));
  CHECK(probability(foresight, "f") == doctest::Approx(0.25));
  CHECK(probability(foresight, "fp") == 0);
  const std::vector<Prospect> prospects = foresight.prospects(nothing_known);
  REQUIRE(prospects.size() == 4);
  CHECK(prospects[0].candidate == hash128("p"));
  CHECK(prospects[3].candidate == hash128("f"));
}

TEST_CASE("what is less probable than wanted is not foretold") {
  Foresight foresight;
  foresight.arrive(hash128(""), kChance);
  CHECK(grow(foresight, 0.5));
  CHECK(grow(foresight, 0.5));
  CHECK_FALSE(grow(foresight, 0.5));
  CHECK(foresight.prospects(nothing_known).size() == 2);
}

TEST_CASE("an answer keeps its branch and ends the other") {
  Foresight foresight;
  foresight.arrive(hash128(""), kChance);
  for (int i = 0; i < 4; ++i) grow(foresight);
  foresight.go_on(false);
  CHECK(probability(foresight, "f") == 0);
  CHECK(probability(foresight, "p") == 1);
  foresight.arrive(hash128("p"), kChance);
  CHECK(probability(foresight, "pp") == doctest::Approx(0.75));
  CHECK(grow(foresight));  // from a copy that had waited
  CHECK(probability(foresight, "pf") == doctest::Approx(0.25));
  foresight.arrive(hash128("something else"), kChance);
  CHECK(foresight.prospects(nothing_known).empty());
}

TEST_CASE("what is known is not a prospect, and its answer is certain") {
  Foresight foresight;
  foresight.arrive(hash128(""), kChance);
  const auto known = [](const Hash128& candidate) {
    return candidate == hash128("p") ? std::optional(true) : std::nullopt;
  };
  for (int i = 0; i < 8; ++i) grow(foresight, 0.01, known);
  const std::vector<Prospect> prospects = foresight.prospects(known);
  REQUIRE(prospects.size() > 3);
  CHECK(prospects[0].candidate == hash128("pf"));
  CHECK(prospects[0].probability == doctest::Approx(0.75));
  for (const Prospect& prospect : prospects) {
    CHECK_FALSE(prospect.candidate == hash128("p"));
    CHECK_FALSE(prospect.candidate == hash128("pp"));
  }
}

TEST_CASE("a copy lays its candidate down when asked, as often as asked") {
  Foresight foresight;
  foresight.arrive(hash128(""), kChance);
  grow(foresight);
  grow(foresight);
  CHECK(foresight.store(hash128("p")) == 101);
  CHECK(foresight.store(hash128("pp")) == 102);
  CHECK(foresight.store(hash128("p")) == 101);
  CHECK_FALSE(foresight.store(hash128("unheard of")));
}

TEST_CASE("a strategy that ends is foretold as having no further question") {
  Foresight foresight;
  foresight.arrive(hash128(""), 0);
  for (int i = 0; i < 20; ++i) grow(foresight);
  CHECK(probability(foresight, "ppp") > 0);
  CHECK(foresight.prospects(nothing_known).size() <= 2 + 4 + 8);
  CHECK_FALSE(grow(foresight, 0.4));
}

TEST_CASE("no copy outlives the foresight, wherever it is") {
  {
    Foresight foresight;
    foresight.arrive(hash128(""), kChance);
    for (int i = 0; i < 3; ++i) grow(foresight);
    // One that computes for ever.
    if (foresight.grow(0, nothing_known) == Foresight::Grown::kInCopy) {
      while (::getppid() != 0) {
      }
    }
  }
  CHECK(all_gone());
}

}  // namespace
}  // namespace grabr
