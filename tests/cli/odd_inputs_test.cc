// Inputs and outputs that are not plain files, and reductions without a result.
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

const Files kOdd = {
    {"t.sh", kHasBug},     {"in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
    {"good.json", "{}\n"}, {"more.json", "[\"BUG\"]"},
    {"fine.json", "[1]"},  {"broken.json", "[1 BUG"}};

}  // namespace

TEST_CASE("standard input is reduced, compared and one side of a difference") {
  const Workshop odd(kOdd);
  const auto before = odd.files();
  check_calls(
      odd,
      {{"-g json ./t.sh - < in.json", 0, "stdin.json: ", "=\"BUG\""},
       {"-q -g json -i - -o out.json -- grep -q BUG @@ < in.json && cat out.json",
        0,
        {},
        "=\"BUG\""},
       // The candidate file gets this name, for compilers that look at the name's ending.
       {"-q -g json -c 'test -f stdin.json && grep -q BUG @@' - <in.json", 0, {}, "=\"BUG\""},
       {"compare -q --json -g json --strategies auto ./t.sh - < in.json", 0, {}, "\"bytes\": 5"},
       {"diff -q ./t.sh - good.json < in.json"},
       // Report and trace go to standard output, never to a file named "-".
       {"-q --report - ./t.sh in.json", 0, {}, "\"bytes\": 5"},
       {"-q --fresh --trace - ./t.sh in.json | head -n 1", 0, {}, "{\"test\":0"},
       // The existing content of a log is kept.
       {"$ echo before >log; \"$GRABR\" -q --fresh --trace - ./t.sh in.json >>log; head -n 2 log",
        0,
        {},
        "before\n{\"test\":"},
       {"-q --report - -c 'grep -q BUG in.json && grep -q BUG more.json' in.json more.json",
        0,
        {},
        "[\n"},
       {"diff --report - ./t.sh in.json t.sh", 2},
       {"compare -o - ./t.sh in.json", 2},
       {"fuzz -o - -g json -- true", 2},
       {"$ rm -r .grabr out.json log *.reduced.json"}});
  CHECK(odd.files() == before);
}

TEST_CASE(
    "a folder among several inputs, an archive, a module of bytes: reduced or refused, with a "
    "word") {
  CHECK(archive_kind("\x1f\x8b\x08") == "gzip archive");
  CHECK(archive_kind("PK\x03\x04...") == "zip archive");
  CHECK(archive_kind("BZh9") == "bzip2 archive");
  CHECK(archive_kind(std::string(257, '\0') + "ustar") == "tar archive");
  for (const char* none : {"PK", "", "int main() {}"}) CHECK(archive_kind(none).empty());
  const std::string gzip = "--max-tests 3 -c 'gzip -dc @@ | grep -q BUG' in.gz";
  check_calls(
      Workshop(kOdd),
      {{"$ mkdir proj && cp in.json proj/a.json && cp in.json proj/b.json && gzip <in.json >in.gz"},
       {"./t.sh in.json proj",
        2,
        {"proj is a folder, and grabr reduces files", "--copy proj",
         "hint: several files that fail together: grabr TEST proj/a.json proj/b.json\n"}},
       {gzip,
        6,
        {"in.gz is a gzip archive: its bytes are reduced", "--unpack reduces the files in it"}},
       {"-q " + gzip, 6, "="},
       {"$ printf 'BC\\300\\336 some BUG' >in.bc; printf 'BC some BUG' >in.other"},
       {"--max-tests 1 -c 'grep -q BUG @@' in.bc", 6,
        "in.bc is LLVM bitcode: its own bytes are reduced\n"
        "hint: for text: --decode 'llvm-dis -o - @@' --encode 'llvm-as -o - @@'"},
       {"--max-tests 1 -c 'grep -q BUG @@' in.other", 6, "!its own bytes"},
       {"--max-tests 1 --decode cat --encode cat -c 'grep -q BUG @@' in.bc", 6, "!its own bytes"}});
}

TEST_CASE("an end without a result leaves a report all the same") {
  const Workshop odd(kOdd);
  const auto report = [&](const std::string& arguments, int exit) {
    check_calls(odd, {{"-q --report r.json " + arguments, exit}});
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
  CHECK(report("-c true in.json fine.json", 5).at(0)["exit"] == 5);
  check_contains(report("--max-tests 3 ./t.sh in.json", 6)["reason"], "budget of 3 tests");
  CHECK(report("./t.sh in.json", 0)["reason"].is_null());
  // The file must not be taken for the report of a result.
  check_calls(odd, {{"-q --report r.json ./t.sh fine.json", 3},
                    {"verify r.json", 2, "ended without a result"}});
}

TEST_CASE("what was wished for is a success, times have units, and many tests at once get a word") {
  const Workshop odd(kOdd);
  const std::string many = " --no-preflight --fresh --max-tests 1 ./t.sh in.json";
  check_calls(odd, {{"--fresh -o goal --stop-at 2tokens ./t.sh in.json"},
                    {"--fresh -o goal --stop-at \"3 tokens\" ./t.sh in.json"},
                    {"--fresh -o goal --stop-at 1line ./t.sh in.json"},
                    {"--stop-at 20 --report r.json ./t.sh in.json", 0, "grabr: small enough: "},
                    {"-q --max-time 1h30m --timeout 2m ./t.sh in.json"},
                    {"-q --max-tests 2 --fresh ./t.sh in.json", 6},
                    {"-j 1000" + many, 6, "1000 tests at once"},
                    {"-q -j 1000" + many, 6, "="},
                    {"-j 1" + many, 6, "!at once, and"}});
  const auto report = nlohmann::json::parse(odd.read("r.json"));
  CHECK(report["exit"] == 0);
  CHECK(report["output"]["bytes"] <= 20);
  CHECK(report["output"]["bytes"] > 5);
}

TEST_CASE("a link where the result would go by itself is not followed") {
  const std::string refused = "is a link, and its target is not replaced";
  const std::string end = "-q -g lines ./t.sh in.txt ";
  check_calls(Workshop({{"t.sh", kHasBug}, {"in.txt", "BUG, and more\n"}, {"mine", "mine"}}),
              {{"$ ln -s mine in.reduced.txt; ln -s new in.txt.orig"},
               {end, 2, refused},
               {end + "--in-place", 2, refused},
               {"$ cat mine; [ ! -e new ]", 0, {}, "=mine"},
               {end + "-o in.reduced.txt && cat mine", 0, {}, "!mine"}});  // as the options say
}

TEST_CASE("names of files say nothing to a shell, a program, a terminal or a page" *
          doctest::test_suite("many runs")) {
  const std::vector<std::string> names = {
      "-rf",           "--report=ran", "a\nb",  "\x1b]0;X\a.c", "\xff.c", "$(touch ran)",
      "';touch ran;'", "`touch ran`",  "<b>.c", "a b\"c\\d",    "%0A%",   "*",
      "\u202ec.exe"};
  const Workshop shop(
      {{"t.sh", kHasBug},
       {"all.sh", "#!/bin/sh\ncd \"$1\" && [ \"$(grep -ras BUG . | wc -l)\" -ge 3 ]\n"}});
  std::filesystem::create_directory(shop.path() / "in");
  for (const std::string& name : names) shop.write("in/" + name, "text\nBUG\n");
  check_calls(shop, {{"--trace t.jsonl ./all.sh in", 0, {"!\x1b", "!\xff"}}});
  for (const std::string& name : names) {
    const std::string word = shell_quoted("./in/" + name);
    check_calls(
        shop,
        {{"--fresh -g lines --style keep --report r.json -o out ./t.sh " + word +
              "; \"$GRABR\" report --html r.html r.json && \"$GRABR\" --emit-script --exit 0 -i " +
              word + " -o s.sh -- grep -q BUG && ./s.sh " + word,
          0, "!\x1b"},
         {"$ cat out", 0, {}, "=BUG\n"},
         {"$ cat r.html", 0, {}, {"!\x1b", "!<b>.c"}},
         {"$ test -e ran", 1}});
  }
}
