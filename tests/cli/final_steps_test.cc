// Steps after the search: another style, and a formatter.
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

/// A test and formatters; each does what its file name says.
Files with_test(const std::string& test) {
  return {{"t.sh", "#!/bin/sh\n" + test},
          {"lines", "#!/bin/sh\ntr '{' '\\n'\n"},
          {"edits", "#!/bin/sh\necho \"edited $1\"; tr '{' '\\n' <\"$1\" >x && mv x \"$1\"\n"},
          {"prints", "#!/bin/sh\ntr '{' '\\n' <\"$1\"\n"},
          {"fails", "#!/bin/sh\ntr '{' '\\n'; exit 3\n"},
          {"hangs", "#!/bin/sh\ntr '{' '\\n'; sleep 1000\n"},
          {"silent", "#!/bin/sh\ncat >/dev/null\n"},
          {"endless", "#!/bin/sh\nexec yes BUG\n"},
          {"breaks", "#!/bin/sh\necho good\n"},
          {"same", "#!/bin/sh\ncat\n"},
          {"looks", "#!/bin/sh\n[ -e in.c ] && basename \"$1\" >name && cat \"$1\" && echo\n"},
          {"in.c", "int  a ;\nint f ( ) { int  BUG ; /* c */ g ( ) ; }\n"}};
}
const Files kBench = with_test("tr '\\n' ' ' <\"$1\" | grep -q 'f *(.*int  *BUG'\n");

/// Expects these messages and this result of a reduction with these options.
CallRow leaves(const std::string& options, const Parts& result, const Parts& errors = {}) {
  return {options + " ./t.sh in.c && cat in.reduced.c", 0, errors, result};
}
CallRow formatted(const std::string& formatter, const Parts& result, const Parts& errors = {}) {
  return leaves("--style compact --formatter " + formatter, result, errors);
}

const std::string kKept = "=f(){int BUG;}";
const std::string kLaidOut = "=f()\nint BUG;}";
const CallRow kTidy = {"$ find \"$TMPDIR\" -mindepth 1 -name 'grabr-*' | wc -l", 0, {}, "=0\n"};

std::vector<Json> trace_of(const Workshop& bench) {
  std::vector<Json> tests;
  std::istringstream lines(bench.read("trace"));
  for (std::string line; std::getline(lines, line);) tests.push_back(Json::parse(line));
  return tests;
}

}  // namespace

TEST_CASE("the result has the style asked for") {
  const std::string without_blanks = " ./t.sh in.c && tr -d ' ' <in.reduced.c";
  check_calls(Workshop(kBench),
              {{without_blanks, 0, {}, "f(){intBUG;}"},
               {"$ cp in.reduced.c before"},
               {"--style keep ./t.sh in.c && cmp before in.reduced.c"},
               leaves("--style compact", kKept),
               {"--style pretty" + without_blanks, 0, {}, "=f(){\nintBUG;\n}\n"},
               {"--stop-at 90% --style pretty" + without_blanks, 0, "small enough", "\n}\n"},
               // This needs neither a strategy on trees nor a grammar.
               leaves("--strategy ddmin-2000:lines --style compact", "=int f(){int BUG;g();}"),
               {"$ printf 'f ( BUG \\n\\n\\nx  \\n' >in.c"},
               {"--strategy bisect:lines --no-partial --style compact -o - 'grep -q BUG.*' in.c"}});
}

TEST_CASE("a style is a test of its own, in trace and report" * doctest::test_suite("many runs")) {
  const Workshop bench(kBench);
  check_calls(bench,
              {leaves("--style pretty --formatter ./lines --trace trace --report r.json", "BUG")});
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
  const Json report = Json::parse(bench.read("r.json"));
  CHECK(report["output"]["bytes"] == bench.read("in.reduced.c").size());
  CHECK(report["phases"].back()["name"] == "formatter");
  CHECK(report["phases"].back()["tests"] == 1);
  // With four jobs the trace is the same.
  const std::string trace = bench.read("trace");
  check_calls(bench,
              {leaves("--fresh -j 4 --style pretty --formatter ./lines --trace trace", "BUG")});
  CHECK(bench.read("trace") == trace);
}

TEST_CASE("a formatter prints, or edits a copy, or leaves the result as it was, with a line" *
          doctest::test_suite("many runs")) {
  const std::string stays = "; the result stays as it was\n";
  check_calls(
      Workshop(kBench),
      {formatted("./lines", kLaidOut, "!--formatter"),
       formatted("'./edits {file}'", kLaidOut, "!--formatter"),
       formatted("'./prints {file}'", kLaidOut, "!--formatter"),
       formatted("\"sh -c 'tr { \\\\\\\\n'\"", kLaidOut, "!--formatter"),
       formatted("./same", kKept, "!--formatter"),
       formatted("'./silent {file}'", kKept, "!--formatter"),
       formatted("none", kKept, "!--formatter"),
       formatted("./fails", kKept, {"--formatter ./fails: it ended with exit status 3", stays}),
       formatted("./fails -q", kKept, "="),
       formatted("./hangs --timeout 1", kKept, {"it did not end within 1 s", stays}),
       formatted("./silent", kKept, {"it printed nothing", stays}),
       formatted("./endless", kKept, {"it ended with exit status", stays}),
       formatted("./breaks", kKept, {"its version of the result does not fail", stays}),
       // The formatter runs in the folder in which grabr was started, and no files remain.
       formatted("'./looks {file}'", kKept + "\n"),
       {"$ cat name", 0, {}, "=in.c\n"},
       kTidy});
}

TEST_CASE("what can be known before the search is said before it") {
  check_refusals(
      kBench, {{"--style prety ./t.sh in.c", 2, "did you mean pretty?"},
               {"--style nice ./t.sh in.c", 2, "for --style (keep, compact, pretty)"},
               {"--formatter ./none ./t.sh in.c", 2, "--formatter: "},
               {"--formatter ' ' ./t.sh in.c", 2, "names no command"},
               {"--style compact --strategy dd-max ./t.sh in.c", 2, "looks for a passing input"}});
}

TEST_CASE("of several inputs each is styled when all are small" *
          doctest::test_suite("many runs")) {
  const Workshop bench(with_test("grep -q BUG in.c && grep -q 'f(' in.c && grep -q BUG two.c\n"));
  bench.write("in.c", "int f(){int BUG;int a;}\n");
  bench.write("two.c", "int a;\nvoid BUG(){int x;}\n");
  check_calls(bench, {{"--style pretty --trace trace ./t.sh in.c two.c && cat in.reduced.c",
                       0,
                       {},
                       "=f(){\n  BUG;\n}\n"}});
  const std::vector<Json> tests = trace_of(bench);
  const auto phase = [](const char* name) {
    return [name](const Json& test) { return test.value("phase", "") == name; };
  };
  const auto first = std::find_if(tests.begin(), tests.end(), phase("style"));
  REQUIRE(first != tests.end());
  CHECK(std::none_of(first, tests.end(), phase("delete")));
  // Also without the checks before the search.
  check_calls(bench, {{"--fresh --no-preflight --strategy ddmin-fuzzingbook:lines --style compact "
                       "-c 'grep -q BUG in.c && grep -q BUG two.c' in.c two.c"},
                      {"$ cat in.reduced.c", 0, {}, "=int f(){int BUG;int a;}"},
                      {"$ cat two.reduced.c", 0, {}, "=void BUG(){int x;}"}});
}

TEST_CASE("an interruption ends a formatter, and the result before it is kept") {
  const Workshop bench(kBench);
  bench.program("waits", "#!/bin/sh\n: >started\nsleep 1000\n");
  check_calls(bench, {{"$ \"$GRABR\" --style compact --formatter ./waits ./t.sh in.c & pid=$!\n"
                       "while [ ! -e started ]; do sleep 0.05; done\nkill -INT $pid; wait $pid",
                       130},
                      {"$ cat in.reduced.c", 0, {}, kKept}});
}
