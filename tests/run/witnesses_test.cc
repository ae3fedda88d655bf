#include "run/check/witnesses.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "oracle/function_oracle.h"

namespace grabr {
namespace {

/// Fails with at least this many bytes; counts the calls.
struct LongEnough {
  std::size_t least = 0;
  unsigned asked = 0;

  FunctionOracle oracle() {
    return FunctionOracle([this](std::string_view text) {
      ++asked;
      return text.size() >= least ? Outcome::kFail : Outcome::kPass;
    });
  }
};

/// The witnesses that a reduction byte by byte from `first` to `last` leaves.
Witnesses witnesses_of(std::size_t first, std::size_t last) {
  Witnesses witnesses;
  for (std::size_t size = first; size >= last; --size) witnesses.on_best(std::string(size, 'x'));
  return witnesses;
}

TEST_CASE("one text is kept for each doubling of the distance, and the first") {
  const Witnesses witnesses = witnesses_of(1000, 1);
  CHECK(witnesses.count() <= 12);
  CHECK(witnesses[0].size() == 1);
  CHECK(witnesses[witnesses.count() - 1].size() == 1000);
  for (std::size_t i = 1; i + 1 < witnesses.count(); ++i) {
    CAPTURE(i);
    const std::size_t distance = witnesses[i].size() - 1;
    CHECK(distance >= (std::size_t{1} << (i - 1)));
    CHECK(distance < (std::size_t{2} << i));
  }
}

TEST_CASE("any number of texts: the last and the first are there, in order") {
  for (std::size_t count = 1; count < 70; ++count) {
    CAPTURE(count);
    const Witnesses witnesses = witnesses_of(100, 101 - count);
    CHECK(witnesses[0].size() == 101 - count);
    CHECK(witnesses[witnesses.count() - 1].size() == 100);
    for (std::size_t i = 1; i < witnesses.count(); ++i) {
      CHECK(witnesses[i].size() > witnesses[i - 1].size());
    }
  }
}

TEST_CASE("a result that fails costs one test") {
  LongEnough test{1};
  FunctionOracle oracle = test.oracle();
  Judge judge(oracle);
  const FinalCheck check = check_result(judge, "x", witnesses_of(50, 1));
  CHECK(check.holds);
  CHECK_FALSE(check.instead);
  CHECK(test.asked == 1);
}

TEST_CASE("where it does not fail, the last text on the way that does is found") {
  for (const std::size_t least : {2U, 3U, 10U, 49U, 50U}) {
    CAPTURE(least);
    LongEnough test{least};
    FunctionOracle oracle = test.oracle();
    Judge judge(oracle);
    const FinalCheck check = check_result(judge, "x", witnesses_of(50, 1));
    CHECK_FALSE(check.holds);
    REQUIRE(check.instead);
    CHECK(check.instead->size() >= least);
    CHECK(check.instead->size() < 4 * least);
    CHECK(test.asked <= 15);
    CHECK(check.reason.find("does not fail") != std::string::npos);
  }
}

TEST_CASE("where nothing fails any more, nothing takes its place") {
  LongEnough test{51};
  FunctionOracle oracle = test.oracle();
  Judge judge(oracle);
  const FinalCheck check = check_result(judge, "x", witnesses_of(50, 1));
  CHECK_FALSE(check.holds);
  CHECK_FALSE(check.instead);
  CHECK(check.reason.find("no longer fails") != std::string::npos);
}

TEST_CASE("a test that fails now and then is called flaky, and its result stays") {
  unsigned asked = 0;
  FunctionOracle oracle(
      [&](std::string_view) { return asked++ % 2 == 0 ? Outcome::kPass : Outcome::kFail; });
  Judge judge(oracle);
  const FinalCheck check = check_result(judge, "x", witnesses_of(50, 1));
  CHECK_FALSE(check.holds);
  CHECK_FALSE(check.instead);
  CHECK(check.reason.find("flaky") != std::string::npos);
}

TEST_CASE("what is to pass is looked for among what passed") {
  Witnesses witnesses(Witnesses::What::kPassing);
  for (std::size_t size = 1; size < 20; ++size) {
    witnesses.on_passing(std::string(size, 'x'));
    witnesses.on_best("not of interest");
  }
  LongEnough test{12};
  FunctionOracle oracle = test.oracle();
  Judge judge(oracle);
  const FinalCheck check = check_result(judge, std::string(19, 'x'), witnesses);
  CHECK_FALSE(check.holds);
  REQUIRE(check.instead);
  CHECK(check.instead->size() < 12);
  CHECK(check_result(judge, *check.instead, witnesses).holds);
}

TEST_CASE("the best of an earlier run is tested once, or the original where none is known") {
  Journal journal = Journal::in_memory();
  for (const std::size_t least : {1U, 9U}) {
    LongEnough test{least};
    FunctionOracle oracle = test.oracle();
    const KeptBest kept = check_kept_best(oracle, journal, "12345", {});
    CHECK(kept.fails == (least == 1));
    CHECK(kept.text == hash128("12345"));
    CHECK(kept.runs == 1);
    CHECK(test.asked == 1);
    CHECK(kept.reason.empty() == kept.fails);
  }
}

}  // namespace
}  // namespace grabr
