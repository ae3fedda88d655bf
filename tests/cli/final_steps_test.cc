#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const std::string kInput = "int  a ;\nint f ( ) { int  BUG ; /* c */ g ( ) ; }\n";

/// A test and formatters: each prints, or edits, what its name says.
struct Bench : Workshop {
  explicit Bench(const std::string& test = "tr '\\n' ' ' <\"$1\" | grep -q 'f *(.*int  *BUG'\n") {
    program("t.sh", "#!/bin/sh\n" + test);
    program("lines", "#!/bin/sh\ntr '{' '\\n'\n");
    program("edits", "#!/bin/sh\necho \"edited $1\"; tr '{' '\\n' <\"$1\" >x && mv x \"$1\"\n");
    program("prints", "#!/bin/sh\ntr '{' '\\n' <\"$1\"\n");
    program("fails", "#!/bin/sh\ntr '{' '\\n'; exit 3\n");
    program("hangs", "#!/bin/sh\ntr '{' '\\n'; sleep 1000\n");
    program("silent", "#!/bin/sh\ncat >/dev/null\n");
    program("endless", "#!/bin/sh\nexec yes BUG\n");
    program("breaks", "#!/bin/sh\necho good\n");
    program("same", "#!/bin/sh\ncat\n");
    write("in.c", kInput);
  }
};

/// The result as it is without a step, and the lines it prints.
ShellRun reduced(const Bench& bench, const std::string& options) {
  ShellRun run = bench.grabr(options + " ./t.sh in.c");
  CAPTURE(options);
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  run.output = bench.read("in.reduced.c");
  return run;
}

const std::string kKept = "f(){int BUG;}";
const std::string kFormatted = "f()\nint BUG;}";

std::vector<Json> trace_of(const Bench& bench) {
  std::vector<Json> tests;
  std::istringstream lines(bench.read("trace"));
  for (std::string line; std::getline(lines, line);) tests.push_back(Json::parse(line));
  return tests;
}

/// Without blanks, to which the search may come or not.
std::string squeezed(std::string text) {
  std::erase(text, ' ');
  return text;
}

}  // namespace

TEST_CASE("the result has the style asked for") {
  const Bench bench;
  CHECK(squeezed(reduced(bench, "").output).starts_with("f(){intBUG;}"));
  CHECK(reduced(bench, "--style keep").output == reduced(bench, "").output);
  CHECK(reduced(bench, "--style compact").output == "f(){int BUG;}");
  CHECK(squeezed(reduced(bench, "--style pretty").output) == "f(){\nintBUG;\n}\n");
}

TEST_CASE("a style is a test of its own, in trace and report" * doctest::test_suite("many runs")) {
  const Bench bench;
  reduced(bench, "--style pretty --formatter ./lines --trace trace --report report.json");
  const std::vector<Json> tests = trace_of(bench);
  REQUIRE(tests.size() > 2);
  const Json& style = tests[tests.size() - 2];
  const Json& formatter = tests.back();
  CHECK(style["phase"] == "style");
  CHECK(style["accepted"] == true);
  CHECK(formatter["phase"] == "formatter");
  CHECK(formatter["edit"] == "./lines");
  CHECK(formatter["accepted"] == true);
  CHECK(formatter["text"] == bench.read("in.reduced.c"));
  const Json report = Json::parse(bench.read("report.json"));
  CHECK(report["output"]["bytes"] == bench.read("in.reduced.c").size());
  CHECK(report["phases"].back()["name"] == "formatter");
  CHECK(report["phases"].back()["tests"] == 1);
}

TEST_CASE("results and traces do not depend on the number of jobs" *
          doctest::test_suite("many runs")) {
  const Bench bench("sleep 0.01; grep -q BUG \"$1\" && grep -q 'f (' \"$1\"\n");
  for (const std::string style : {"compact", "pretty"}) {
    std::string results[2];
    for (const int i : {0, 1}) {
      const std::string options = "--fresh --formatter ./lines --trace trace --style " + style;
      results[i] = reduced(bench, options + (i == 0 ? " -j 1" : " -j 4")).output;
      results[i] += bench.read("trace");
    }
    CHECK(results[0] == results[1]);
  }
}

TEST_CASE("a formatter prints, or edits a copy" * doctest::test_suite("many runs")) {
  const Bench bench;
  for (const std::string formatter :
       {"./lines", "'./edits {file}'", "'./prints {file}'", "\"sh -c 'tr { \\\\\\\\n'\""}) {
    const ShellRun run = reduced(bench, "--style compact --formatter " + formatter);
    CAPTURE(formatter);
    CHECK(run.output == kFormatted);
    CHECK(run.errors.find("--formatter") == std::string::npos);
  }
  for (const std::string formatter : {"./same", "'./silent {file}'", "none"}) {
    const ShellRun same = reduced(bench, "--style compact --formatter " + formatter);
    CHECK(same.output == kKept);
    CHECK(same.errors.find("--formatter") == std::string::npos);
  }
}

TEST_CASE("what a formatter cannot do leaves the result as it was, with a line" *
          doctest::test_suite("many runs")) {
  const Bench bench;
  const auto check = [&](const std::string& options, const std::string& reason) {
    CAPTURE(options);
    const ShellRun run = reduced(bench, "--style compact " + options);
    CHECK(run.output == kKept);
    check_contains(run.errors, reason);
    check_contains(run.errors, "; the result stays as it was\n");
    CHECK(run.errors.find("--formatter") == run.errors.rfind("--formatter"));
    CHECK(reduced(bench, "-q --style compact " + options).errors.empty());
  };
  check("--formatter ./fails", "--formatter ./fails: it ended with exit status 3");
  check("--timeout 1 --formatter ./hangs", "it did not end within 1 s");
  check("--formatter ./silent", "it printed nothing");
  check("--formatter ./endless", "it ended with exit status");
  check("--formatter ./breaks", "its version of the result does not fail");
}

TEST_CASE("what can be known before the search is said before it") {
  const Bench bench;
  const auto check = [&](const std::string& options, const std::string& message) {
    const ShellRun run = bench.grabr(options + " ./t.sh in.c");
    CAPTURE(options);
    CHECK(run.exit == 2);
    check_contains(run.errors, message);
  };
  check("--style prety", "did you mean pretty?");
  check("--style nice", "for --style (keep, compact, pretty)");
  check("--formatter ./none", "--formatter: ");
  check("--formatter ' '", "names no command");
  check("--style compact --strategy dd-max", "looks for a passing input");
}

TEST_CASE("a style does not need a strategy on trees, nor a grammar" *
          doctest::test_suite("many runs")) {
  const Bench bench;
  const std::string options = "--strategy ddmin-2000:lines --style compact";
  CHECK(reduced(bench, options).output == "int f(){int BUG;g();}");
  bench.write("in.c", "f ( BUG \n\n\nx  \n");
  const ShellRun run = bench.grabr(
      "--strategy bisect:lines --no-partial --style compact "
      "-o - \"grep -q BUG.*\" in.c");
  CHECK(run.exit == 0);
}

TEST_CASE("a result that is small enough is styled, too") {
  const Bench bench;
  const ShellRun run = bench.grabr("--stop-at 90% --style pretty ./t.sh in.c");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.errors, "small enough");
  check_contains(bench.read("in.reduced.c"), "\n}\n");
}

TEST_CASE("of several inputs each is styled when all are small" *
          doctest::test_suite("many runs")) {
  const Bench bench("grep -q BUG in.c && grep -q 'f(' in.c && grep -q BUG two.c\n");
  bench.write("in.c", "int f(){int BUG;int a;}\n");
  bench.write("two.c", "int a;\nvoid BUG(){int x;}\n");
  const ShellRun run = bench.grabr("--style pretty --trace trace ./t.sh in.c two.c");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read("in.reduced.c") == "f(){\n  BUG;\n}\n");
  const std::vector<Json> tests = trace_of(bench);
  const auto style = [](const Json& test) { return test.value("phase", "") == "style"; };
  const auto first = std::find_if(tests.begin(), tests.end(), style);
  REQUIRE(first != tests.end());
  CHECK(std::none_of(first, tests.end(),
                     [](const Json& test) { return test.value("phase", "") == "delete"; }));
}

TEST_CASE("a formatter runs where grabr was started, and leaves nothing behind") {
  const Bench bench;
  bench.program("looks", "#!/bin/sh\n[ -e in.c ] && basename \"$1\" >name && cat \"$1\" && echo\n");
  const ShellRun run = reduced(bench, "--style compact --formatter './looks {file}'");
  CHECK(run.output == kKept + "\n");
  CHECK(bench.read("name") == "in.c\n");
  for (const std::string formatter : {"./hangs", "./endless"}) {
    reduced(bench, "--timeout 1 --formatter " + formatter);
    CHECK(bench.shell("find \"$TMPDIR\" -mindepth 1 -name 'grabr-*' | wc -l").output == "0\n");
  }
}

TEST_CASE("an interruption ends a formatter, and the result before it is kept") {
  const Bench bench;
  bench.program("waits", "#!/bin/sh\n: >started\nsleep 1000\n");
  const ShellRun run = bench.shell(
      "\"$GRABR\" --style compact --formatter ./waits ./t.sh in.c & pid=$!\n"
      "while [ ! -e started ]; do sleep 0.05; done\nkill -INT $pid; wait $pid");
  CAPTURE(run.errors);
  CHECK(run.exit == 130);
  CHECK(bench.read("in.reduced.c") == kKept);
}

TEST_CASE("several inputs without checks before the search") {
  const Bench bench("grep -q BUG in.c && grep -q BUG two.c\n");
  bench.write("two.c", "int  BUG;\n\n");
  const ShellRun run = bench.grabr(
      "--no-preflight --strategy ddmin-fuzzingbook:lines --style compact ./t.sh in.c two.c");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read("in.reduced.c") == "int f(){int BUG;g();}");
  CHECK(bench.read("two.reduced.c") == "int BUG;");
}
