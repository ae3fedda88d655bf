#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// a.txt is not empty, and b.txt contains it.
constexpr const char* kContained =
    "#!/bin/sh\necho run >> \"$OUT\"\n[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt\n";

struct Inputs : Workshop {
  explicit Inputs(const std::string& test = kContained) {
    program("t.sh", test);
    write("a.txt", "foo");
    write("b.txt", "say foobar");
  }

  /// How often the test has run since the last time.
  int runs() const { return std::stoi(shell("wc -l < \"$OUT\"; : > \"$OUT\"").output); }
};

std::vector<nlohmann::json> read_json_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

void check_turn_refused(const std::string& arguments, int exit, const std::string& message) {
  CAPTURE(arguments);
  const Inputs inputs;
  inputs.program("first.sh", "#!/bin/sh\ngrep -qx foo \"$1\"\n");
  inputs.write("a.reduced.txt", "another");
  inputs.write("file", "");
  std::filesystem::create_directory(inputs.path() / "sub");
  inputs.write("sub/a.txt", "foo");
  const auto before = inputs.files();
  const ShellRun run = inputs.grabr(arguments);
  CHECK(run.exit == exit);
  check_contains(run.errors, message);
  CHECK(inputs.files() == before);
}

}  // namespace

TEST_CASE("inputs that need each other are reduced in turns" * doctest::test_suite("many runs")) {
  for (const char* jobs : {"-j 1", "-j 2"}) {
    CAPTURE(jobs);
    const Inputs inputs;
    const ShellRun run = inputs.grabr(std::string(jobs) + " ./t.sh a.txt b.txt");
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    CHECK(inputs.read("a.reduced.txt").size() == 1);
    CHECK(inputs.read("b.reduced.txt") == inputs.read("a.reduced.txt"));
    CHECK(inputs.read("a.txt") == "foo");
    check_contains(run.errors, "grabr: b.txt: 10 → 1 bytes (10.0%)");
    check_contains(run.errors, "tested once more, the results fail together");
    CHECK(inputs.files() == std::set<std::string>{".grabr", "a.reduced.txt", "a.txt",
                                                  "b.reduced.txt", "b.txt", "t.sh"});
    CHECK(inputs.shell("find \"$TMPDIR\" -mindepth 1 -name 'grabr-*' | wc -l").output == "0\n");
  }
}

TEST_CASE("a call with several inputs that repeats another leaves the record of that" *
          doctest::test_suite("many runs")) {
  const Inputs inputs;
  const auto record = [&] {
    return inputs.shell("cat .grabr/*.status; cd .grabr/*.turns && tail -n +1 -- *").output;
  };
  const std::string words = "already finished: the same input, the same test";
  CHECK(inputs.grabr("-q ./t.sh a.txt b.txt").exit == 0);
  const std::string first = record();
  check_contains(first, "grabr-turns-1");
  check_contains(inputs.grabr("./t.sh a.txt b.txt").errors, words);
  CHECK(record() == first);
  inputs.write("b.txt", "see foobar");
  const ShellRun other = inputs.grabr("./t.sh a.txt b.txt");
  CHECK(other.exit == 0);
  CHECK(other.errors.find(words) == words.npos);
  const std::string second = record();
  CHECK(second != first);
  CHECK(inputs.grabr("-q --fresh ./t.sh a.txt b.txt").exit == 0);
  CHECK(record() != second);
  CHECK(inputs.shell("find .grabr -name '*.before'").output.empty());
}

TEST_CASE("each shape of a call with several inputs" * doctest::test_suite("many runs")) {
  for (const char* call :
       {"./t.sh a.txt b.txt", "-t ./t.sh a.txt b.txt", "a.txt b.txt -- ./t.sh",
        "-c '[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt' a.txt b.txt",
        "--exit 0 a.txt b.txt -- ./t.sh @@", "--strategy ddmin-debuggingbook ./t.sh a.txt b.txt",
        "-g \"$GRABR_GRAMMARS/c.json\" --no-partial ./t.sh a.txt b.txt"}) {
    CAPTURE(call);
    const Inputs inputs;
    const ShellRun run = inputs.grabr(std::string("-q -o out/ ") + call);
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    CHECK(inputs.read("out/a.txt").size() == 1);
    CHECK(inputs.read("out/b.txt") == inputs.read("out/a.txt"));
  }
}

TEST_CASE("an input that is of no matter ends empty" * doctest::test_suite("many runs")) {
  const Inputs inputs("#!/bin/sh\ngrep -q BUG main.json && grep -q use part.c\n");
  inputs.write("main.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
  inputs.write("other.json", "[1, 2, 3]");
  inputs.write("part.c", "int main(void) { use(); return 0; }\n");
  const ShellRun run = inputs.grabr("./t.sh main.json other.json part.c");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(inputs.read("main.reduced.json") == "\"BUG\"");
  CHECK(inputs.read("other.reduced.json").empty());
  CHECK(inputs.read("part.reduced.c").size() < 20);
}

TEST_CASE("a test that fails for nothing is refused, unless wanted") {
  const std::string contained = "#!/bin/sh\ngrep -qF \"$(cat a.txt)\" b.txt || [ ! -s a.txt ]\n";
  const Inputs inputs(contained);
  const ShellRun run = inputs.grabr("./t.sh a.txt b.txt");
  CHECK(run.exit == 5);
  check_contains(run.errors, "fails as well when all inputs are empty");
  CHECK(inputs.files() == std::set<std::string>{"a.txt", "b.txt", "t.sh"});
  CHECK(inputs.grabr("--no-preflight ./t.sh a.txt b.txt").exit == 0);
  CHECK(inputs.read("a.reduced.txt").empty());
  CHECK(inputs.read("b.reduced.txt").empty());
}

TEST_CASE("what cannot begin with several inputs says so and writes nothing") {
  check_turn_refused("./t.sh a.txt sub/a.txt", 2, "two inputs are called a.txt");
  check_turn_refused("-o file ./t.sh a.txt b.txt", 2, "-o file/ is a folder");
  check_turn_refused("-o - ./t.sh a.txt b.txt", 2, "-o DIR/ is a folder");
  check_turn_refused("./t.sh a.txt a.reduced.txt", 2, "would replace the input a.reduced.txt");
  check_turn_refused("./t.sh a.txt lost.txt", 2, "lost.txt");
  check_turn_refused("--copy sub/a.txt ./t.sh b.txt a.txt", 2, "two files called a.txt");
  check_turn_refused("--strategy dd-max ./t.sh a.txt b.txt", 2, "it takes one input");
  check_turn_refused("-i a.txt -t ./t.sh b.txt", 2, "unexpected argument b.txt");
  check_turn_refused("compare ./t.sh a.txt b.txt", 2, "unexpected argument b.txt");
  check_turn_refused("./t.sh b.txt file", 3, "b.txt does not fail");
  check_turn_refused("./first.sh a.txt b.txt", 3, "but not with b.txt");
}

TEST_CASE("a budget is one of all turns, and the best of each input is kept" *
          doctest::test_suite("many runs")) {
  for (const char* budget : {"1", "3", "8"}) {
    CAPTURE(budget);
    const Inputs inputs;
    const ShellRun run =
        inputs.grabr(std::string("--trace t.jsonl --max-tests ") + budget + " ./t.sh a.txt b.txt");
    CHECK(run.exit == 6);
    check_contains(run.errors, std::string("the budget of ") + budget + " tests is used up");
    // A turn that has begun on answers that are known may be behind the last test.
    int last = 0;
    for (const auto& line : read_json_lines(inputs.read("t.jsonl"))) {
      last = std::max(last, line.value("test", 0));
    }
    CHECK(last == std::stoi(budget));
    const std::string set = "mkdir set; cp a.reduced.txt set/a.txt; cp b.reduced.txt set/b.txt; ";
    CHECK(inputs.shell(set + "cd set && ../t.sh").exit == 0);
  }
}

TEST_CASE("an input that is small enough leaves the others their turns") {
  const Inputs inputs;
  const ShellRun run = inputs.grabr("--stop-at 3 ./t.sh a.txt b.txt");
  CHECK(run.exit == 0);
  check_contains(run.errors, "(--stop-at)");
  CHECK(inputs.read("a.reduced.txt") == "foo");
  CHECK(inputs.read("b.reduced.txt") == "foo");
}

TEST_CASE("in place, each input keeps a copy of what it was" * doctest::test_suite("many runs")) {
  const Inputs inputs;
  CHECK(inputs.grabr("-q -I ./t.sh a.txt b.txt").exit == 0);
  CHECK(inputs.read("a.txt").size() == 1);
  CHECK(inputs.read("b.txt") == inputs.read("a.txt"));
  CHECK(inputs.read("a.txt.orig") == "foo");
  CHECK(inputs.read("b.txt.orig") == "say foobar");
}

TEST_CASE("the same call again is answered from the journals, and traces agree" *
          doctest::test_suite("many runs")) {
  const Inputs inputs;
  CHECK(inputs.grabr("-j 1 --trace 1.jsonl --report 1.json ./t.sh a.txt b.txt").exit == 0);
  const int runs = inputs.runs();
  CHECK(inputs.grabr("-j 1 --trace 2.jsonl ./t.sh a.txt b.txt").exit == 0);
  CHECK(runs > 20);
  CHECK(inputs.runs() == 4);  // of the best of each of three turns, and of the results together
  CHECK(inputs.grabr("-j 2 --fresh --trace 3.jsonl ./t.sh a.txt b.txt").exit == 0);

  CHECK(inputs.read("1.jsonl") == inputs.read("2.jsonl"));
  CHECK(inputs.read("1.jsonl") == inputs.read("3.jsonl"));
  int number = 0;
  std::set<std::string> names;
  for (const auto& line : read_json_lines(inputs.read("1.jsonl"))) {
    names.insert(line["input"]);
    if (line["test"] == 0) continue;
    CHECK(line["test"] == ++number);
  }
  CHECK(names == std::set<std::string>{"a.txt", "b.txt"});
  const auto report = nlohmann::json::parse(inputs.read("1.json"));
  REQUIRE(report.size() >= 3);
  CHECK(report[0]["input"]["path"] == "a.txt");
  CHECK(report[1]["input"]["path"] == "b.txt");
}

TEST_CASE("Ctrl-C keeps a whole set of results and leaves no folder") {
  // It hangs once a result is small.
  const Inputs inputs(
      "#!/bin/sh\n[ -n \"$SMALL\" ] && [ -e \"$SMALL\" ] && [ $(wc -c < \"$SMALL\") -lt 1000 ] && "
      "sleep 1000\ngrep -q BUG a.txt && grep -q BUG b.txt && [ \"$(cat c.txt)\" ]\n");
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "line " + std::to_string(i) + "\n";
  inputs.write("a.txt", "BUG\n");
  inputs.write("b.txt", lines + "BUG\n");
  inputs.write("c.txt", "c");
  const ShellRun run = inputs.shell(
      "SMALL=\"$PWD/b.reduced.txt\" \"$GRABR\" --unit lines --strategy ddmin-2000 ./t.sh a.txt "
      "b.txt "
      "c.txt & pid=$!\n"
      "for i in $(seq 3000); do [ $(wc -c < b.reduced.txt) -lt 1000 ] && break; sleep 0.05; done "
      "2>/dev/null\n"
      "kill -INT $pid; wait $pid");
  CHECK(run.exit == 130);
  check_contains(run.errors, "interrupted; the best so far is kept");
  CHECK(inputs.read("a.reduced.txt") == "BUG\n");
  CHECK(inputs.read("b.reduced.txt").size() < 1000);
  CHECK(inputs.read("c.reduced.txt") == "c");
  CHECK(inputs.shell("find \"$TMPDIR\" -mindepth 1 -name 'grabr-*' | wc -l").output == "0\n");
}
