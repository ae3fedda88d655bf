#include "run/check/symptom.h"

#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <vector>

#include "oracle/condition/output_pattern.h"

namespace grabr {
namespace {

TestResult run_end(int exit_code, int signal = 0) {
  TestResult result;
  result.exit_code = signal != 0 ? -1 : exit_code;
  result.signal = signal;
  return result;
}

struct Told {
  std::string errors;
  std::string option;
};

/// Checks the option, and that its expression matches the text it came from.
void check_option(const std::optional<Symptom>& symptom, const Told& row) {
  INFO(row.errors);
  REQUIRE(symptom.has_value());
  CHECK(symptom->option() == row.option);
  for (const std::string& pattern : symptom->condition.errors) {
    CHECK(OutputPattern("--stderr", pattern).is_in(row.errors));
  }
}

TEST_CASE("reports of sanitizers, without what differs from run to run") {
  for (const Told& row : std::vector<Told>{
           {"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011 at pc "
            "0x5\n",
            "--stderr 'ERROR: AddressSanitizer: heap-buffer-overflow on address'"},
           {"AddressSanitizer:DEADLYSIGNAL\n==9==ERROR: AddressSanitizer: SEGV on unknown address "
            "0x000000000000 (pc 0x55 bp 0x7f)\n",
            "--stderr 'ERROR: AddressSanitizer: SEGV on unknown address'"},
           {"==9==ERROR: AddressSanitizer: attempting double-free on 0x60200 in thread T0:\n",
            "--stderr 'ERROR: AddressSanitizer: attempting double-free on'"},
           {"==9==ERROR: AddressSanitizer: alloc-dealloc-mismatch (malloc vs operator delete) on "
            "0x6\n",
            "--stderr 'ERROR: AddressSanitizer: alloc-dealloc-mismatch'"},
           {"==8==ERROR: LeakSanitizer: detected memory leaks\n",
            "--stderr 'ERROR: LeakSanitizer: detected memory leaks'"},
           {"WARNING: ThreadSanitizer: data race (pid=17)\n",
            "--stderr 'WARNING: ThreadSanitizer: data race'"},
           {"==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x4\n",
            "--stderr 'WARNING: MemorySanitizer: use-of-uninitialized-value'"},
           {"==12== ERROR: libFuzzer: deadly signal\n",
            "--stderr 'ERROR: libFuzzer: deadly signal'"},
           {"==12== ERROR: libFuzzer: timeout after 5 seconds\n",
            "--stderr 'ERROR: libFuzzer: timeout after'"},
           {"a.c:3:9: runtime error: signed integer overflow: 2147483647 + 1 cannot be\n",
            "--stderr 'a\\.c:[0-9]+:[0-9]+: runtime error: signed integer overflow'"},
           {"a.c:3:9: runtime error: index 9 out of bounds for type 'int [4]'\n",
            "--stderr 'a\\.c:[0-9]+:[0-9]+: runtime error: index [0-9]+ out of bounds for type'"},
           {"a.c:3:9: runtime error: load of null pointer of type 'int'\n",
            "--stderr 'a\\.c:[0-9]+:[0-9]+: runtime error: load of null pointer of type'"}}) {
    check_option(crash_of({run_end(1), "", row.errors}), row);
  }
}

TEST_CASE("what looks like a report and is none") {
  for (const std::string errors :
       {"panic: runtime error: index out of range [5] with length 3\n",
        "line 3: runtime error: no such function\n", "AddressSanitizer:DEADLYSIGNAL\n",
        "built with AddressSanitizer: yes\n", "==1==AddressSanitizer: nested bug, aborting.\n"}) {
    INFO(errors);
    CHECK_FALSE(crash_of({run_end(1), "", errors}).has_value());
  }
}

TEST_CASE("signals: those of a fault are crashes, a shell's status counts where a shell ran it") {
  const auto segv = crash_of({run_end(0, SIGSEGV), "", ""});
  REQUIRE(segv.has_value());
  CHECK(segv->words == "dies by SIGSEGV");
  CHECK(segv->option() == "--signal SEGV");
  CHECK_FALSE(crash_of({run_end(0, SIGKILL), "", ""}).has_value());
  CHECK_FALSE(crash_of({run_end(0, SIGTERM), "", ""}).has_value());
  CHECK_FALSE(crash_of({run_end(139), "", ""}).has_value());
  CHECK(crash_of({run_end(134), "", "", true})->option() == "--signal ABRT");
  CHECK(symptom_of({run_end(139), "", ""})->option() == "--signal SEGV");
  CHECK(symptom_of({run_end(0, SIGKILL), "", ""})->option() == "--signal KILL");
  CHECK_FALSE(symptom_of({run_end(255), "", ""}).has_value());
  TestResult late = run_end(0, SIGSEGV);
  late.timed_out = true;
  CHECK_FALSE(symptom_of({late, "", ""}).has_value());
}

TEST_CASE("a report says more than the signal it ends with, also on standard output") {
  const std::string report = "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ff\n";
  CHECK(crash_of({run_end(0, SIGABRT), "", report})->option() ==
        "--stderr 'ERROR: AddressSanitizer: stack-overflow on address'");
  CHECK(crash_of({run_end(1), report, ""})->option() ==
        "--stdout 'ERROR: AddressSanitizer: stack-overflow on address'");
}

TEST_CASE("messages: the most telling line, as far as it is the failure's own") {
  for (const Told& row : std::vector<Told>{
           {"Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    1/0\n"
            "ZeroDivisionError: division by zero\n",
            "--stderr 'ZeroDivisionError: division by zero'"},
           {"Traceback (most recent call last):\n  a\njson.decoder.JSONDecodeError: x: line 1\n",
            "--stderr 'json\\.decoder\\.JSONDecodeError: x: line [0-9]+'"},
           {"a.c:1:2: warning: error-prone\na.c:3:1: internal compiler error: in f, at g.cc:12\n",
            "--stderr 'internal compiler error: in f, at g\\.cc:[0-9]+'"},
           {"t: t.c:3: main: Assertion `x > 0' failed.\n",
            "--stderr 't\\.c:[0-9]+: main: Assertion `x > [0-9]+'\\'' failed'"},
           {"thread 'main' panicked at src/main.rs:5:10:\nindex out of bounds\n",
            "--stderr 'panicked at [^ ]*/main\\.rs:[0-9]+:[0-9]+:' --stderr 'index out of bounds'"},
           {"panic: runtime error: index out of range [5] with length 3\n",
            "--stderr 'panic: runtime error: index out of range \\[[0-9]+\\] with length [0-9]+'"},
           {"Exception in thread \"main\" java.lang.NullPointerException: Cannot\n\tat A.main(A)\n",
            "--stderr 'Exception in thread \"main\" java\\.lang\\.NullPointerException: Cannot' "
            "--same-crash=3"},
           {"/x/a.js:3\n  f(\n\nTypeError: Cannot read properties of undefined\n",
            "--stderr 'TypeError: Cannot read properties of undefined'"},
           {"a.c:3:9: error: unknown type name 'x'\n",
            "--stderr 'error: unknown type name '\\''x'\\'''"},
           {"LLVM ERROR: Cannot select: t5\n", "--stderr 'LLVM ERROR: Cannot select: t[0-9]+'"}}) {
    check_option(symptom_of({run_end(1), "", row.errors}), row);
  }
  CHECK_FALSE(symptom_of({run_end(1), "all is well\n", ""}).has_value());
  CHECK(symptom_of({run_end(1), "KeyError\n", ""})->option() == "--stdout KeyError");
}

TEST_CASE("words by which a program rejects an input, in names of classes, too") {
  for (const char* words : {"sqlglot.errors.ParseError: Required keyword", "illegal token 'option'",
                            "UNEXPECTED_TOKEN", "json.decoder.JSONDecodeError: x"}) {
    CHECK(says_rejected({.errors = {words}}));
  }
  CHECK_FALSE(says_rejected({.errors = {"KeyError: 'a'", "only 3 left"}}));
}

TEST_CASE("no memory") {
  CHECK(lacks_memory({run_end(1), "", "terminate called: what(): std::bad_alloc\n"}));
  CHECK(lacks_memory({run_end(1), "", "sh: Cannot allocate memory\n"}));
  CHECK_FALSE(lacks_memory({run_end(1), "", "memory is fine\n"}));
}

}  // namespace
}  // namespace grabr
