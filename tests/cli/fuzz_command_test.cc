#include <doctest/doctest.h>

#include "cli/run_grabr.h"
#include "oracle/condition/failure_signature.h"
#include "oracle/condition/output_pattern.h"

using namespace grabr;

namespace {

const Files kCrashing = {
    {"crash.sh", R"sh(#!/bin/sh
if grep -q null "$1"; then echo "$1:7: assertion 'n < 12' failed at 0x55d0" >&2; kill -SEGV $$; fi
if grep -q '{' "$1"; then echo 'fatal: brace'; kill -ABRT $$; fi
exit 3
)sh"},
    {"count.sh", "#!/bin/sh\necho x >>\"${0%/*}/runs\"\nexec \"${0%/*}/crash.sh\" \"$1\"\n"},
    {"trace.sh", R"sh(#!/bin/sh
case $(cat "$1") in *null*) where=f ;; *true*) where=g ;; *) exit 0 ;; esac
printf '==1==ERROR: AddressSanitizer: SEGV on 0x%d\n    #0 0x1 in %s<int>(int) /t/a.c:1\n' $$ $where >&2
exit 1
)sh"},
    // One kind of failure for each number of capital letters.
    {"steps.sh",
     "#!/bin/sh\nLC_ALL=C exec awk '{ n += gsub(/[A-Z]/, \"\") } "
     "END { exit 1 + (n < 9 ? n : 9) }' \"$1\"\n"},
    {"f.sh", "#!/bin/sh\ngrep -q 'ab.*ef' || kill -ABRT $$\n"},
    {"z.sh", "#!/bin/sh\nif grep -q '[zZ]'; then kill -ABRT $$; fi\n"},
    {"seed.txt", "abcdef some text\n"},
    {"full/file", ""}};

/// The files in the folder, with their bytes.
std::string listing_of(const std::string& folder) {
  return "(cd " + folder + " && find . -type f ! -path './.grabr/*' | sort | xargs cksum)";
}
CallRow alike(const std::string& a, const std::string& b) {
  return {"$ [ \"$" + listing_of(a) + "\" = \"$" + listing_of(b) + "\" ]"};
}

}  // namespace

TEST_CASE("fuzz finds each failure once and reduces it" * doctest::test_suite("many runs")) {
  check_calls(
      Workshop(kCrashing),
      {{"fuzz -g json -n 40 -j 1 -o found -- ./crash.sh @@", 10, "2 kinds of failure"},
       {"$ ls found", 0, {}, {"-SIGSEGV", "-SIGABRT"}},
       {"$ cat found/*-SIGSEGV/reduced.json", 0, {}, "=null"},
       {"$ cat found/*-SIGABRT/reduced.json", 0, {}, "{"},
       {"$ cat found/*-SIGSEGV/report.json",
        0,
        {},
        {"\"line\": \"PATH:N: assertion 'n < N' failed at 0xN\"", "\"seed\": 0", "./crash.sh"}},
       {"$ ls -A found/*-SIGSEGV | grep grabr", 1},
       // The findings, and the first input that shows each, do not depend on the number of jobs.
       {"fuzz -g json -n 40 -j 4 -q -o again -- ./crash.sh @@", 10},
       alike("found", "again")});
}

TEST_CASE("fuzz tells failures apart by the functions they are in, and looks for conditions") {
  check_calls(Workshop(kCrashing),
              {{"fuzz -g json -n 60 --valid --exit 1 -o found -- ./trace.sh @@",
                10,
                {"2 kinds of failure", "AddressSanitizer: SEGV on 0xN in `f`"}},
               {"$ cat found/*/reduced.json | grep -E '^(nulltrue|truenull)$'", 0, {}, "null"},
               {"$ cat found/1-exit-1/report.json", 0, {}, "--same-crash=3"},
               {"fuzz -g json --same-crash -- ./trace.sh @@", 2},
               {"fuzz -g json -n 20 -q -o a --exit 3 -- ./crash.sh @@; ls a", 0, {}, "=1-exit-3\n"},
               {"fuzz -g json -n 10 -q -o b --signal FPE -- ./crash.sh @@"},
               {"$ ls b", 0, {}, "="},
               {"fuzz -g json -n 20 -q -o c -c '\"$GRABR_DIR\"/crash.sh @@'", 10}});
}

TEST_CASE("fuzz: the same call goes on, and another one keeps out") {
  const std::string call = "fuzz -g json --valid -j 2 -o found -n ";
  check_calls(Workshop(kCrashing),
              {{call + "10 -q -- ./count.sh @@", 10},
               {"$ rm runs; cp -r found ten"},
               {call + "10 -- ./count.sh @@", 10, "resuming"},
               {"$ test -e runs", 1},
               alike("found", "ten"),
               // A call for more of the same inputs gives the same as one call for all of them.
               {call + "30 -q -- ./count.sh @@", 10},
               {"fuzz -g json --valid -o whole -n 30 -q -- ./count.sh @@", 10},
               alike("found", "whole"),
               {call + "10 --seed 1 -- ./count.sh @@", 2, "another call"},
               {call + "10 -- ./crash.sh @@", 2, "another call"}});
}

TEST_CASE("fuzz --grow: what it finds is reduced and joins the corpus" *
          doctest::test_suite("many runs")) {
  const std::string call = "fuzz --corpus seed.txt --exit 1,2,3,4,5,6,7,8,9,10 -q -n 100 ";
  const std::string end = " -- ./steps.sh @@";
  check_calls(Workshop(kCrashing), {{call + "-j 2 -o alone" + end, 10},
                                    {call + "-j 2 --grow -o grown" + end, 10},
                                    // Inputs that joined the seeds change what is generated later.
                                    {alike("alone", "grown").call, 1},
                                    // The result does not depend on the number of jobs, and
                                    // repeating the call runs no tests.
                                    {call + "-j 1 --grow -o one" + end, 10},
                                    alike("one", "grown"),
                                    {call + "-j 3 --grow -o one" + end, 10},
                                    alike("one", "grown"),
                                    {call + "-o grown" + end, 2}});  // a different call
}

TEST_CASE("fuzz goes without a grammar, by a corpus or by chance, and keeps what it has found") {
  check_calls(
      Workshop(kCrashing),
      {{"fuzz --corpus seed.txt --grow -n 60 -q -o a -- ./f.sh", 10},
       {"fuzz --chars 50-100 -n 20 -o b -- ./z.sh", 10},
       {"$ grep -E '^[zZ]$' b/1-SIGABRT/reduced.txt >\"$OUT\""},
       {"$ \"$GRABR\" fuzz -g json -n 1000000 -o found -- ./crash.sh @@ & pid=$!\n"
        "while kill -0 $pid && ! grep -q reduced_bytes found/1-*/report.json; do sleep 0.05; done "
        "2>/dev/null\nkill -INT $pid; wait $pid",
        130, "interrupted; "},
       {"$ cat found/1-*/reduced.json >\"$OUT\""},
       {"fuzz -g json --max-time 0.5 -q -o c -- true @@"}});
}

TEST_CASE("fuzz refuses what it does not understand") {
  check_calls(Workshop(kCrashing),
              {{"fuzz --corpus missing -- true", 2, "cannot read 'missing'"},
               {"fuzz -g json -n x -- true", 2, "--runs: x is not a whole number"},
               {"fuzz -g json --seed x -- true", 2, "--seed: x is not a whole number"},
               {"fuzz -g json --max-time soon -- true", 2, "--max-time: soon is not a time"},
               {"fuzz --valid -- true", 2, "--valid needs a grammar"},
               {"fuzz -g json", 2, {"TEST", "hint: call it as:\n  grabr fuzz "}},
               {"fuzz -g json -- ./no-such @@", 2, "no-such"},
               {"fuzz -g none -- ./crash.sh @@", 2, "none"},
               {"fuzz --chars x -- ./crash.sh @@", 2, "--chars"},
               {"fuzz --chars 9-5 -- ./crash.sh @@", 2, "smaller"},
               {"fuzz -g json -o full -- ./crash.sh @@", 2, "not empty"}});
  check_calls(Workshop(), {{"$ mkdir empty; \"$GRABR\" fuzz --corpus empty -- true", 2,
                            "there is no file in empty"}});
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
