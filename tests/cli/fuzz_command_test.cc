#include <doctest/doctest.h>

#include "cli/run_grabr.h"
#include "oracle/condition/failure_signature.h"
#include "oracle/condition/output_pattern.h"

using namespace grabr;

namespace {

constexpr const char* kCrashes = R"sh(#!/bin/sh
if grep -q null "$1"; then echo "$1:7: assertion 'n < 12' failed at 0x55d0" >&2; kill -SEGV $$; fi
if grep -q '{' "$1"; then echo 'fatal: brace'; kill -ABRT $$; fi
exit 3
)sh";

struct FuzzShop : Workshop {
  FuzzShop() { program("crash.sh", kCrashes); }

  std::string listing(const std::string& folder) const {
    return shell("cd " + folder + " && find . -type f ! -path './.grabr/*' | sort | xargs cksum")
        .output;
  }
};

}  // namespace

TEST_CASE("fuzz finds each failure once and reduces it" * doctest::test_suite("many runs")) {
  const FuzzShop shop;
  const ShellRun run = shop.grabr("fuzz -g json -n 40 -j 1 -o found -- ./crash.sh @@");
  INFO(run.errors);
  CHECK(run.exit == 10);
  check_contains(run.errors, "2 kinds of failure");
  const std::string names = shop.shell("cd found && ls -d *").output;
  check_contains(names, "-SIGSEGV");
  check_contains(names, "-SIGABRT");
  CHECK(shop.shell("cat found/*-SIGSEGV/reduced.json").output == "null");
  CHECK(shop.shell("cat found/*-SIGABRT/reduced.json").output.find('{') != std::string::npos);
  const std::string record = shop.shell("cat found/*-SIGSEGV/report.json").output;
  check_contains(record, "\"line\": \"PATH:N: assertion 'n < N' failed at 0xN\"");
  check_contains(record, "\"seed\": 0");
  check_contains(record, "./crash.sh");
  CHECK(shop.shell("ls -A found/*-SIGSEGV | grep grabr").output.empty());
  // What is found, and which input shows it first, does not depend on the number of jobs.
  CHECK(shop.grabr("fuzz -g json -n 40 -j 4 -q -o again -- ./crash.sh @@").exit == 10);
  CHECK(shop.listing("found") == shop.listing("again"));
}

TEST_CASE("fuzz tells failures apart by the functions they are in") {
  const Workshop shop;
  shop.program("trace.sh", R"sh(#!/bin/sh
case $(cat "$1") in *null*) where=f ;; *true*) where=g ;; *) exit 0 ;; esac
printf '==1==ERROR: AddressSanitizer: SEGV on 0x%d\n    #0 0x1 in %s<int>(int) /t/a.c:1\n' $$ $where >&2
exit 1
)sh");
  const std::string call = "fuzz -g json -n 60 --valid --exit 1 -o found -- ./trace.sh @@";
  const ShellRun run = shop.grabr(call);
  INFO(run.errors);
  CHECK(run.exit == 10);
  check_contains(run.errors, "2 kinds of failure");
  check_contains(run.errors, "AddressSanitizer: SEGV on 0xN in `f`");
  const std::string results = shop.shell("cat found/*/reduced.json").output;
  CHECK((results == "nulltrue" || results == "truenull"));
  check_contains(shop.shell("cat found/1-exit-1/report.json").output, "--same-crash=3");
  CHECK(shop.grabr("fuzz -g json --same-crash -- ./trace.sh @@").exit == 2);
}

TEST_CASE("fuzz: the same call goes on, and another one keeps out") {
  const FuzzShop shop;
  shop.program("count.sh",
               "#!/bin/sh\necho x >>\"${0%/*}/runs\"\n"
               "exec \"${0%/*}/crash.sh\" \"$1\"\n");
  const std::string call = "fuzz -g json --valid -j 2 -o found -n ";
  REQUIRE(shop.grabr(call + "10 -q -- ./count.sh @@").exit == 10);
  const std::string ten = shop.listing("found");
  shop.shell("rm runs");
  const ShellRun again = shop.grabr(call + "10 -- ./count.sh @@");
  CHECK(again.exit == 10);
  check_contains(again.errors, "resuming");
  CHECK(shop.shell("cat runs").output.empty());
  CHECK(shop.listing("found") == ten);
  // With more of the same inputs it is the call that would have had them at once.
  CHECK(shop.grabr(call + "30 -q -- ./count.sh @@").exit == 10);
  CHECK(shop.grabr("fuzz -g json --valid -o whole -n 30 -q -- ./count.sh @@").exit == 10);
  CHECK(shop.listing("found") == shop.listing("whole"));
  for (const char* other : {"--seed 1 -- ./count.sh @@", "-- ./crash.sh @@"}) {
    const ShellRun run = shop.grabr(call + "10 " + other);
    CHECK(run.exit == 2);
    check_contains(run.errors, "another call");
  }
}

TEST_CASE("fuzz --grow: what it finds is reduced and joins the corpus" *
          doctest::test_suite("many runs")) {
  const FuzzShop shop;
  // One kind for each number of capitals.
  shop.program("steps.sh",
               "#!/bin/sh\nLC_ALL=C exec awk '{ n += gsub(/[A-Z]/, \"\") } "
               "END { exit 1 + (n < 9 ? n : 9) }' \"$1\"\n");
  shop.write("seed.txt", "some text\n");
  const std::string call = "fuzz --corpus seed.txt --exit 1,2,3,4,5,6,7,8,9,10 -n 100 ";
  const ShellRun alone = shop.grabr(call + "-j 2 -o alone -- ./steps.sh @@");
  const ShellRun grown = shop.grabr(call + "-j 2 --grow -o grown -- ./steps.sh @@");
  INFO(grown.errors);
  CHECK(alone.exit == 10);
  CHECK(grown.exit == 10);
  // What joined changes what is made later.
  CHECK(shop.listing("grown") != shop.listing("alone"));
  // What it found does not depend on the number of jobs, and the same call runs nothing again.
  CHECK(shop.grabr(call + "-q -j 1 --grow -o one -- ./steps.sh @@").exit == 10);
  CHECK(shop.listing("one") == shop.listing("grown"));
  CHECK(shop.grabr(call + "-q -j 3 --grow -o one -- ./steps.sh @@").exit == 10);
  CHECK(shop.listing("one") == shop.listing("grown"));
  CHECK(shop.grabr(call + "-q -o grown -- ./steps.sh @@").exit == 2);  // another call
}

TEST_CASE("fuzz looks for what the conditions say" * doctest::test_suite("many runs")) {
  const FuzzShop shop;
  const ShellRun exits = shop.grabr("fuzz -g json -n 20 -q -o a --exit 3 -- ./crash.sh @@");
  CHECK(exits.exit == 10);
  CHECK(shop.shell("ls a").output == "1-exit-3\n");
  CHECK(shop.grabr("fuzz -g json -n 10 -q -o b --signal FPE -- ./crash.sh @@").exit == 0);
  CHECK(shop.shell("ls b").output.empty());
  const ShellRun text = shop.grabr("fuzz -g json -n 20 -q -o c -c '\"$GRABR_DIR\"/crash.sh @@'");
  CHECK(text.exit == 10);
}

TEST_CASE("fuzz goes without a grammar, by a corpus or by chance") {
  const FuzzShop shop;
  shop.write("seed.txt", "abcdef");
  shop.program("f.sh", "#!/bin/sh\ngrep -q 'ab.*ef' || kill -ABRT $$\n");
  CHECK(shop.grabr("fuzz --corpus seed.txt --grow -n 60 -q -o a -- ./f.sh").exit == 10);
  CHECK(shop.files().count("a") == 1);
  shop.program("z.sh", "#!/bin/sh\nif grep -q '[zZ]'; then kill -ABRT $$; fi\n");
  const ShellRun run = shop.grabr("fuzz --chars 50-100 -n 20 -o b -- ./z.sh");
  CHECK(run.exit == 10);
  const std::string reduced = shop.read("b/1-SIGABRT/reduced.txt");
  CHECK((reduced == "z" || reduced == "Z"));
}

TEST_CASE("fuzz says what is wrong with its options") {
  const FuzzShop shop;
  REQUIRE(shop.shell("mkdir empty").exit == 0);
  const struct {
    const char* arguments;
    const char* message;
  } rows[] = {
      {"--corpus empty -- true", "there is no file in empty"},
      {"--corpus missing -- true", "cannot read 'missing'"},
      {"-g json -n x -- true", "--runs: x is not a whole number"},
      {"-g json --seed x -- true", "--seed: x is not a whole number"},
      {"-g json --max-time soon -- true", "--max-time: soon is not a time"},
      {"--valid -- true", "--valid needs a grammar"},
      {"-g json", "hint: call it as:\n  grabr fuzz "},
  };
  for (const auto& row : rows) {
    CAPTURE(row.arguments);
    const ShellRun run = shop.grabr("fuzz -o out " + std::string(row.arguments));
    CHECK(run.exit == 2);
    check_contains(run.errors, row.message);
  }
  CHECK(shop.grabr("fuzz --help").exit == 0);
}

TEST_CASE("fuzz keeps what it has found when it is interrupted") {
  const FuzzShop shop;
  const ShellRun run = shop.shell(
      "\"$GRABR\" fuzz -g json -n 1000000 -o found -- ./crash.sh @@ & pid=$!\n"
      "while kill -0 $pid && ! grep -q reduced_bytes found/1-*/report.json; do sleep 0.05; done "
      "2>/dev/null\n"
      "kill -INT $pid; wait $pid");
  INFO(run.errors);
  CHECK(run.exit == 130);
  check_contains(run.errors, "interrupted; ");
  CHECK(shop.shell("cat found/1-*/reduced.json").exit == 0);
  CHECK(shop.grabr("fuzz -g json --max-time 0.5 -q -o b -- true @@").exit == 0);
}

TEST_CASE("fuzz refuses what it does not understand") {
  const FuzzShop shop;
  const auto check = [&](const std::string& arguments, int exit, const std::string& part) {
    CAPTURE(arguments);
    const ShellRun run = shop.grabr(arguments);
    CHECK(run.exit == exit);
    check_contains(run.errors, part);
  };
  check("fuzz -g json", 2, "TEST");
  check("fuzz -g json -- ./no-such @@", 2, "no-such");
  check("fuzz -g none -- ./crash.sh @@", 2, "none");
  check("fuzz --chars x -- ./crash.sh @@", 2, "--chars");
  check("fuzz --chars 9-5 -- ./crash.sh @@", 2, "smaller");
  check("fuzz --valid -- ./crash.sh @@", 2, "needs a grammar");
  shop.shell("mkdir full && touch full/file");
  check("fuzz -g json -o full -- ./crash.sh @@", 2, "not empty");
}

TEST_CASE("signatures: lines are normalised, and their patterns match what they came from") {
  struct Row {
    const char* line;
    const char* normalised;
  };
  const Row rows[] = {
      {"==4711==ERROR: AddressSanitizer: SEGV on 0x60200010",
       "==N==ERROR: AddressSanitizer: SEGV on 0xN"},
      {"/tmp/grabr-Ab1/000001/input.c:3:14: error: x", "PATH:N:N: error: x"},
      {"Assertion `a[1] < 2' failed (core 3.5)", "Assertion `a[N] < N' failed (core N.N)"},
      {"NULL at PATH", "NULL at PATH"},
      {"a1b2 error", "aNbN error"},
      {"fatal \xc3\xa9 \x01 end", "fatal \xc3\xa9 \x01 end"},
      {"", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    CHECK(normalised_line(row.line) == row.normalised);
    const FailureSignature signature = signature_of({}, "", std::string(row.line) + " bug\n");
    CHECK(OutputPattern("--stderr", signature.pattern).is_in(std::string(row.line) + " bug"));
  }
}

TEST_CASE("signatures: the first line that looks like an error") {
  TestResult result;
  result.signal = 11;
  CHECK(signature_of(result, "", "").text() == "SIGSEGV");
  CHECK(signature_of(result, "Error: out", "note\nfatal: 12\nerror: x\n").text() ==
        "SIGSEGV: fatal: N");
  const FailureSignature from_output = signature_of(result, "Error: out", "note\n");
  CHECK(from_output.text() == "SIGSEGV: Error: out");
  CHECK(!from_output.on_errors);
  result = {};
  result.exit_code = 134;
  CHECK(signature_of(result, "", "").end == "SIGABRT");
  result.exit_code = 1;
  CHECK(signature_of(result, "", "Traceback (most recent call last):\n  a error\nKeyError: 'x'\n")
            .text() == "exit-1: KeyError: 'x'");
  result.exit_code = -1;
  result.timed_out = true;
  CHECK(signature_of(result, "", "").end == "timeout");
}
