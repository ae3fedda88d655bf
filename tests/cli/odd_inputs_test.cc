#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "cli/run_grabr.h"
#include "run/files/odd_files.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

const std::string kOddInput = R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})";

struct Odd : Workshop {
  Odd() {
    program("t.sh", kHasBug);
    write("in.json", kOddInput);
  }
};

}  // namespace

TEST_CASE("standard input is reduced, and the result printed") {
  const Odd odd;
  const auto before = odd.files();
  const ShellRun run = odd.grabr("-g json ./t.sh - < in.json");
  CHECK(run.exit == 0);
  CHECK(run.output == "\"BUG\"");
  check_contains(run.errors, "stdin.json: ");
  CHECK(odd.grabr("-q -g json -i - -o out.json -- grep -q BUG @@ < in.json").exit == 0);
  CHECK(odd.read("out.json") == "\"BUG\"");
  // The candidate is called so, for compilers that go by names.
  CHECK(odd.shell("cat in.json | \"$GRABR\" -q -g json -c 'test -f stdin.json && grep -q BUG @@' -")
            .output == "\"BUG\"");
  CHECK(odd.files().count("-") == 0);
  CHECK(odd.shell("ls; rm -rf .grabr out.json .grabr").exit == 0);
  CHECK(odd.files() == before);
}

TEST_CASE("standard input can be compared, and be one side of a difference") {
  const Odd odd;
  const ShellRun compared =
      odd.grabr("compare -q --json -g json --strategies auto ./t.sh - < in.json");
  CHECK(compared.exit == 0);
  CHECK(nlohmann::json::parse(compared.output)["rows"][0]["bytes"] == 5);
  odd.write("good.json", "{}\n");
  CHECK(odd.grabr("diff -q ./t.sh - good.json < in.json").exit == 0);
}

TEST_CASE("report and trace go to standard output, and never to a file called -") {
  const Odd odd;
  const ShellRun report = odd.grabr("-q --report - ./t.sh in.json");
  CHECK(report.exit == 0);
  CHECK(nlohmann::json::parse(report.output)["output"]["bytes"] == 5);
  const ShellRun trace = odd.grabr("-q --fresh --trace - ./t.sh in.json | head -n 1");
  CHECK(nlohmann::json::parse(trace.output)["test"] == 0);
  // What is in a log already stays there.
  CHECK(
      odd.shell("echo before > log; \"$GRABR\" -q --fresh --trace - ./t.sh in.json >> log").exit ==
      0);
  CHECK(odd.read("log").starts_with("before\n{\"test\":"));
  odd.write("more.json", "[\"BUG\"]");
  const ShellRun turns = odd.grabr(
      "-q --report - -c 'grep -q BUG in.json && grep -q BUG more.json' in.json more.json");
  CHECK(nlohmann::json::parse(turns.output).size() >= 2);
  CHECK(odd.grabr("diff --report - ./t.sh in.json t.sh").exit == 2);
  CHECK(odd.grabr("compare -o - ./t.sh in.json").exit == 2);
  CHECK(odd.grabr("fuzz -o - -g json -- true").exit == 2);
  CHECK(odd.files().count("-") == 0);
}

TEST_CASE("a folder among several inputs is refused with what to write") {
  const Odd odd;
  CHECK(odd.shell("mkdir proj && cp in.json proj/a.json && cp in.json proj/b.json").exit == 0);
  const ShellRun run = odd.grabr("./t.sh in.json proj");
  CHECK(run.exit == 2);
  check_contains(run.errors, "proj is a folder, and grabr reduces files");
  check_contains(run.errors,
                 "hint: several files that fail together: grabr TEST proj/a.json "
                 "proj/b.json\n");
  check_contains(run.errors, "--copy proj");
}

TEST_CASE("an archive is reduced as what it is, with a word") {
  CHECK(archive_kind("\x1f\x8b\x08") == "gzip archive");
  CHECK(archive_kind("PK\x03\x04...") == "zip archive");
  CHECK(archive_kind("BZh9") == "bzip2 archive");
  CHECK(archive_kind(std::string(257, '\0') + "ustar") == "tar archive");
  CHECK(archive_kind("PK").empty());
  CHECK(archive_kind("").empty());
  CHECK(archive_kind("int main() {}").empty());
  const Odd odd;
  CHECK(odd.shell("gzip < in.json > in.gz").exit == 0);
  const ShellRun run = odd.grabr("--max-tests 3 -c 'gzip -dc @@ | grep -q BUG' in.gz");
  CHECK(run.exit == 6);
  check_contains(run.errors, "in.gz is a gzip archive: its own bytes are reduced");
  check_contains(run.errors, "--unpack reduces the files in it");
  CHECK(odd.grabr("-q --max-tests 3 -c 'gzip -dc @@ | grep -q BUG' in.gz").errors.empty());
}

TEST_CASE("a module of bytes is reduced as what it is, with the commands for its text") {
  const Odd odd;
  odd.shell("printf 'BC\\300\\336 some BUG' >in.bc; printf 'BC some BUG' >in.other");
  check_contains(odd.grabr("--max-tests 1 -c 'grep -q BUG @@' in.bc").errors,
                 "in.bc is LLVM bitcode: its own bytes are reduced\n"
                 "hint: for text: --decode 'llvm-dis -o - @@' --encode 'llvm-as -o - @@'");
  for (const char* other :
       {"-c 'grep -q BUG @@' in.other", "--decode cat --encode cat -c 'grep -q BUG @@' in.bc"}) {
    CHECK(odd.grabr("--max-tests 1 " + std::string(other)).errors.find("its own bytes") ==
          std::string::npos);
  }
}

TEST_CASE("an end without a result leaves a report all the same") {
  const Odd odd;
  odd.write("fine.json", "[1]");
  odd.write("broken.json", "[1 BUG");
  const auto report = [&](const std::string& arguments, int exit) {
    CAPTURE(arguments);
    CHECK(odd.grabr("-q --report r.json " + arguments).exit == exit);
    const auto json = nlohmann::json::parse(odd.read("r.json"));
    odd.shell("rm r.json");
    return json;
  };
  const auto fine = report("./t.sh fine.json", 3);
  CHECK(fine["exit"] == 3);
  CHECK(fine["output"].is_null());
  CHECK(fine["input"]["bytes"] == 3);
  CHECK(fine["preflight"]["runs"] == 1);
  CHECK(fine["preflight"]["hits"] == 0);
  check_contains(fine["reason"], "fine.json does not fail");
  const auto vacuous = report("-c true in.json", 5);
  CHECK(vacuous["exit"] == 5);
  CHECK(vacuous["preflight"]["hits"] > 0);
  CHECK(vacuous["preflight"]["probes"][0]["outcome"] == "fail");
  CHECK(report("--strict ./t.sh broken.json", 4)["exit"] == 4);
  const auto set = report("-c true in.json fine.json", 5);
  REQUIRE(set.is_array());
  CHECK(set[0]["exit"] == 5);
  const auto budget = report("--max-tests 3 ./t.sh in.json", 6);
  check_contains(budget["reason"], "budget of 3 tests");
  CHECK(report("./t.sh in.json", 0)["reason"].is_null());
  // Nobody takes it for that of a result.
  odd.grabr("-q --report r.json ./t.sh fine.json");
  const ShellRun verified = odd.grabr("verify r.json");
  CHECK(verified.exit == 2);
  check_contains(verified.errors, "ended without a result");
}

TEST_CASE("what was wished for is a success, and times have units") {
  const Odd odd;
  for (const char* goal : {"2tokens", "\"3 tokens\"", "1line"}) {
    const ShellRun run =
        odd.grabr("--fresh -o goal.json --stop-at " + std::string(goal) + " ./t.sh in.json");
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
  }
  const ShellRun small = odd.grabr("--stop-at 20 --report r.json ./t.sh in.json");
  CHECK(small.exit == 0);
  check_contains(small.errors, "grabr: small enough: ");
  const auto report = nlohmann::json::parse(odd.read("r.json"));
  CHECK(report["exit"] == 0);
  CHECK(report["output"]["bytes"] <= 20);
  CHECK(report["output"]["bytes"] > 5);
  CHECK(odd.grabr("-q --max-time 1h30m --timeout 2m ./t.sh in.json").exit == 0);
  CHECK(odd.grabr("-q --max-tests 2 --fresh ./t.sh in.json").exit == 6);
}

TEST_CASE("far more tests at once than cores get a word" * doctest::test_suite("many runs")) {
  const Odd odd;
  const std::string call = " --no-preflight --fresh --max-tests 1 ./t.sh in.json";
  check_contains(odd.grabr("-j 1000" + call).errors, "1000 tests at once");
  CHECK(odd.grabr("-q -j 1000" + call).errors.empty());
  CHECK(odd.grabr("-j 1" + call).errors.find("at once, and") == std::string::npos);
}

TEST_CASE("a link where the result would go by itself is not followed") {
  const Workshop shop;
  shop.program("t.sh", kHasBug);
  shop.write("in.txt", "BUG, and more\n");
  shop.write("mine", "mine");
  const auto refused = [&](const std::string& call) {
    const ShellRun run = shop.grabr("-q -g lines " + call + " ./t.sh in.txt");
    CHECK(run.exit == 2);
    check_contains(run.errors, "is a link, and its target is not replaced");
    CHECK(shop.read("mine") == "mine");
  };
  shop.shell("ln -s mine in.reduced.txt; ln -s new in.txt.orig");
  refused("");
  refused("--in-place");
  CHECK(!shop.files().contains("new"));
  CHECK(shop.grabr("-q -g lines -o in.reduced.txt ./t.sh in.txt").exit == 0);  // as they have said
  CHECK(shop.read("mine") != "mine");
}

TEST_CASE("names of files say nothing to a shell, a program, a terminal or a page" *
          doctest::test_suite("many runs")) {
  const std::vector<std::string> names = {
      "-rf",           "--report=ran", "a\nb",  "\x1b]0;X\a.c", "\xff.c", "$(touch ran)",
      "';touch ran;'", "`touch ran`",  "<b>.c", "a b\"c\\d",    "%0A%",   "*",
      "\u202ec.exe"};
  const Workshop shop;
  std::filesystem::create_directory(shop.path() / "in");
  for (const std::string& name : names) shop.write("in/" + name, "text\nBUG\n");
  shop.program("all.sh", "#!/bin/sh\ncd \"$1\" && [ \"$(grep -ras BUG . | wc -l)\" -ge 3 ]\n");
  const ShellRun folder = shop.grabr("--trace t.jsonl ./all.sh in");
  CHECK(folder.exit == 0);
  CHECK(folder.errors.find('\x1b') == std::string::npos);
  CHECK(folder.errors.find('\xff') == std::string::npos);
  shop.program("t.sh", kHasBug);
  for (const std::string& name : names) {
    CAPTURE(name);
    const std::string word = shell_quoted("./in/" + name);
    const ShellRun run = shop.shell(
        "\"$GRABR\" --fresh -g lines --style keep --report r.json -o out ./t.sh " + word +
        "; \"$GRABR\" report --html r.html r.json && \"$GRABR\" --emit-script --exit 0 -i " + word +
        " -o s.sh -- grep -q BUG && ./s.sh " + word);
    CHECK(run.exit == 0);
    CHECK(run.errors.find('\x1b') == std::string::npos);
    CHECK(shop.read("out") == "BUG\n");
    const std::string page = shop.read("r.html");
    CHECK(page.find('\x1b') == std::string::npos);
    CHECK(page.find("<b>.c") == std::string::npos);
  }
  std::set<std::string> left = shop.files();
  CHECK(!left.contains("ran"));
}
