// The books' published runs, repeated through the command line: test programs, traces and reports
// as a user has them.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using OrderedJson = nlohmann::ordered_json;

// The conditions of the books as test programs: exit 0 for FAIL, 1 for PASS, 125 for UNRESOLVED.
// They start as few processes as they can, since one run asks 900 times.

/// A "(" before the first ")".
const std::string kMystery =
    "IFS= read -r text < \"$1\"\n"
    "case $text in *')'*) ;; *) exit 1 ;; esac\n"
    "case ${text%%)*} in *'('*) exit 0 ;; esac\n"
    "exit 1\n";
const std::string kEvalMystery = "\"$GRABR\" check -q -g expr \"$1\" || exit 125\n" + kMystery;
/// The regular expression <SELECT.*> matches at the beginning.
const std::string kSelect =
    "IFS= read -r text < \"$1\"\n"
    "case $text in '<SELECT'*'>'*) exit 0 ;; esac\n"
    "exit 1\n";

OrderedJson golden(const std::string& name) {
  return OrderedJson::parse(read_file(GRABR_SOURCE_DIR "/tests/golden/" + name + ".json"));
}

/// A folder with a published run's input and its test program.
struct Book : Workshop {
  Book(const OrderedJson& expected, const std::string& test) {
    program("fails", "#!/bin/sh\n" + test);
    write("input.txt", expected["input"]);
  }
};

/// Text and outcome.
using Test = std::pair<std::string, std::string>;

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// The tests of the algorithm in a trace: all but those of the preflight.
std::vector<Test> read_trace(const std::string& trace) {
  std::vector<Test> tests;
  std::istringstream stream(trace);
  for (std::string line; std::getline(stream, line);) {
    const OrderedJson record = OrderedJson::parse(line);
    if (record.value("phase", "") == "preflight") continue;
    const std::string text = record.at("text");
    CHECK(record["bytes"] == text.size());
    tests.emplace_back(text, upper(record["outcome"]));
    CHECK(record["test"] == tests.size());
  }
  return tests;
}

void check_tests(const std::vector<Test>& tests, const OrderedJson& expected) {
  for (std::size_t i = 0; i < std::min(tests.size(), expected.size()); ++i) {
    CAPTURE(i);
    REQUIRE(tests[i].first == expected[i][0]);
    REQUIRE(tests[i].second == expected[i][1]);
    if (expected[i].size() > 2) CHECK(tests[i].first.size() == expected[i][2]);
  }
  CHECK(tests.size() == expected.size());
}

void check_counts(const OrderedJson& counts, const std::vector<Test>& tests) {
  const auto count = [&](const char* outcome) {
    return std::count_if(tests.begin(), tests.end(),
                         [&](const Test& test) { return test.second == outcome; });
  };
  CHECK(counts["committed"] == tests.size());
  CHECK(counts["fail"] == count("FAIL"));
  CHECK(counts["pass"] == count("PASS"));
  CHECK(counts["unresolved"] == count("UNRESOLVED"));
}

/// `expected`: one run of a golden file, with its tests or at least their number.
void check_run(const OrderedJson& expected, const std::string& test, const std::string& options) {
  CAPTURE(options);
  const Book book(expected, test);
  const ShellRun run = book.grabr("-q ./fails input.txt " + options +
                                  " --trace trace.jsonl --report report.json -o result.txt");
  CAPTURE(run.errors);
  REQUIRE(run.exit == 0);
  const std::vector<Test> tests = read_trace(book.read("trace.jsonl"));
  if (expected.contains("tests")) check_tests(tests, expected["tests"]);
  if (expected.contains("test_count")) CHECK(tests.size() == expected["test_count"]);
  CHECK(book.read("result.txt") == expected["result"]);
  check_counts(OrderedJson::parse(book.read("report.json"))["tests"], tests);
  CHECK(book.read("input.txt") == expected["input"]);
}

}  // namespace

TEST_CASE("The Fuzzing Book: ddmin" * doctest::test_suite("many runs")) {
  const OrderedJson runs = golden("fuzzingbook");
  const std::string ddmin = "--strategy ddmin-fuzzingbook";
  check_run(runs["ddmin_mystery_fuzz97"], kMystery, ddmin);
  check_run(runs["ddmin_mystery_expr"], kMystery, ddmin);
  check_run(runs["ddmin_evalmystery_expr"], kEvalMystery, ddmin);
}

TEST_CASE("The Fuzzing Book: GRABR" * doctest::test_suite("many runs")) {
  const OrderedJson runs = golden("fuzzingbook");
  check_run(runs["grabr_evalmystery_expr_no_depth"], kEvalMystery,
            "-g expr --strategy grabr-simple");
  check_run(runs["grabr_mystery_expr_depth_strategy"], kMystery, "-g expr --strategy grabr");
}

TEST_CASE("The Fuzzing Book: 10 tests by GRABR where ddmin needs 900" *
          doctest::test_suite("many runs")) {
  const OrderedJson runs = golden("fuzzingbook");
  const OrderedJson& grabr = runs["grabr_evalmystery_long_depth_strategy"];
  REQUIRE(grabr["test_count"] == 10);
  check_run(grabr, kEvalMystery, "-g expr --strategy grabr");
  REQUIRE(runs["ddmin_evalmystery_long"]["test_count"] == 900);  // minimize_test.cc runs it
}

TEST_CASE("The Fuzzing Book: an input that passes is refused") {
  const OrderedJson expected = golden("fuzzingbook")["ddmin_passing_input_is_refused"];
  REQUIRE(expected["result"].is_null());
  const Book book(expected, kMystery);
  const auto before = book.files();
  const ShellRun run = book.grabr(
      "./fails input.txt --no-preflight --cache \"$OUT.cache\" --strategy ddmin-fuzzingbook "
      "--trace \"$OUT\"");
  CHECK(run.exit == 3);
  CHECK(run.output.empty());
  check_contains(run.errors, "does not fail");
  CHECK(book.files() == before);
  CHECK(book.read("input.txt") == expected["input"]);
  check_tests(read_trace(book.shell("cat \"$OUT\"").output), expected["tests"]);
}

TEST_CASE("The Debugging Book: ddmin with parts of whole size" * doctest::test_suite("many runs")) {
  check_run(golden("debuggingbook")["ddmin_integer_subset_trace"], kMystery,
            "--strategy ddmin-debuggingbook");
}

TEST_CASE("Gopinath: ddmin that keeps its place") {
  check_run(golden("gopinath")["ddmin_select"], kSelect, "--strategy gopinath");
}
