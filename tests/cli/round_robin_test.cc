// Several inputs that fail together.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// a.txt is not empty, and b.txt contains it.
const Files kInputs = {
    {"t.sh", "#!/bin/sh\necho run >> \"$OUT\"\n[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt\n"},
    {"vacuous.sh", "#!/bin/sh\ngrep -qF \"$(cat a.txt)\" b.txt || [ ! -s a.txt ]\n"},
    {"first.sh", "#!/bin/sh\ngrep -qx foo \"$1\"\n"},
    {"a.txt", "foo"},
    {"b.txt", "say foobar"},
    {"sub/a.txt", "foo"},
    {"file", ""}};

const std::string kNothingLeft = "find \"$TMPDIR\" -mindepth 1 -name 'grabr-*' | wc -l";
/// Both results are the same letter.
const std::string kSmall = "[ $(wc -c <a.reduced.txt) = 1 ] && cmp a.reduced.txt b.reduced.txt";

std::vector<nlohmann::json> turns_traced(const Workshop& shop, const std::string& name) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(shop.read(name));
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("inputs that need each other are reduced in turns" * doctest::test_suite("many runs")) {
  for (const std::string jobs : {"-j 1", "-j 2"}) {
    const Workshop inputs(kInputs);
    const auto before = inputs.files();
    check_calls(
        inputs,
        {{jobs + " ./t.sh a.txt b.txt",
          0,
          {"grabr: b.txt: 10 → 1 bytes (10.0%)", "tested once more, the results fail together"}},
         {"$ " + kSmall},
         {"$ cat a.txt", 0, {}, "=foo"},
         {"$ " + kNothingLeft, 0, {}, "=0\n"},
         {"$ rm -r .grabr a.reduced.txt b.reduced.txt"}});
    CHECK(inputs.files() == before);
  }
}

TEST_CASE("a call with several inputs that repeats another leaves the record of that" *
          doctest::test_suite("many runs")) {
  const Workshop inputs(kInputs);
  const auto record = [&] {
    return inputs.shell("cat .grabr/*.status; cd .grabr/*.turns && tail -n +1 -- *").output;
  };
  const std::string words = "already finished: the same input, the same test";
  check_calls(inputs, {{"-q ./t.sh a.txt b.txt"}});
  const std::string first = record();
  check_contains(first, "grabr-turns-1");
  check_calls(inputs, {{"./t.sh a.txt b.txt", 0, words}});
  CHECK(record() == first);
  inputs.write("b.txt", "see foobar");
  check_calls(inputs, {{"./t.sh a.txt b.txt", 0, "!" + words}});
  const std::string second = record();
  CHECK(second != first);
  check_calls(inputs,
              {{"-q --fresh ./t.sh a.txt b.txt"}, {"$ find .grabr -name '*.before'", 0, {}, "="}});
  CHECK(record() != second);
}

TEST_CASE("each shape of a call with several inputs" * doctest::test_suite("many runs")) {
  for (const std::string call :
       {"-t ./t.sh a.txt b.txt", "a.txt b.txt -- ./t.sh",
        "-c '[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt' a.txt b.txt",
        "--exit 0 a.txt b.txt -- ./t.sh @@", "--strategy ddmin-debuggingbook ./t.sh a.txt b.txt",
        "-g \"$GRABR_GRAMMARS/c.json\" --no-partial ./t.sh a.txt b.txt"}) {
    check_calls(Workshop(kInputs), {{"-q -o out/ " + call},
                                    {"$ cd out && [ $(wc -c <a.txt) = 1 ] && cmp a.txt b.txt"}});
  }
  // With -I, each input gets a backup of its original.
  check_calls(Workshop(kInputs),
              {{"-q -I ./t.sh a.txt b.txt && cat a.txt.orig b.txt.orig", 0, {}, "=foosay foobar"},
               {"$ [ $(wc -c <a.txt) = 1 ] && cmp a.txt b.txt"}});
}

TEST_CASE("an input that is of no matter ends empty, one that is small leaves others their turns" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop({{"t.sh", "#!/bin/sh\ngrep -q BUG main.json && grep -q use part.c\n"},
                        {"main.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
                        {"other.json", "[1, 2, 3]"},
                        {"part.c", "int main(void) { use(); return 0; }\n"}}),
              {{"./t.sh main.json other.json part.c"},
               {"$ cat main.reduced.json", 0, {}, "=\"BUG\""},
               {"$ [ ! -s other.reduced.json ] && [ $(wc -c <part.reduced.c) -lt 20 ]"}});
  check_calls(Workshop(kInputs), {{"--stop-at 3 ./t.sh a.txt b.txt", 0, "(--stop-at)"},
                                  {"$ cat a.reduced.txt b.reduced.txt", 0, {}, "=foofoo"}});
}

TEST_CASE("what cannot begin with several inputs says so and writes nothing") {
  check_refusals(kInputs,
                 {{"./vacuous.sh a.txt b.txt", 5, "fails as well when all inputs are empty"},
                  {"./t.sh a.txt sub/a.txt", 2, "two inputs are called a.txt"},
                  {"-o file ./t.sh a.txt b.txt", 2, "-o file/ is a folder"},
                  {"-o - ./t.sh a.txt b.txt", 2, "-o DIR/ is a folder"},
                  {"./t.sh a.txt lost.txt", 2, "lost.txt"},
                  {"--copy sub/a.txt ./t.sh b.txt a.txt", 2, "two files called a.txt"},
                  {"--strategy dd-max ./t.sh a.txt b.txt", 2, "takes only one input"},
                  {"-i a.txt -t ./t.sh b.txt", 2, "unexpected argument b.txt"},
                  {"compare ./t.sh a.txt b.txt", 2, "unexpected argument b.txt"},
                  {"./t.sh b.txt file", 3, "b.txt does not fail"},
                  {"./first.sh a.txt b.txt", 3, "but not with b.txt"}});
  check_calls(
      Workshop(kInputs),
      {{"--no-preflight ./vacuous.sh a.txt b.txt && cat a.reduced.txt b.reduced.txt", 0, {}, "="},
       {"./t.sh a.txt a.reduced.txt", 2, "a.reduced.txt is read by this call"}});
}

TEST_CASE("a budget is one of all turns, and the best of each input is kept" *
          doctest::test_suite("many runs")) {
  for (const std::string budget : {"1", "3", "8"}) {
    const Workshop inputs(kInputs);
    check_calls(inputs,
                {{"--trace t.jsonl --max-tests " + budget + " ./t.sh a.txt b.txt", 6,
                  "the budget of " + budget + (budget == "1" ? " test" : " tests") + " is used up"},
                 {"$ mkdir set; cp a.reduced.txt set/a.txt; cp b.reduced.txt set/b.txt; "
                  "cd set && ../t.sh"}});
    // A turn whose answers were all known may begin after the last test.
    int last = 0;
    for (const auto& line : turns_traced(inputs, "t.jsonl"))
      last = std::max(last, line.value("test", 0));
    CHECK(last == std::stoi(budget));
  }
}

TEST_CASE("the same call again is answered from the journals, and traces agree" *
          doctest::test_suite("many runs")) {
  const Workshop inputs(kInputs);
  const auto runs = [&] {
    return std::stoi(inputs.shell("wc -l < \"$OUT\"; : > \"$OUT\"").output);
  };
  check_calls(inputs, {{"-j 1 --trace 1.jsonl --report 1.json ./t.sh a.txt b.txt"}});
  CHECK(runs() > 20);
  check_calls(inputs, {{"-j 1 --trace 2.jsonl ./t.sh a.txt b.txt"}});
  CHECK(runs() == 4);  // the best of each of three turns, and the results together
  check_calls(inputs, {{"-j 2 --fresh --trace 3.jsonl ./t.sh a.txt b.txt"},
                       {"$ cmp 1.jsonl 2.jsonl && cmp 1.jsonl 3.jsonl"}});
  int number = 0;
  std::set<std::string> names;
  for (const auto& line : turns_traced(inputs, "1.jsonl")) {
    names.insert(line["input"]);
    if (line["test"] != 0) CHECK(line["test"] == ++number);
  }
  CHECK(names == std::set<std::string>{"a.txt", "b.txt"});
  const auto report = nlohmann::json::parse(inputs.read("1.json"));
  REQUIRE(report.size() >= 3);
  CHECK(report[0]["input"]["path"] == "a.txt");
  CHECK(report[1]["input"]["path"] == "b.txt");
}

TEST_CASE("Ctrl-C keeps a whole set of results and leaves no folder") {
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "line " + std::to_string(i) + "\n";
  // The test hangs once a result is small.
  check_calls(
      Workshop({{"t.sh",
                 "#!/bin/sh\n[ -n \"$SMALL\" ] && [ -e \"$SMALL\" ] && [ $(wc -c < \"$SMALL\") -lt "
                 "1000 ] && "
                 "sleep 1000\ngrep -q BUG a.txt && grep -q BUG b.txt && [ \"$(cat c.txt)\" ]\n"},
                {"a.txt", "BUG\n"},
                {"b.txt", lines + "BUG\n"},
                {"c.txt", "c"}}),
      {{"$ SMALL=\"$PWD/b.reduced.txt\" \"$GRABR\" --unit lines --strategy ddmin-2000 ./t.sh "
        "a.txt b.txt c.txt & pid=$!\n"
        "for i in $(seq 3000); do [ $(wc -c < b.reduced.txt) -lt 1000 ] && break; sleep 0.05; done "
        "2>/dev/null\nkill -INT $pid; wait $pid",
        130, "interrupted; the best so far is kept"},
       {"$ cat a.reduced.txt c.reduced.txt", 0, {}, "=BUG\nc"},
       {"$ [ $(wc -c < b.reduced.txt) -lt 1000 ]"},
       {"$ " + kNothingLeft, 0, {}, "=0\n"}});
}
