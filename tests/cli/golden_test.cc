// Published runs through the command line: test program, trace, report and result as a user gets
// them. tests/reduce runs the same cases without a program.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The book's MysteryRunner, a "(" before the first ")": exit 0 for FAIL, 1 for PASS.
constexpr const char* kMysteryScript =
    "#!/bin/sh\n"
    "IFS= read -r text < \"$1\"\n"
    "case $text in *')'*) ;; *) exit 1 ;; esac\n"
    "case ${text%%)*} in *'('*) exit 0 ;; esac\n"
    "exit 1\n";

/// [text, outcome] of each test of the algorithm, without the tests before the search.
OrderedJson tests_in_trace(const std::string& trace) {
  OrderedJson tests = OrderedJson::array();
  std::istringstream stream(trace);
  for (std::string line; std::getline(stream, line);) {
    const OrderedJson record = OrderedJson::parse(line);
    if (record.value("phase", "") == "preflight") continue;
    CHECK(record["bytes"] == record["text"].get<std::string>().size());
    tests.push_back({record["text"], record["outcome"] == "fail" ? "FAIL" : "PASS"});
    CHECK(record["test"] == tests.size());
  }
  return tests;
}

OrderedJson texts_and_outcomes(const OrderedJson& tests) {
  OrderedJson pairs = OrderedJson::array();
  for (const OrderedJson& test : tests) pairs.push_back({test[0], test[1]});
  return pairs;
}

}  // namespace

TEST_CASE("a published run of GRABR, and one of ddmin that is refused") {
  const OrderedJson runs =
      OrderedJson::parse(read_file(GRABR_SOURCE_DIR "/tests/golden/fuzzingbook.json"));
  const OrderedJson& grabr = runs["grabr_mystery_expr_depth_strategy"];
  const Workshop book({{"fails", kMysteryScript}, {"input.txt", grabr["input"]}});
  check_calls(book, {{"-q -g expr --strategy grabr --trace trace --report report -o out ./fails "
                      "input.txt && cat out",
                      0, "=", "=" + grabr["result"].get<std::string>()}});
  const OrderedJson tests = tests_in_trace(book.read("trace"));
  CHECK(tests == texts_and_outcomes(grabr["tests"]));
  CHECK(OrderedJson::parse(book.read("report"))["tests"]["committed"] == tests.size());

  const OrderedJson& refused = runs["ddmin_passing_input_is_refused"];
  const Workshop other({{"fails", kMysteryScript}, {"input.txt", refused["input"]}});
  const auto files = other.files();
  check_calls(other, {{"--no-preflight --cache \"$OUT.cache\" --strategy ddmin-fuzzingbook --trace "
                       "\"$OUT\" ./fails input.txt",
                       3, "does not fail", "="}});
  CHECK(other.files() == files);
  CHECK(tests_in_trace(other.shell("cat \"$OUT\"").output) == texts_and_outcomes(refused["tests"]));
}
