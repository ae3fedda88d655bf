// `grabr reduce` as users call it.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const std::string kReducedInput = R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})";

/// A test and a failing input, also under names that a shell would split; and files that are
/// neither.
const Files kReduced = {{"t.sh", kHasBug},          {"my test.sh", kHasBug},
                        {"in.json", kReducedInput}, {"my input.json", kReducedInput},
                        {"empty.json", ""},         {"fine.json", "[1]"},
                        {"broken.json", "[1 BUG"},  {"folder_test", "#!/no/such/interpreter\n"},
                        {"plain.txt", "no program"}};

void check_reduces(const std::vector<std::pair<std::string, std::string>>& calls) {
  for (const auto& [call, result] : calls) {
    check_calls(Workshop(kReduced), {{call}, {"$ cat '" + result + "'", 0, {}, "=\"BUG\""}});
  }
}

std::vector<Json> read_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("a delimiter that a token repeats at its end becomes shorter at both ends" *
          doctest::test_suite("many runs")) {
  const std::pair<const char*, const char*> inputs[] = {
      {"a.sh", "cat <<LONGDELIMITER\nBUG\nLONGDELIMITER\n"},
      {"b.sh", "cat <<-'LONG' | sort\n\tBUG\nA\n\tLONG\n"},
      {"a.rb", "puts <<~LONGDELIMITER\n  BUG\nLONGDELIMITER\n"},
      {"a.pl", "print <<LONGDELIMITER;\nBUG\nLONGDELIMITER\n"},
      {"a.php", "<?php echo <<<LONGDELIMITER\nBUG\nLONGDELIMITER;\n"},
      {"a.cpp", "const char* a = R\"LONG(BUG)LONG\";\n"},
      {"a.rs", "fn f() { let a = r###\"BUG\"###; }\n"},
      {"a.lua", "a = [===[BUG]===]\n"},
  };
  const Workshop bench;
  bench.program("t.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" && grep -q '<<\\|R\"\\|r#*\"\\|\\[=*\\[' \"$1\"\n");
  for (const auto& input : inputs) {
    const std::string name = input.first;
    bench.write(name, input.second);
    const ShellRun run = bench.grabr("-q -o out ./t.sh " + std::string(name));
    const std::string result = bench.read("out");
    CAPTURE(name);
    CAPTURE(result);
    CHECK(run.exit == 0);
    CHECK(result.find("BUG") != result.npos);
    for (const char* gone : {"LONG", "##", "=="}) CHECK(result.find(gone) == result.npos);
  }
}

TEST_CASE("a command that only lacks a file beside its input is refused, with the copy it needs") {
  check_calls(Workshop({{"settings.json", "{}"},
                        {"helper.py", "def f(x): return 1 // x\n"},
                        {"a.py", "from helper import f\nf(0)\n"},
                        {"b.py", "open('settings.json')\nraise ValueError('no rate')\n"},
                        {"c.py", "raise ValueError('helper and settings.json are bad')\n"}}),
              {{"--no-preflight -- python3 a.py", 3, "--copy helper.py puts"},
               {"init -- python3 a.py", 3, "--copy helper.py puts"},
               {"--no-preflight -- python3 b.py", 3, "--copy settings.json puts"},
               {"init -- python3 b.py", 3, "--copy settings.json puts"},
               // Files that a message mentions but that are not missing.
               {"-q -- python3 c.py"}});
}

TEST_CASE("a reduction can be called in each shape, also as of other reducers" *
          doctest::test_suite("many runs")) {
  check_reduces({{"./t.sh in.json", "in.reduced.json"},
                 {"reduce ./t.sh in.json", "in.reduced.json"},
                 {"t.sh in.json", "in.reduced.json"},
                 {"-q './my test.sh' 'my input.json'", "my input.reduced.json"},
                 {"\"sh '$PWD/my test.sh'\" in.json", "in.reduced.json"},
                 {"-i 'my input.json' -o out.json -- './my test.sh' @@", "out.json"},
                 {"-t ./t.sh -i in.json -o out.json", "out.json"},
                 {"--test=./t.sh --input=in.json --output=out.json", "out.json"},
                 {"-i in.json -o out.json -- grep -q BUG", "out.json"},
                 {"-o out.json \"grep -q 'B'U\\G\" in.json", "out.json"},
                 {"-I ./t.sh in.json", "in.json"},
                 {"./t.sh in.json -o - > out.json", "out.json"},
                 {"./t.sh in.json -o /dev/stdout | cat > out.json", "out.json"},
                 {"-c 'grep -q BUG @@' in.json", "in.reduced.json"},
                 {"-c 'grep -q BUG \"$1\"' -i in.json -o out.json", "out.json"},
                 // Options of C-Vise and Shrink Ray.
                 {"--n 1 --not-c --tidy --interleaving ./t.sh in.json", "in.reduced.json"},
                 {"--parallelism 1 --volume quiet --no-ui -I ./t.sh in.json", "in.json"},
                 {"--ui basic --no-llm --input-type arg ./t.sh in.json", "in.reduced.json"}});
}

TEST_CASE("a reduction goes by conditions, or by a crash, without a script" *
          doctest::test_suite("many runs")) {
  check_reduces(
      {{"--exit 0 -i in.json -o out.json -- grep BUG @@", "out.json"},
       {"--stdout 'B.G' -i in.json -o out.json -- cat @@", "out.json"},
       {"--exit 3 -o out.json -c '! grep -q BUG @@ || exit 3' in.json", "out.json"},
       {"--signal SEGV -c '! grep -q BUG @@ || kill -SEGV $$' in.json", "in.reduced.json"},
       {"--emit-script -o e.sh --stdout BUG -i in.json -- cat @@ && \"$GRABR\" ./e.sh in.json",
        "in.reduced.json"},
       {"-c '! grep -q BUG @@ || kill -SEGV $$' in.json", "in.reduced.json"},
       {"--emit-script -o e.sh -c '! grep -q BUG @@ || kill -SEGV $$' in.json && \"$GRABR\" ./e.sh "
        "in.json",
        "in.reduced.json"}});
  const std::string call = "-i in.json -- sh -c '! grep -q BUG $0 || kill -SEGV $$' @@";
  check_calls(
      Workshop(kReduced),
      {{call, 0, "grabr: the command dies by SIGSEGV: taken as the failure (--signal SEGV)\n"},
       {"--signal SEGV " + call, 0, {"resuming", "!taken as"}},
       {"-q --fresh " + call, 0, "="},
       // The exit status of the test decides.
       {"\"sh -c 'kill -SEGV \\$\\$'\" in.json", 3}});
}

TEST_CASE("an emitted script asks grabr what is the same crash") {
  const Workshop shop({{"a", "panic: index 7 of /a/b\nmain.f(0x1)\n\t/t/a.go:4\nmain.g()\n"},
                       {"moved", "panic: index 12 of x/y.c\nmain.f(0x2)\n\t/u/a.go:5\nmain.h()\n"},
                       {"other", "panic: index 7 of /a/b\nmain.h(0x1)\n\t/t/a.go:4\nmain.g()\n"},
                       {"nothing", "all is well\n"}});
  const auto judged = [](const std::string& parts, const std::string& call,
                         const std::string& original, const std::string& candidate, int exit) {
    return CallRow{"$ \"$GRABR\" --emit-script --same-crash=1" + parts + " -i " + original +
                       " -- " + call + " >e.sh && sh e.sh " + candidate,
                   exit};
  };
  const std::string errors = "sh -c 'cat $0 >&2; exit 3' @@";
  check_calls(shop,
              {judged("", errors, "a", "moved", 0),
               judged("", errors, "a", "other", 1),
               judged(" --crash-parts files,lines", errors, "a", "moved", 1),
               judged(" --crash-parts files,templates", errors, "a", "moved", 0),
               judged("", "cat @@", "a", "moved", 0),
               judged("", "cat @@", "nothing", "nothing", 1),
               judged("", "sh -c 'cat $0; grep -q h $0' @@", "a", "moved", 1),
               {"$ GRABR=./none sh e.sh a", 125},
               {"crash --functions 2 a", 0, {}, "=panic: index N of PATH\nmain.f\nmain.g\n"}});
}

TEST_CASE("what cannot begin has its own message and writes nothing") {
  check_refusals(
      kReduced,
      {{"--flaky --repeat 3 ./t.sh in.json", 2, "--flaky and --repeat exclude each other"},
       {"--flaky --flaky-error 2 ./t.sh in.json", 2, "--flaky-error: not from 0.000001 to 0.25"},
       {"--flaky --strategy dd-max ./t.sh in.json", 2, "--flaky is for searches"},
       {"./t.sh fine.json", 3, "fine.json does not fail: the test ended with exit status 1"},
       {"./t.sh missing.json", 2, "missing.json"},
       {"./t.sh empty.json", 2, "empty.json is empty"},
       {"./nope.sh in.json", 2, "nope.sh"},
       {"./plain.txt in.json", 2, "executable"},
       {"in.json ./t.sh", 2, "./t.sh is a program: TEST comes before FILE"},
       {"in.json 'sh -c true'", 2, "TEST comes before FILE"},
       {"minimize ./t.sh", 2, "grabr has no command minimize, either; ./t.sh is a program"},
       {"-c true ''", 2, "an argument is empty: a variable without a value?"},
       {"./t.sh in.json ''", 2, "an argument is empty"},
       {"sh t.sh in.json", 2, "quote it with its arguments: grabr 'sh t.sh' in.json"},
       {"./folder_test in.json", 2, "/no/such/interpreter"},
       {"./t.sh", 2, "no FILE is given"},
       {".", 2, "no test is given for ."},
       {"'! grep -q BUG' in.json", 2, "--command 'TEXT' runs text by /bin/sh"},
       {"'LC_ALL=C ./t.sh' in.json", 2, "--command 'TEXT' runs text by /bin/sh"},
       {"in.json", 2, "no test is given for in.json, and there is no .grabr.json here"},
       {"'grep BUG in.json 2>&1 | wc' in.json", 3,
        "the program got 2>&1 and | as arguments: --command 'TEXT' runs text by /bin/sh"},
       {"./t.sh in.json more", 2, "more"},
       {"-t ./t.sh -i in.json more", 2, "unexpected argument more"},
       {"-i in.json --", 2, "no command follows --"},
       {"-t ./t.sh -i in.json -- grep BUG", 2, "exclude each other"},
       {"'./t.sh \"x' in.json", 2, "never closed"},
       {"./t.sh in.json --strategy ato", 2, "did you mean auto?"},
       {"./t.sh in.json --stratgy auto", 2, "did you mean --strategy?"},
       {"./t.sh in.json --unit words", 2, "(chars, bytes, tokens, lines, args, list)"},
       {"./t.sh in.json --unit line", 2, "did you mean lines?"},
       {"./t.sh in.json --timeout -1", 2, "-1"},
       {"./t.sh in.json --max-time soon", 2, "soon is not a time: expected 90 (seconds), 90s, 2m"},
       {"./t.sh in.json --max-time 2m1h", 2, "2m1h is not a time"},
       {"./t.sh in.json --report - -o -", 2, "--report -: the result goes to standard"},
       {"./t.sh in.json --report - --trace -", 2, "both cannot go to standard output"},
       {"-I ./t.sh - < in.json", 2, "standard input cannot be replaced"},
       {"./t.sh - < empty.json", 2, "standard input is empty"},
       {"./t.sh in.json - < in.json", 2, "one of several inputs"},
       {"./t.sh in.json --max-tests -1", 2, "-1 is not a whole number from 0 up"},
       {"./t.sh in.json --max-tests 1e3", 2, "1e3 is not a whole number from 0 up"},
       {"./t.sh in.json -g jsn", 2, "did you mean json?"},
       {"./t.sh in.json -I -o x", 2, "exclude each other"},
       {"./t.sh in.json -o in.json", 2, "hint: --in-place does that"},
       {"./t.sh in.json -o no/such/folder/x", 1, "no/such/folder"},
       {"./t.sh in.json --trace no/such/folder/x", 2, "no/such/folder"},
       {"./t.sh in.json --report no/such/folder/x", 1, "no/such/folder"},
       {"./t.sh plain.txt --strategy grabr", 2, "no grammar is known"},
       {"./t.sh broken.json --strict", 4, "broken.json:1:4: "},
       {"./t.sh broken.json --strategy grabr --strict", 4, "broken.json:1:4: "},
       {"--alg perses ./t.sh in.json", 2, "page from-perses says what to write"},
       {"-s ./t.sh in.json", 2, "--no-preflight"},
       {"./t.sh in.json --n", 2, "--n needs a value"},
       {"./t.sh in.json --exit 300", 2, "300 is not an exit status, 0 to 255"},
       {"./t.sh in.json --jobs many", 2, "many is not a whole number from 0 up"},
       {"./t.sh in.json --min-hits 2", 2, "--repeat N says how often"},
       {"./t.sh in.json --copy lost", 2, "--copy: lost does not exist"},
       {"./t.sh in.json --stop-at small", 2, "invalid value 'small' for --stop-at"},
       {"./t.sh in.json --input-via pipe", 2, "(all, arg, stdin, basename)"},
       {"./t.sh in.json --signal NONE", 2, "NONE"},
       {"./t.sh in.json --stdout '('", 2, "("},
       {"--exit 1 in.json", 2, "conditions such as --exit need a command"},
       {"--emit-script ./t.sh in.json", 2, "hint: give some"},
       {"--emit-script -i in.json -- sh -c 'exit 7'", 2, "--exit 1 or --stderr"},
       {"-c 'cc @@.c' in.json", 2, "not @@.ext"},
       {"-c true ./t.sh in.json", 5, "fails as well when all inputs are empty"},
       {"chek in.json", 2, "did you mean the command check?"},
       {"grammar lst", 2, "did you mean list?"}});
}

TEST_CASE("an original that does not fail is explained" * doctest::test_suite("many runs")) {
  const Workshop bench(kReduced);
  bench.program("seven.sh", "#!/bin/sh\necho seen; echo wrong >&2; exit 7\n");
  const ShellRun run = bench.grabr("-q ./seven.sh in.json");
  CHECK(run.exit == 3);
  check_parts(run.errors, {"exit status 7", "| seen", "| wrong", "he usual reasons",
                           "!--copy"});  // no file was missed
  const std::size_t begin = run.errors.find("cd /");
  REQUIRE(begin != std::string::npos);
  const std::string recipe = run.errors.substr(begin, run.errors.find('\n', begin) - begin);
  CHECK(bench.shell(recipe).output == "seen\n7\n");
  check_calls(bench, {{"\"sh -c 'kill -SEGV \\$\\$'\" in.json", 3, "the test was ended by SIGSEGV"},
                      {"\"sh -c 'sleep 20'\" in.json --timeout 0.2", 3, "did not end within 0.2 s"},
                      {"'sh t.sh' in.json",
                       3,
                       {"t.sh is in this folder", "--copy t.sh puts a copy there; or write /"}},
                      // The message about the missing file is mistaken for the crash.
                      {"--same-crash -i in.json -- sh ./t.sh @@",
                       5,
                       {"everything fails", "./t.sh is in this folder"}},
                      {"--same-crash --copy t.sh -i in.json -- sh ./t.sh @@; true", 0,
                       "!is in this folder"}});
}

TEST_CASE("an input that does not parse is reduced all the same, and says where it stopped" *
          doctest::test_suite("many runs")) {
  const Workshop bench(kReduced);
  bench.write("broken.json", "[1, 5 {BUG}, 2");
  const auto check = [&](const std::string& options, const std::string& said, const char* parsed) {
    check_calls(bench, {{"--report r " + options + " ./t.sh broken.json && cat broken.reduced.json",
                         0,
                         {"broken.json:1:7: ", said},
                         "=BUG"},
                        {"$ cat r", 0, {}, std::string("\"parsed\": \"") + parsed + "\""}});
  };
  check("",
        "; 3 places do not parse (2 of 9 tokens): they are reduced as text, the rest on its tree",
        "partial");
  check("--no-partial", "it is reduced as text\n", "no");
  const std::string by_ddmin = "it is reduced as text by ddmin, in place of ";
  for (const std::string name : {"grabr", "grabr-generative", "choices", "ddset"}) {
    check("--strategy " + name, by_ddmin + name + "\n", "partial");
  }
  check("--no-partial --strategy hdd", by_ddmin + "hdd\n", "no");
  check("--strategy 'grabr then ddmin-fuzzingbook'", by_ddmin + "grabr\n", "partial");
  check_calls(bench, {{"--strict ./t.sh broken.json", 4, "broken.json:1:7: "}});
}

TEST_CASE("what is kept, said and spent: in place, quietly, in a pipe, with a budget" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kReduced),
              {{"-I ./t.sh in.json && cat in.json.orig", 0, {}, "=" + kReducedInput},
               // A backup is never overwritten.
               {"$ echo '[\"BUG\"]' >in.json; \"$GRABR\" -q -I ./t.sh in.json && cat in.json", 0,
                "=", "\"BUG\""},
               {"$ cat in.json.orig", 0, {}, "=" + kReducedInput}});
  check_calls(Workshop(kReduced),
              {{"./t.sh in.json --max-tests 5 --report r.json", 6, "budget of 5 tests"},
               {"$ ./t.sh in.reduced.json && grep '\"exit\": 6' r.json", 0, {}, "6"},
               {"\"sh -c 'sleep 0.2; grep -q BUG \\$0'\" in.json --fresh --max-time 0.5", 6},
               {"$ ./t.sh in.reduced.json"},
               {"-v --fresh ./t.sh in.json",
                0,
                {"grabr: deleting parts (phase delete", " smaller), ", "43 → 5 bytes (11.6%), ",
                 "the result is in in.reduced.json\n\n    \"BUG\"\n", "!\r"}}});
}

TEST_CASE("the trace is the sequence of tests" * doctest::test_suite("many runs")) {
  const Workshop bench(kReduced);
  bench.write("in.txt",
              "xxBUG\xff"
              "x");
  REQUIRE(bench.grabr("./t.sh in.txt --no-preflight --strategy ddmin-fuzzingbook --trace t.jsonl")
              .exit == 0);
  const auto lines = read_lines(bench.read("t.jsonl"));
  REQUIRE(lines.size() > 3);
  CHECK(lines[0]["base64"] == "eHhCVUf/eA==");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto& line = lines[i];
    CAPTURE(line.dump());
    CHECK(line["test"] == i + 1);
    CHECK(!line.contains("phase"));
    CHECK(!line.contains("cached"));
    if (!line.contains("text")) continue;
    const std::string text = line["text"];
    CHECK(line["bytes"] == text.size());
    CHECK(line["outcome"] == (text.find("BUG") != std::string::npos ? "fail" : "pass"));
  }

  REQUIRE(bench.grabr("./t.sh in.json --trace t.jsonl --trace-cached").exit == 0);
  const auto first = read_lines(bench.read("t.jsonl")).front();
  CHECK(first["phase"] == "preflight");
  CHECK(first["text"] == kReducedInput);
  CHECK(!first.contains("accepted"));
}

TEST_CASE("the certificate is asked for what the units of a text have left, too" *
          doctest::test_suite("many runs")) {
  const Workshop bench(kReduced);
  bench.program("both.sh", "#!/bin/sh\ngrep -q abc \"$1\" && grep -q def \"$1\"\n");
  bench.write("broken.java", "int abc ( { def ; ] x");
  bench.write("two.txt", "one abc\ntwo def three\n");
  const std::string shipped = GRABR_SOURCE_DIR "/grammars/";
  const std::pair<const char*, int> calls[] = {{"broken.java -g java.json", 2},
                                               {"two.txt -g text.json", 3}};
  for (const auto& [call, neighbours] : calls) {
    const std::string words =
        std::string(call).replace(std::string(call).find("-g ") + 3, 0, shipped);
    CAPTURE(words);
    REQUIRE(bench.grabr("./both.sh " + words + " -o out --report r.json").exit == 0);
    CHECK(bench.read("out") == "abcdef");
    const auto certificate = Json::parse(bench.read("r.json"))["certificate"];
    CAPTURE(certificate.dump());
    CHECK(certificate["neighbours"] == neighbours);
    CHECK(certificate["not_asked"] == 0);
    CHECK(certificate["minimal"] == true);
  }
}

TEST_CASE("the report has every field" * doctest::test_suite("many runs")) {
  const Workshop bench(kReduced);
  REQUIRE(bench.grabr("./t.sh in.json -j 2 --report r.json --trace t.jsonl").exit == 0);
  const auto report = Json::parse(bench.read("r.json"));
  CAPTURE(report.dump(2));
  CHECK(report["schema"] == "grabr-report-2");
  CHECK(report["input"]["bytes"] == kReducedInput.size());
  CHECK(report["input"]["tokens"] == 21);
  CHECK(report["output"]["bytes"] == 5);
  CHECK(report["output"]["tokens"] == 1);
  CHECK(report["output"]["lines"] == 1);
  CHECK(report["output"]["sha256"].get<std::string>().size() == 64);
  CHECK(report["grammar"]["name"] == "JSON");
  CHECK(report["parsed"] == "whole");
  CHECK(report["strategy"] == "auto");
  CHECK(report["oracle"]["command"] == Json::array({"./t.sh"}));
  CHECK(report["oracle"]["test"]["command"] == report["oracle"]["command"]);
  CHECK(report["oracle"]["test"]["original"] == "in.json");
  CHECK(report["oracle"]["test"]["jobs"] == report["oracle"]["jobs"]);
  CHECK(report["oracle"]["test"]["timeout_s"] == report["oracle"]["timeout"]);
  CHECK(report["exit"] == 0);
  CHECK(report["certificate"]["of"] == "tree");
  CHECK(report["certificate"]["unit"].is_null());
  CHECK(report["certificate"]["neighbours"] > 0);
  CHECK(report["certificate"]["kinds"].size() == 3);
  CHECK(report["certificate"]["not_asked"] == 0);
  const auto lines = read_lines(bench.read("t.jsonl"));
  const std::size_t preflight = report["tests"]["preflight"];
  CHECK(preflight == 1 + report["preflight"]["probes"].size());
  CHECK(report["preflight"]["probes"][0]["name"] == "the empty input");
  CHECK(report["preflight"]["probes"][0]["outcome"] == "pass");
  CHECK(report["tests"]["committed"] == lines.size() - preflight);
  std::size_t accepted = 0, phase_tests = 0;
  for (const auto& line : lines) accepted += line.contains("accepted");
  for (const auto& phase : report["phases"]) phase_tests += phase["tests"].get<std::size_t>();
  CHECK(report["curve"].size() == accepted);
  std::size_t pass_tests = 0, gains = 0;
  for (const auto& pass : report["passes"]) {
    pass_tests += pass["tests"].get<std::size_t>();
    gains += pass["successes"].get<std::size_t>();
  }
  CHECK(pass_tests == lines.size() - preflight);
  CHECK(gains == accepted);
  CHECK(phase_tests == lines.size());
  CHECK(report["curve"].back()[2] == 5);
  CHECK(report["curve"].back()[3] == 1);
  // One of n tokens remains: the answers carry log2 n bits.
  const double bits = std::log2(report["input"]["tokens"].get<double>());
  CHECK(std::abs(report["bits"].get<double>() - bits) <= 0.05);
}

TEST_CASE("what the checks before the search saw is kept of texts that are not UTF-8") {
  const std::string call = "reduce -q --cache cache --unit bytes ./test.sh a.json -o out";
  check_calls(Workshop({{"a.json", "[ 1,\n \"\xFF\xFE BUG\" ]\n"},
                        {"test.sh", "#!/bin/sh\ngrep -aq BUG \"$1\"\n"}}),
              {{call, 0, "="}, {call, 0, "="}});
}

TEST_CASE("a failure that shows now and then is reduced without a number of runs to choose") {
  const Workshop bench(kReduced);
  // By a count of runs, every third run fails: any three consecutive runs include a failure.
  bench.program("now.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\nprintf x >>\"$GRABR_DIR/runs\"\n"
                "test $(($(wc -c <\"$GRABR_DIR/runs\") % 3)) = 0\n");
  check_calls(bench,
              {{"--flaky -j 1 --report r.json ./now.sh in.json",
                0,
                {"the original failed in 20 of 60 runs", "% of runs (95 %): in "}},
               {"$ [ $(wc -c <in.reduced.json) -lt 12 ] && cat in.reduced.json", 0, {}, "BUG"}});
  const auto rate = Json::parse(bench.read("r.json"))["rate"];
  CHECK(rate["at_least"] < 0.34);
  CHECK(rate["at_least"] > 0.1);
  const std::string runs = bench.read("runs");
  check_calls(bench, {{"--flaky -j 1 ./now.sh in.json", 0, "test results are known"},
                      {"--flaky -c true in.json", 5, "empty"}});
  CHECK(bench.read("runs").size() <= runs.size() + 3);  // tests whether the best text still fails
}
