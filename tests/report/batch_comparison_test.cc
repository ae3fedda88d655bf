#include "report/tables/batch_comparison.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {

BatchRecord reduction(const std::string& name, std::uint64_t tokens, std::uint64_t tests) {
  BatchRecord one;
  one.case_name = name;
  one.strategy = "auto";
  one.input_sha256 = "abc";
  one.output = BatchRecord::Size{tokens * 2, tokens, "def"};
  one.tests = tests;
  return one;
}

BatchRecord failure(const std::string& name) {
  BatchRecord one = reduction(name, 1, 1);
  one.output.reset();
  one.error = "it does not fail";
  return one;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("more tokens or tests are worse, and so is a failure") {
  const std::vector<BatchRecord> before = {reduction("a", 10, 100), reduction("b", 10, 100),
                                           reduction("c", 10, 100), failure("d"),
                                           reduction("e", 5, 50)};
  std::vector<BatchRecord> now = {reduction("a", 11, 100), reduction("b", 9, 101), failure("c"),
                                  reduction("d", 3, 30), reduction("f", 1, 1)};
  const BatchComparison found = compare_batches(before, now, 0);
  CHECK(found.compared == 4);
  CHECK(found.worse == Lines{"a, auto: 11 tokens, before 10", "b, auto: 101 tests, before 100",
                             "c, auto: failed now: it does not fail"});
  CHECK(found.better ==
        Lines{"b, auto: 9 tokens, before 10", "d, auto: failed before: it does not fail"});
  CHECK(found.other == Lines{"e, auto: only before"});
  CHECK(words_on(found).find("4 reductions compared: 3 numbers worse, 2 better\n") !=
        std::string::npos);

  // A difference of one percent is within the tolerance, ten percent is not.
  CHECK(compare_batches(before, now, 0.02).worse.size() == 2);
  // Equal records are neither worse nor better.
  CHECK(compare_batches(before, before, 0).worse.empty());
  CHECK(compare_batches(before, before, 0).better.empty());
}

TEST_CASE("reductions of another input or with other limits are not compared") {
  const std::vector<BatchRecord> before = {reduction("a", 10, 100), reduction("b", 10, 100)};
  std::vector<BatchRecord> now = {reduction("a", 99, 999), reduction("b", 99, 999)};
  now[0].input_sha256 = "xyz";
  now[1].options = "--max-tests 9";
  const BatchComparison found = compare_batches(before, now, 0);
  CHECK(found.compared == 0);
  CHECK(found.worse.empty());
  CHECK(found.other == Lines{"a, auto: the input is another one", "b, auto: only before"});
}

TEST_CASE("parts of a batch become one, by case, later records in place of earlier ones") {
  const std::vector<BatchRecord> merged = merged_records(
      {reduction("b", 2, 2), reduction("d", 4, 4), reduction("a", 1, 1), reduction("b", 9, 9)});
  REQUIRE(merged.size() == 3);
  CHECK(merged[0].case_name == "a");
  CHECK(merged[1].tests == 9);
  CHECK(merged[2].case_name == "d");
}
