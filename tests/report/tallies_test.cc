#include "report/trace/tallies.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/checked_run.h"
#include "support/grammars.h"

using namespace grabr;

namespace {

TestRecord test_of(std::string_view pass, std::string_view text, bool accepted) {
  TestRecord record;
  record.number = 1;
  record.pass = pass;
  record.text = text;
  record.accepted = accepted;
  return record;
}

}  // namespace

TEST_CASE("tests, gains, bytes and time of each pass") {
  const Clock::time_point begin;
  const auto after = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  PassTally tally;
  tally.begin("0123456789", begin);
  tally.change("auto", begin);
  tally.change("sweep", after(1));
  tally.on_test(test_of("sweep", "0123", true));
  tally.on_test(test_of("sweep", "012", false));
  tally.change("auto", after(4));
  tally.change("replace", after(4));
  tally.on_test(test_of("replace", "01234", true));
  TestRecord known = test_of("replace", "0", false);
  known.cached = true;
  tally.on_test(known);
  TestRecord before = test_of("replace", "0", false);
  before.number = 0;
  tally.on_test(before);
  const std::vector<PassDone> rows = tally.rows(after(9));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].name == "sweep");
  CHECK(rows[0].tests == 2);
  CHECK(rows[0].gains == 1);
  CHECK(rows[0].bytes == 6);
  CHECK(rows[0].seconds == doctest::Approx(3));
  CHECK(rows[1].tests == 1);
  CHECK(rows[1].bytes == -1);
  CHECK(rows[1].seconds == doctest::Approx(5));
}
namespace grabr {
namespace {

TestRecord record_of(std::uint64_t number, std::string_view text, bool outside) {
  TestRecord record;
  record.number = number;
  record.text = text;
  record.outside = outside;
  return record;
}

/// The counts of a reduction of the text to one that has all the parts.
OutsideTests found_by(const std::string& strategy, const std::string& text,
                      const std::vector<std::string>& parts, Effort effort = Effort::kNormal) {
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::fixed("json"));
  problem.partial = !problem.parser->accepts(text);
  problem.tree = problem.partial ? parse_partially(*problem.parser, text).tree
                                 : support::tree_of(support::fixed("json"), text);
  FunctionOracle oracle(support::contains_all(parts));
  Session session(oracle, text);
  OutsideTestCount count(*problem.parser);
  session.add_observer(&count);
  const bool thorough = strategy == "auto" && effort == Effort::kThorough;
  run_strategy(*find_pass(thorough ? "auto-thorough" : strategy), session, problem);
  CHECK(count.found().tests <= session.counts().committed);
  return count.found();
}

TEST_CASE("committed tests of texts from outside the grammar are counted and read") {
  const Parser parser(support::fixed("json"));
  OutsideTestCount count(parser);
  count.on_test(record_of(0, "[", true));  // a check before the search
  count.on_test(record_of(1, "[1", false));
  count.on_test(record_of(2, "[1]", true));
  count.on_test(record_of(3, "[1", true));
  TestRecord known = record_of(3, "[", true);
  known.cached = true;
  count.on_test(known);
  CHECK(count.found().tests == 2);
  CHECK(count.found().read == 2);
  CHECK(count.found().rejected == 1);
}

TEST_CASE("past its limit it counts, and reads nothing more") {
  const Parser parser(support::fixed("json"));
  OutsideTestCount count(parser, 6);
  count.on_test(record_of(1, "[[[", true));
  count.on_test(record_of(2, "[[[[", true));
  count.on_test(record_of(3, "[[[", true));
  CHECK(count.found().tests == 3);
  CHECK(count.found().read == 2);
  CHECK(count.found().rejected == 2);
}

TEST_CASE("what goes by the grammar is not outside, and all else is") {
  const std::string text = R"({"a": [1, {"b": 22}], "c": "d"})";
  const std::vector<std::string> parts = {"22"};
  CHECK(found_by("auto", text, parts).tests == 0);
  CHECK(found_by("hdd", text, parts).tests == 0);
  for (const char* strategy : {"bytes", "lithium"}) {
    CAPTURE(strategy);
    const OutsideTests found = found_by(strategy, text, parts);
    CHECK(found.tests > 0);
    CHECK(found.read == found.tests);
    CHECK(found.rejected > 0);
    CHECK(found.rejected < found.tests);
  }
  const OutsideTests thorough = found_by("auto", text, {"\"", "22"}, Effort::kThorough);
  CHECK(thorough.tests > 0);
  CHECK(thorough.rejected > 0);
  CHECK(found_by("auto", text + " }", parts).tests > 0);
}

}  // namespace

}  // namespace grabr
