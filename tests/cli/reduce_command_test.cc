#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const std::string kInput = R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})";

/// A folder with a test and a failing input, under names that a shell would split.
struct Bench : Workshop {
  explicit Bench(const std::string& test = kHasBug) {
    program("t.sh", test);
    program("my test.sh", test);
    write("in.json", kInput);
    write("my input.json", kInput);
  }
};

void check_refused(const std::string& arguments, int exit, const std::string& message) {
  CAPTURE(arguments);
  const Bench bench;
  bench.write("empty.json", "");
  bench.write("fine.json", "[1]");
  bench.write("broken.json", "[1 BUG");
  bench.program("folder_test", "#!/no/such/interpreter\n");
  bench.write("plain.txt", "no program");
  const auto before = bench.files();
  const ShellRun run = bench.grabr(arguments);
  CHECK(run.exit == exit);
  CHECK(run.output.empty());
  check_contains(run.errors, message);
  CHECK(bench.files() == before);
}

void check_reduces(const std::string& arguments, const std::string& result_file) {
  CAPTURE(arguments);
  const Bench bench;
  const ShellRun run = bench.grabr(arguments);
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read(result_file) == "\"BUG\"");
}

std::vector<nlohmann::json> read_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
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
  const Workshop bench;
  bench.write("settings.json", "{}");
  bench.write("helper.py", "def f(x): return 1 // x\n");
  const std::pair<const char*, const char*> rows[] = {
      {"from helper import f\nf(0)\n", "--copy helper.py puts"},
      {"open('settings.json')\nraise ValueError('no rate')\n", "--copy settings.json puts"},
  };
  for (const auto& [text, words] : rows) {
    bench.write("a.py", text);
    for (const char* command : {"--no-preflight --", "init --"}) {
      const ShellRun run = bench.grabr(std::string(command) + " python3 a.py");
      CAPTURE(run.errors);
      CHECK(run.exit == 3);
      check_contains(run.errors, words);
    }
  }
  // What a message names, but does not lack.
  bench.write("a.py", "raise ValueError('helper and settings.json are bad')\n");
  CHECK(bench.grabr("-q -- python3 a.py").exit == 0);
}

TEST_CASE("a reduction can be called in each shape" * doctest::test_suite("many runs")) {
  check_reduces("./t.sh in.json", "in.reduced.json");
  check_reduces("reduce ./t.sh in.json", "in.reduced.json");
  check_reduces("t.sh in.json", "in.reduced.json");
  check_reduces("-q './my test.sh' 'my input.json'", "my input.reduced.json");
  check_reduces("\"sh '$PWD/my test.sh'\" in.json", "in.reduced.json");
  check_reduces("-i 'my input.json' -o out.json -- './my test.sh' @@", "out.json");
  check_reduces("-t ./t.sh -i in.json -o out.json", "out.json");
  check_reduces("--test=./t.sh --input=in.json --output=out.json", "out.json");
  check_reduces("-i in.json -o out.json -- grep -q BUG @@", "out.json");
  check_reduces("-i in.json -o out.json -- grep -q BUG", "out.json");
  check_reduces("-o out.json \"grep -q 'B'U\\G\" in.json", "out.json");
  check_reduces("-I ./t.sh in.json", "in.json");
  check_reduces("./t.sh in.json -o - > out.json", "out.json");
  check_reduces("./t.sh in.json -o /dev/stdout > out.json", "out.json");
  check_reduces("./t.sh in.json -o /dev/stdout | cat > out.json", "out.json");
  check_reduces("-c 'grep -q BUG @@' in.json", "in.reduced.json");
  check_reduces("-c 'grep -q BUG \"$1\"' -i in.json -o out.json", "out.json");
}

TEST_CASE("a reduction goes by conditions, without a script" * doctest::test_suite("many runs")) {
  check_reduces("--exit 0 -i in.json -o out.json -- grep BUG @@", "out.json");
  check_reduces("--stdout 'B.G' -i in.json -o out.json -- cat @@", "out.json");
  check_reduces("--exit 3 -o out.json -c '! grep -q BUG @@ || exit 3' in.json", "out.json");
  check_reduces("--signal SEGV -c '! grep -q BUG @@ || kill -SEGV $$' in.json", "in.reduced.json");
  check_reduces(
      "--emit-script -o e.sh --stdout BUG -i in.json -- cat @@ && \"$GRABR\" ./e.sh in.json",
      "in.reduced.json");
}

TEST_CASE("an emitted script asks grabr what is the same crash") {
  const Workshop shop;
  shop.write("a", "panic: index 7 of /a/b\nmain.f(0x1)\n\t/t/a.go:4\nmain.g()\n");
  shop.write("moved", "panic: index 12 of x/y.c\nmain.f(0x2)\n\t/u/a.go:5\nmain.h()\n");
  shop.write("other", "panic: index 7 of /a/b\nmain.h(0x1)\n\t/t/a.go:4\nmain.g()\n");
  shop.write("nothing", "all is well\n");
  const auto judged = [&](const std::string& parts, const std::string& call,
                          const std::string& original, const std::string& candidate) {
    return shop
        .shell("\"$GRABR\" --emit-script --same-crash=1" + parts + " -i " + original + " -- " +
               call + " >e.sh && sh e.sh " + candidate)
        .exit;
  };
  const std::string errors = "sh -c 'cat $0 >&2; exit 3' @@";
  CHECK(judged("", errors, "a", "moved") == 0);
  CHECK(judged("", errors, "a", "other") == 1);
  CHECK(judged(" --crash-parts files,lines", errors, "a", "moved") == 1);
  CHECK(judged(" --crash-parts files,templates", errors, "a", "moved") == 0);
  CHECK(judged("", "cat @@", "a", "moved") == 0);
  CHECK(judged("", "cat @@", "nothing", "nothing") == 1);
  CHECK(judged("", "sh -c 'cat $0; grep -q h $0' @@", "a", "moved") == 1);
  CHECK(shop.shell("GRABR=./none sh e.sh a").exit == 125);
  CHECK(shop.grabr("crash --functions 2 a").output == "panic: index N of PATH\nmain.f\nmain.g\n");
}

TEST_CASE("a crash needs no condition, and is then one like any other") {
  check_reduces("-c '! grep -q BUG @@ || kill -SEGV $$' in.json", "in.reduced.json");
  check_reduces("-i in.json -o out.json -- sh -c '! grep -q BUG $0 || kill -ABRT $$' @@",
                "out.json");
  check_reduces(
      "--emit-script -o e.sh -c '! grep -q BUG @@ || kill -SEGV $$' in.json && \"$GRABR\" ./e.sh "
      "in.json",
      "in.reduced.json");
  const Bench bench;
  const std::string call = "-i in.json -- sh -c '! grep -q BUG $0 || kill -SEGV $$' @@";
  check_contains(bench.grabr(call).errors,
                 "grabr: the command dies by SIGSEGV: taken as the failure (--signal SEGV)\n");
  const ShellRun again = bench.grabr("--signal SEGV " + call);
  check_contains(again.errors, "resuming");
  CHECK(again.errors.find("taken as") == std::string::npos);
  CHECK(bench.grabr("-q --fresh " + call).errors.empty());
  // A test says by its exit status what it means.
  CHECK(bench.grabr("\"sh -c 'kill -SEGV \\$\\$'\" in.json").exit == 3);
}

TEST_CASE("calls written for other reducers work") {
  check_reduces("--n 1 --not-c --tidy ./t.sh in.json", "in.reduced.json");  // cvise
  // Shrinkray.
  check_reduces("--parallelism 1 --volume quiet -I ./t.sh in.json", "in.json");
}

TEST_CASE("what cannot begin has its own message and writes nothing") {
  check_refused("./t.sh fine.json", 3,
                "fine.json does not fail: the test ended with exit status 1");
  check_refused("./t.sh missing.json", 2, "missing.json");
  check_refused("./t.sh empty.json", 2, "empty.json is empty");
  check_refused("./nope.sh in.json", 2, "nope.sh");
  check_refused("./plain.txt in.json", 2, "executable");
  check_refused("in.json ./t.sh", 2, "./t.sh is a program: TEST comes before FILE");
  check_refused("in.json 'sh -c true'", 2, "TEST comes before FILE");
  check_refused("minimize ./t.sh", 2, "grabr has no command minimize, either; ./t.sh is a program");
  check_refused("-c true ''", 2, "an argument is empty: a variable without a value?");
  check_refused("./t.sh in.json ''", 2, "an argument is empty");
  check_refused("sh t.sh in.json", 2, "quote it with its arguments: grabr 'sh t.sh' in.json");
  check_refused("./folder_test in.json", 2, "/no/such/interpreter");
  check_refused("./t.sh", 2, "no FILE is given");
  check_refused(".", 2, "no test is given for .");
  check_refused("'! grep -q BUG' in.json", 2, "--command 'TEXT' runs text by /bin/sh");
  check_refused("'LC_ALL=C ./t.sh' in.json", 2, "--command 'TEXT' runs text by /bin/sh");
  check_refused("in.json", 2, "no test is given for in.json, and there is no .grabr.json here");
  check_refused("'grep BUG in.json 2>&1 | wc' in.json", 3,
                "the program got 2>&1 and | as arguments: --command 'TEXT' runs text by /bin/sh");
  check_refused("./t.sh in.json more", 2, "more");
  check_refused("-t ./t.sh -i in.json more", 2, "unexpected argument more");
  check_refused("-i in.json --", 2, "no command follows --");
  check_refused("-t ./t.sh -i in.json -- grep BUG", 2, "exclude each other");
  check_refused("'./t.sh \"x' in.json", 2, "never closed");
  check_refused("./t.sh in.json --strategy ato", 2, "did you mean auto?");
  check_refused("./t.sh in.json --stratgy auto", 2, "did you mean --strategy?");
  check_refused("./t.sh in.json --unit words", 2, "(chars, bytes, tokens, lines, args, list)");
  check_refused("./t.sh in.json --unit line", 2, "did you mean lines?");
  check_refused("./t.sh in.json --timeout -1", 2, "-1");
  check_refused("./t.sh in.json --max-time soon", 2,
                "soon is not a time: expected 90 (seconds), 90s, 2m");
  check_refused("./t.sh in.json --max-time 2m1h", 2, "2m1h is not a time");
  check_refused("./t.sh in.json --report - -o -", 2, "--report -: the result goes to standard");
  check_refused("./t.sh in.json --report - --trace -", 2, "both cannot go to standard output");
  check_refused("-I ./t.sh - < in.json", 2, "standard input cannot be replaced");
  check_refused("./t.sh - < empty.json", 2, "standard input is empty");
  check_refused("./t.sh in.json - < in.json", 2, "one of several inputs");
  check_refused("./t.sh in.json --max-tests -1", 2, "-1 is not a whole number from 0 up");
  check_refused("./t.sh in.json --max-tests 1e3", 2, "1e3 is not a whole number from 0 up");
  check_refused("./t.sh in.json -g jsn", 2, "did you mean json?");
  check_refused("./t.sh in.json -I -o x", 2, "exclude each other");
  check_refused("./t.sh in.json -o in.json", 2, "hint: --in-place does that");
  check_refused("./t.sh in.json -o no/such/folder/x", 1, "no/such/folder");
  check_refused("./t.sh in.json --trace no/such/folder/x", 2, "no/such/folder");
  check_refused("./t.sh in.json --report no/such/folder/x", 1, "no/such/folder");
  check_refused("./t.sh plain.txt --strategy grabr", 2, "no grammar is known");
  check_refused("./t.sh broken.json --strict", 4, "broken.json:1:4: ");
  check_refused("./t.sh broken.json --strategy grabr --strict", 4, "broken.json:1:4: ");
  check_refused("--alg perses ./t.sh in.json", 2, "page from-perses says what to write");
  check_refused("-s ./t.sh in.json", 2, "--no-preflight");
  check_refused("./t.sh in.json --n", 2, "--n needs a value");
  check_refused("./t.sh in.json --exit 300", 2, "300 is not an exit status, 0 to 255");
  check_refused("./t.sh in.json --jobs many", 2, "many is not a whole number from 0 up");
  check_refused("./t.sh in.json --min-hits 2", 2, "--repeat N says how often");
  check_refused("./t.sh in.json --copy lost", 2, "--copy: lost does not exist");
  check_refused("./t.sh in.json --stop-at small", 2, "invalid value 'small' for --stop-at");
  check_refused("./t.sh in.json --input-via pipe", 2, "(all, arg, stdin, basename)");
  check_refused("./t.sh in.json --signal NONE", 2, "NONE");
  check_refused("./t.sh in.json --stdout '('", 2, "(");
  check_refused("--exit 1 in.json", 2, "conditions such as --exit need a command");
  check_refused("--emit-script ./t.sh in.json", 2, "hint: give some");
  check_refused("--emit-script -i in.json -- sh -c 'exit 7'", 2, "--exit 1 or --stderr");
  check_refused("-c 'cc @@.c' in.json", 2, "no @@.ext");
  check_refused("-c true ./t.sh in.json", 5, "fails as well when all inputs are empty");
  check_refused("chek in.json", 2, "did you mean the command check?");
  check_refused("grammar lst", 2, "did you mean list?");
}

TEST_CASE("an original that does not fail is explained") {
  const Bench bench("#!/bin/sh\necho seen; echo wrong >&2; exit 7\n");
  const ShellRun run = bench.grabr("-q ./t.sh in.json");
  CHECK(run.exit == 3);
  check_contains(run.errors, "exit status 7");
  check_contains(run.errors, "| seen");
  check_contains(run.errors, "| wrong");
  check_contains(run.errors, "he usual reasons");
  CHECK(run.errors.find("--copy") == std::string::npos);  // no file was missed
  const std::size_t begin = run.errors.find("cd /");
  REQUIRE(begin != std::string::npos);
  const std::string recipe = run.errors.substr(begin, run.errors.find('\n', begin) - begin);
  CHECK(bench.shell(recipe).output == "seen\n7\n");

  const ShellRun signalled = Bench("#!/bin/sh\nkill -SEGV $$\n").grabr("./t.sh in.json");
  CHECK(signalled.exit == 3);
  check_contains(signalled.errors, "the test was ended by SIGSEGV");
  const ShellRun slow = Bench("#!/bin/sh\nsleep 20\n").grabr("./t.sh in.json --timeout 0.2");
  CHECK(slow.exit == 3);
  check_contains(slow.errors, "did not end within 0.2 s");
  const ShellRun relative = Bench().grabr("'sh t.sh' in.json");
  CHECK(relative.exit == 3);
  check_contains(relative.errors, "t.sh is in this folder");
  check_contains(relative.errors, "--copy t.sh puts a copy there; or write /");
  // Where the message that it is missing is taken for the crash.
  const ShellRun same = Bench().grabr("--same-crash -i in.json -- sh ./t.sh @@");
  CHECK(same.exit == 5);
  check_contains(same.errors, "everything fails");
  check_contains(same.errors, "./t.sh is in this folder");
  CHECK(Bench()
            .grabr("--same-crash --copy t.sh -i in.json -- sh ./t.sh @@")
            .errors.find("is in this folder") == std::string::npos);
}

TEST_CASE("an input that does not parse is reduced all the same, and says where it stopped" *
          doctest::test_suite("many runs")) {
  const Bench bench;
  bench.write("broken.json", "[1, 5 {BUG}, 2");
  const auto check = [&](const std::string& options, const std::string& said, const char* parsed) {
    CAPTURE(options);
    const ShellRun run = bench.grabr("--report r " + options + " ./t.sh broken.json");
    CHECK(run.exit == 0);
    CHECK(bench.read("broken.reduced.json") == "BUG");
    check_contains(run.errors, "broken.json:1:7: ");
    check_contains(run.errors, said);
    check_contains(bench.read("r"), std::string("\"parsed\": \"") + parsed + "\"");
  };
  check("",
        "; 3 places do not parse (2 of 9 tokens): they are reduced as text, the rest on its tree",
        "partial");
  check("--no-partial", "it is reduced as text\n", "no");
  const std::string by_ddmin = "it is reduced as text by ddmin, in place of ";
  for (const std::string name :
       {"grabr", "grabr-simple", "grabr-all", "grabr-generative", "choices", "ddset"}) {
    check("--strategy " + name, by_ddmin + name + "\n", "partial");
  }
  check("--no-partial --strategy grabr", by_ddmin + "grabr\n", "no");
  check("--no-partial --strategy hdd", by_ddmin + "hdd\n", "no");
  check("--strategy 'grabr then ddmin-fuzzingbook'", by_ddmin + "grabr\n", "partial");
  const ShellRun strict = bench.grabr("--strict ./t.sh broken.json");
  CHECK(strict.exit == 4);
  check_contains(strict.errors, "broken.json:1:7: ");
}

TEST_CASE("a result in place keeps the original, and never overwrites what was kept" *
          doctest::test_suite("many runs")) {
  const Bench bench;
  REQUIRE(bench.grabr("-I ./t.sh in.json").exit == 0);
  CHECK(bench.read("in.json.orig") == kInput);
  bench.write("in.json", "[\"BUG\"]");
  REQUIRE(bench.grabr("-I ./t.sh in.json").exit == 0);
  CHECK(bench.read("in.json") == "\"BUG\"");
  CHECK(bench.read("in.json.orig") == kInput);
}

TEST_CASE("quiet means silent; a pipe gets plain lines with the end in them" *
          doctest::test_suite("many runs")) {
  CHECK(Bench().grabr("-q ./t.sh in.json").errors.empty());
  const ShellRun run = Bench().grabr("-v ./t.sh in.json");
  check_contains(run.errors, "grabr: phase ");
  check_contains(run.errors, " smaller), ");
  check_contains(run.errors, "43 → 5 bytes (11.6%), ");
  check_contains(run.errors, "the result is in in.reduced.json\n\n    \"BUG\"\n");
  CHECK(run.errors.find('\r') == std::string::npos);
}

TEST_CASE("budgets end a run with the best saved and status 6") {
  const Bench bench;
  const ShellRun tests = bench.grabr("./t.sh in.json --max-tests 5 --report r.json");
  CHECK(tests.exit == 6);
  check_contains(tests.errors, "budget of 5 tests");
  CHECK(bench.shell("./t.sh in.reduced.json").exit == 0);
  CHECK(nlohmann::json::parse(bench.read("r.json"))["exit"] == 6);
  const Bench slow("#!/bin/sh\nsleep 0.2; grep -q BUG \"$1\"\n");
  CHECK(slow.grabr("./t.sh in.json --max-time 0.5").exit == 6);
  CHECK(slow.shell("[ ! -e in.reduced.json ] || ./t.sh in.reduced.json").exit == 0);
}

TEST_CASE("the trace is the sequence of tests" * doctest::test_suite("many runs")) {
  const Bench bench;
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
  CHECK(first["text"] == kInput);
  CHECK(!first.contains("accepted"));
}

TEST_CASE("the certificate is asked for what the units of a text have left, too" *
          doctest::test_suite("many runs")) {
  const Bench bench;
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
    const auto certificate = nlohmann::json::parse(bench.read("r.json"))["certificate"];
    CAPTURE(certificate.dump());
    CHECK(certificate["neighbours"] == neighbours);
    CHECK(certificate["not_asked"] == 0);
    CHECK(certificate["minimal"] == true);
  }
}

TEST_CASE("the report has every field" * doctest::test_suite("many runs")) {
  const Bench bench;
  REQUIRE(bench.grabr("./t.sh in.json --report r.json --trace t.jsonl").exit == 0);
  const auto report = nlohmann::json::parse(bench.read("r.json"));
  CAPTURE(report.dump(2));
  CHECK(report["schema"] == "grabr-report-2");
  CHECK(report["input"]["bytes"] == kInput.size());
  CHECK(report["input"]["tokens"] == 21);
  CHECK(report["output"]["bytes"] == 5);
  CHECK(report["output"]["tokens"] == 1);
  CHECK(report["output"]["lines"] == 1);
  CHECK(report["output"]["sha256"].get<std::string>().size() == 64);
  CHECK(report["grammar"]["name"] == "JSON");
  CHECK(report["parsed"] == "whole");
  CHECK(report["strategy"] == "auto");
  CHECK(report["oracle"]["command"] == nlohmann::json::array({"./t.sh"}));
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
  // One token of n stays: log2 n answers.
  const double bits = std::log2(report["input"]["tokens"].get<double>());
  CHECK(std::abs(report["bits"].get<double>() - bits) <= 0.05);
}

TEST_CASE("what the checks before the search saw is kept of texts that are not UTF-8") {
  const Workshop shop;
  shop.write("a.json", "[ 1,\n \"\xFF\xFE BUG\" ]\n");
  shop.program("test.sh", "#!/bin/sh\ngrep -aq BUG \"$1\"\n");
  for (const char* const call : {"first", "second"}) {
    CAPTURE(call);
    const ShellRun run = shop.grabr("reduce -q --cache cache --unit bytes ./test.sh a.json -o out");
    CHECK(run.exit == 0);
    CHECK(run.errors.empty());
  }
}

TEST_CASE("a failure that shows now and then is reduced without a number of runs to choose") {
  const Bench bench;
  // A run in three, by the count of runs: whatever comes, three in a row have a failure.
  bench.program("now.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" || exit 1\nprintf x >>\"$GRABR_DIR/runs\"\n"
                "test $(($(wc -c <\"$GRABR_DIR/runs\") % 3)) = 0\n");
  const ShellRun run = bench.grabr("--flaky -j 1 --report r.json ./now.sh in.json");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read("in.reduced.json").find("BUG") != std::string::npos);
  CHECK(bench.read("in.reduced.json").size() < 12);
  check_contains(run.errors, "the original failed in 20 of 60 runs");
  check_contains(run.errors, "% of runs (95 %): in ");
  const auto rate = nlohmann::json::parse(bench.read("r.json"))["rate"];
  CHECK(rate["at_least"] < 0.34);
  CHECK(rate["at_least"] > 0.1);
  const std::string runs = bench.read("runs");
  const ShellRun again = bench.grabr("--flaky -j 1 ./now.sh in.json");
  CHECK(again.exit == 0);
  check_contains(again.errors, "test results are known");
  CHECK(bench.read("runs").size() <= runs.size() + 3);  // whether the best still fails
}

TEST_CASE("a flaky test that never fails, or fails for nothing, is refused") {
  check_refused("--flaky --repeat 3 ./t.sh in.json", 2, "--flaky and --repeat exclude each other");
  check_refused("--flaky --flaky-error 2 ./t.sh in.json", 2,
                "--flaky-error: not from 0.000001 to 0.25");
  check_refused("--flaky --strategy dd-max ./t.sh in.json", 2, "--flaky is for searches");
  const Bench bench("#!/bin/sh\ntrue\n");
  const ShellRun run = bench.grabr("--flaky ./t.sh in.json");
  CHECK(run.exit == 5);
  check_contains(run.errors, "empty");
}
