#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

/// Asks for everything that a certificate is about.
const char* const kThorough = "--strategy 'auto then certificate'";

struct VerifyShop : Workshop {
  VerifyShop() {
    program("t.sh", kHasBug);
    write("in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
    write("plain.txt", "some text\nwith BUG\nin it\n");
  }

  /// Reduces, with a report in r.json; gives the report.
  Json reduce(const std::string& arguments) const {
    const ShellRun run = grabr("-q --report r.json " + arguments);
    CAPTURE(arguments);
    CAPTURE(run.errors);
    REQUIRE(run.exit == 0);
    return Json::parse(read("r.json"));
  }

  void change_report(const std::function<void(Json&)>& change) const {
    Json report = Json::parse(read("r.json"));
    change(report);
    write("r.json", report.dump());
  }

  ShellRun verify(const std::string& arguments = "r.json") const {
    return grabr("verify " + arguments);
  }

  void check_verify(int exit, const std::string& words,
                    const std::string& arguments = "r.json") const {
    const ShellRun run = verify(arguments);
    CAPTURE(words);
    INFO(run.output);
    check_contains(run.errors, words);
    CHECK(run.exit == exit);
  }
};

}  // namespace

TEST_CASE("a minimal result is confirmed, kind by kind, and nothing is written" *
          doctest::test_suite("many runs")) {
  const VerifyShop shop;
  const Json certificate = shop.reduce(std::string(kThorough) + " ./t.sh in.json")["certificate"];
  CAPTURE(certificate.dump(2));
  CHECK(certificate["minimal"] == true);
  CHECK(certificate["why_not_minimal"] == nullptr);
  CHECK(certificate["complete"] == true);
  CHECK(certificate["tested"] == certificate["neighbours"]);
  CHECK(certificate["neighbours"] > 0);
  CHECK(certificate["fail"] == 0);
  const auto files = shop.files();
  const std::string result = shop.read("in.reduced.json");
  const ShellRun run = shop.verify();
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(run.output.starts_with("kind"));
  for (const char* kind : {"\ndeletion ", "\ncheapest text ", "\nhoist ", "\nall "}) {
    check_contains(run.output, kind);
  }
  check_contains(run.errors, "confirmed: in.reduced.json fails, and none of its ");
  CHECK(shop.files() == files);
  CHECK(shop.read("in.reduced.json") == result);
  CHECK(shop.verify("-q r.json").output + shop.verify("-q r.json").errors == "");
}

TEST_CASE("any number of tests at once says the same") {
  const VerifyShop shop;
  shop.reduce("--max-tests 0 --strategy gopinath:lines ./t.sh plain.txt");
  for (const char* const arguments : {"r.json", "--sample 3 r.json"}) {
    const ShellRun alone = shop.verify("-j 1 " + std::string(arguments));
    const ShellRun together = shop.verify("-j 4 " + std::string(arguments));
    CHECK(alone.output == together.output);
    CHECK(alone.errors == together.errors);
    CHECK(alone.exit == together.exit);
  }
}

TEST_CASE("tests are made again as they were, from any folder" * doctest::test_suite("many runs")) {
  const VerifyShop shop;
  shop.write("needed.txt", "BUG\n");
  shop.program("copy.sh", "#!/bin/sh\ngrep -q -f needed.txt in.json\n");
  shop.program("stdin.sh", "#!/bin/sh\n[ $# = 0 ] && grep -q BUG\n");
  shop.program("error.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && { echo it\\'s BUG >&2; exit 3; }\n");
  shop.program("same.sh", "#!/bin/sh\ngrep -c BUG \"$1\"\n");
  shop.program("second.sh", "#!/bin/sh\n[ \"$1\" = 'two words' ] && grep -q BUG \"$2\"\n");
  for (const std::string call :
       {"./t.sh in.json", "'./second.sh \"two words\"' in.json", "--repeat 2 ./t.sh in.json",
        "--copy needed.txt ./copy.sh in.json", "--input-via stdin --no-arg ./stdin.sh in.json",
        "-c 'grep -q BUG @@' in.json", "--memory 4000 --no-aslr -t ./t.sh -i in.json",
        "--exit 3 --stderr \"it's +BUG\" -i in.json -- ./error.sh @@",
        "--differs 'grep -c NOBUG @@' -i in.json -- grep -c BUG @@",
        "--same-as-original -i in.json -- ./same.sh", "-o sub/ ./t.sh in.json",
        "--unit lines --strategy ddmin-2000 ./t.sh plain.txt"}) {
    CAPTURE(call);
    const bool thorough = call.find("--strategy") == call.npos;
    shop.reduce("--fresh " + (thorough ? kThorough + (" " + call) : call));
    const ShellRun run = shop.shell("report=$PWD/r.json && cd / && \"$GRABR\" verify \"$report\"");
    CAPTURE(run.errors);
    CAPTURE(run.output);
    CHECK(run.exit == 0);
  }
}

TEST_CASE("an input replaced by its result is compared with its backup") {
  const VerifyShop shop;
  shop.program("same.sh", "#!/bin/sh\ngrep -c BUG \"$1\"\n");
  shop.reduce(std::string(kThorough) + " -I --same-as-original -i in.json -- ./same.sh");
  shop.check_verify(0, "confirmed: in.json fails");
}

TEST_CASE("a result on standard output, or moved, is where one says") {
  const VerifyShop shop;
  REQUIRE(shop.shell("\"$GRABR\" -q --report r.json -o - " + std::string(kThorough) +
                     " ./t.sh in.json > kept.json")
              .exit == 0);
  shop.check_verify(2, "hint: --result FILE");
  shop.check_verify(0, "confirmed", "--result kept.json r.json");
}

TEST_CASE("another result, test or grammar is found out") {
  const VerifyShop shop;
  shop.write("g.json", shop.shell("cat \"$GRABR_GRAMMARS/json.json\"").output);
  shop.reduce("-g g.json " + std::string(kThorough) + " ./t.sh in.json");
  const std::string result = shop.read("in.reduced.json");
  shop.write("in.reduced.json", result + " ");
  shop.check_verify(7, "is not the result of the report");
  shop.write("in.reduced.json", result);
  shop.check_verify(0, "confirmed");

  shop.program("t.sh", "#!/bin/sh\ngrep -q BUG \"$1\" # as before\n");
  shop.check_verify(7, "the test is not the one of the report");
  shop.check_verify(0, "confirmed", "--changed-test r.json");
  shop.program("t.sh", "#!/bin/sh\nfalse\n");
  shop.check_verify(3, "the result no longer fails", "--changed-test r.json");
  shop.program("t.sh", "#!/bin/sh\n[ -s \"$1\" ]\n");
  shop.check_verify(9, "not minimal", "--changed-test r.json");
  shop.program("t.sh", kHasBug);

  shop.write("g.json", shop.read("g.json") + "\n");
  shop.check_verify(7, "the grammar g.json has changed");
  shop.check_verify(0, "confirmed", "-g json r.json");
}

TEST_CASE("a neighbour that still fails is named" * doctest::test_suite("many runs")) {
  const VerifyShop shop;
  const ShellRun stopped =
      shop.grabr("-q --report r.json --max-tests 1 --strategy sweep ./t.sh in.json");
  REQUIRE(stopped.exit == 6);
  const Json certificate = Json::parse(shop.read("r.json"))["certificate"];
  CHECK(certificate["minimal"] == false);
  CHECK(certificate["tested"] < certificate["neighbours"]);
  check_contains(certificate["why_not_minimal"].get<std::string>(),
                 "were not tested; grabr verify");
  const ShellRun run = shop.verify();
  CHECK(run.exit == 9);
  check_contains(run.errors, "grabr: still fails: delete ");
  check_contains(run.errors, "which leaves ");
  check_contains(run.errors, "not minimal: ");
  CHECK(shop.read("in.reduced.json").size() > 5);
}

TEST_CASE("a report that counts wrongly is found out") {
  const VerifyShop shop;
  shop.reduce(std::string(kThorough) + " ./t.sh in.json");
  shop.change_report([](Json& report) {
    Json& row = report["certificate"]["kinds"][1];
    row["neighbours"] = row["neighbours"].get<int>() + 1;
  });
  shop.check_verify(9, "the report is wrong");
}

TEST_CASE("a test that stops working while it is asked confirms nothing") {
  const VerifyShop shop;
  shop.program("tired.sh",
               "#!/bin/sh\ncd \"$GRABR_DIR\"\n[ -e broken ] && [ -e used ] && exit 1\n"
               "[ -e broken ] && : > used\ngrep -q BUG \"$1\"\n");
  shop.reduce(std::string(kThorough) + " ./tired.sh in.json");
  shop.check_verify(0, "confirmed");
  shop.write("broken", "");
  // The script names the file, so it is another test now.
  shop.check_verify(7, "the test is not the one of the report");
  shop.check_verify(3, "the result no longer failed after", "--changed-test r.json");
}

TEST_CASE("answers that cannot be told are no failures, and shown") {
  const VerifyShop shop;
  shop.program("u.sh",
               "#!/bin/sh\ngrep -q BUG \"$1\" && exit 0\n"
               "grep -q '^BU$' \"$1\" && exit 125\nexit 1\n");
  shop.write("five.txt", "xBUGy");
  const Json certificate =
      shop.reduce("--unit chars --strategy ddmin-2000 ./u.sh five.txt")["certificate"];
  CHECK(certificate["of"] == "text");
  CHECK(certificate["unit"] == "chars");
  CHECK(certificate["neighbours"] == 3);
  CHECK(certificate["tested"] == 2);
  CHECK(certificate["unresolved"] == 1);
  CHECK(certificate["minimal"] == false);
  CHECK(certificate["why_not_minimal"] == "1 of 3 neighbours cannot be told: unresolved");
  shop.check_verify(0, "none of its 3 neighbours does; of 1 it cannot be told");
}

TEST_CASE("a sample is the same for the same seed") {
  const VerifyShop shop;
  REQUIRE(shop.grabr("-q --report r.json --max-tests 1 --strategy sweep ./t.sh in.json").exit == 6);
  const std::string neighbours =
      std::to_string(Json::parse(shop.read("r.json"))["certificate"]["neighbours"].get<int>());
  const ShellRun one = shop.verify("--sample 4 --seed 7 r.json");
  CHECK(one.errors == shop.verify("--sample 4 --seed 7 r.json").errors);
  check_contains(one.errors, "of 4 ");
  const ShellRun all = shop.verify("--sample " + neighbours + " r.json");
  CHECK(all.errors == shop.verify().errors);
}

TEST_CASE("what is not a report with a certificate is refused") {
  const VerifyShop shop;
  shop.check_verify(2, "missing.json", "missing.json");
  shop.write("r.json", "{}");
  shop.check_verify(2, "this is not a grabr report");
  shop.write("r.json", "[]");
  shop.check_verify(2, "the report is of no reduction");
  shop.write("r.json", "[{}]");
  shop.check_verify(2, "this is not a grabr report");
  shop.reduce("./t.sh in.json");
  shop.change_report([](Json& report) { report["certificate"] = nullptr; });
  shop.check_verify(2, "has no certificate");
  shop.reduce("./t.sh in.json");
  shop.change_report([](Json& report) { report["oracle"].erase("test"); });
  shop.check_verify(2, ": `oracle.test` is missing\nhint: this is not a report of a reduction");
  shop.reduce("./t.sh in.json");
  shop.change_report([](Json& report) { report["oracle"]["test"]["colour"] = "red"; });
  shop.check_verify(2, "unknown field in the saved test: colour");
  shop.reduce("./t.sh in.json");
  shop.change_report([](Json& report) { report["schema"] = "grabr-report-3"; });
  shop.check_verify(2, "the report is of another kind");
}

TEST_CASE("a time limit is not to end a test before --hang is told") {
  const VerifyShop shop;
  shop.program("slow.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && exec sleep 1000\nexit 1\n");
  shop.reduce("--unit lines --strategy ddmin-2000 --hang 0.4 -i plain.txt -- ./slow.sh @@");
  shop.check_verify(2, "--timeout 0.2 s ends a test before --hang 0.4 s can be decided",
                    "--timeout 0.2 r.json");
  shop.check_verify(0, "confirmed");
}

namespace {

/// Two inputs that need each other, and one that is of no matter; and an empty one.
struct VerifySet : VerifyShop {
  VerifySet() {
    program("set.sh",
            "#!/bin/sh\n[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt && "
            "[ -e c.json ] && [ -e empty ]\n");
    write("a.txt", "foo");
    write("b.txt", "say foobar");
    write("c.json", "[1, 2]");
    write("empty", "");
  }

  static constexpr const char* kCall = "./set.sh a.txt b.txt c.json empty";
};

}  // namespace

TEST_CASE("of several inputs each result is confirmed beside the others" *
          doctest::test_suite("many runs")) {
  for (const std::string options : {"", "-I ", "-o out/ ", "--style pretty "}) {
    CAPTURE(options);
    const VerifySet shop;
    shop.reduce(options + VerifySet::kCall);
    const auto files = shop.files();
    const ShellRun run = shop.verify();
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    const std::string result = options == "-I "        ? "a.txt"
                               : options == "-o out/ " ? "out/a.txt"
                                                       : "a.reduced.txt";
    check_contains(run.errors, "confirmed: " + result + " fails");
    check_contains(run.output, result + ":\nkind ");
    CHECK(shop.files() == files);
    const ShellRun elsewhere =
        shop.shell("report=$PWD/r.json && cd / && \"$GRABR\" verify -q \"$report\"");
    CHECK(elsewhere.errors == "");
    CHECK(elsewhere.exit == 0);
  }
}

TEST_CASE("of several inputs changes are found out in any") {
  const VerifySet shop;
  shop.reduce(VerifySet::kCall);
  const std::string b = shop.read("b.reduced.txt");
  shop.write("b.reduced.txt", "x" + b);
  shop.check_verify(7, "b.reduced.txt is not the result of the report");
  shop.write("b.reduced.txt", b);
  shop.check_verify(2, "--result names one result", "--result b.reduced.txt r.json");
  shop.write("set.sh", shop.read("set.sh") + "\n");
  shop.check_verify(7, "the test is not the one of the report");
  shop.write("set.sh", "#!/bin/sh\n[ -s a.txt ] && [ -e b.txt ]\n");
  const ShellRun run = shop.verify("--changed-test r.json");
  CHECK(run.exit == 9);
  check_contains(run.errors, "confirmed: a.reduced.txt fails");
  check_contains(run.errors, "not minimal");
}

TEST_CASE("of several inputs a set that was left early is checked as far as it got" *
          doctest::test_suite("many runs")) {
  for (const char* budget : {"1", "4", "7"}) {
    CAPTURE(budget);
    const VerifySet shop;
    const std::string limit = std::string("-q --report r.json --max-tests ") + budget + " ";
    REQUIRE(shop.grabr(limit + VerifySet::kCall).exit == 6);
    const ShellRun run = shop.verify();
    CAPTURE(run.errors);
    CHECK((run.exit == 0 || run.exit == 9));
  }
}
