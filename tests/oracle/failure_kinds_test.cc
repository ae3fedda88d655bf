// Lines as programs print them, and which parts of them identify a failure.
#include "oracle/condition/failure_kinds.h"

#include <doctest/doctest.h>

#include "oracle/condition/conditions.h"
#include "oracle/condition/failure_signature.h"

namespace grabr {
namespace {

using Names = std::vector<std::string>;

std::string part_of(std::string_view text) {
  const auto failure = recognise_failure(text);
  return failure ? std::string(failure->part) : std::string();
}

Execution writes(const std::string& errors, int status = 1) {
  Execution run;
  run.exit_code = status;
  run.errors = errors;
  return run;
}

bool same(int frames, const Execution& original, const Execution& run, const Names& parts = {}) {
  Conditions conditions({.same_crash = {frames}, .crash_parts = parts});
  conditions.set_original(original);
  return conditions.judge({}, [&](const auto&) { return run; }).outcome == Outcome::kFail;
}

}  // namespace

TEST_CASE("a failure is recognised by the most telling line") {
  CHECK(part_of("==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1)\n") ==
        "ERROR: AddressSanitizer: SEGV on unknown address");
  CHECK(part_of("a.c:1:2: error: x\na.c:3:4: internal compiler error: in f, at g.cc:7\n") ==
        "internal compiler error: in f, at g.cc:7");
  CHECK(part_of("Traceback (most recent call last):\nKeyError: 'a'\n\nDuring handling\n"
                "a.b.OwnError: c\n") == "a.b.OwnError:");
  CHECK(part_of("p.pl: x\nbad at p.pl line 3.\n") == "bad at p.pl line 3.");
  CHECK(part_of("./p.sh: line 5: x: unbound variable\n") == "./p.sh: line 5: x: unbound variable");
  CHECK(part_of("p.sh: 2: x: parameter not set\n") == "p.sh: 2: x: parameter not set");
  CHECK(part_of("ld: /tmp/a.o: in f:\na.c:(.text+0x9): undefined reference to `g'\n") ==
        "undefined reference to `g'");
  CHECK(part_of("Error: unhandled exception: invalid integer: x [ValueError]\n") == "[ValueError]");
  CHECK(part_of(
            "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    raise Boom(x)\n"
            "Boom: too big\n") == "Boom:");
  CHECK(
      part_of(
          "/t/p.js:3\nthrow new Error(\"a: \" + x)\n^\n\nError: a: 5\n    at f (/t/p.js:3:1)\n") ==
      "Error:");
  CHECK(part_of("throw new Bang(x)\n\nBang [Error]: a: 5\n    at f (/t/p.js:3:1)\n") ==
        "Bang [Error]:");
  CHECK(part_of("n=r[t]||default;throw n\n^\n\nn [SyntaxError]: a: 5\n    at f (/t/p.js:3:1)\n") ==
        "n [SyntaxError]:");
  CHECK(part_of("Unhandled exception. My.Boom: too big\n   at P.F() in /t/p.cs:line 3\n") ==
        "Unhandled exception. My.Boom");
  CHECK(part_of("a.rb:3:in `take': only 3 left (OutOfStock)\n\tfrom a.rb:6:in `<main>'\n") ==
        "(OutOfStock)");
  CHECK(part_of("a.nim(3) take\nError: unhandled exception: only 3 left [OutOfStock]\n") ==
        "[OutOfStock]");
  CHECK(part_of("see a.rb:3:in the list (Appendix)\n").empty());
  CHECK(part_of("Error: no such file\n").empty());
  CHECK(part_of("all is well\n0 errors\n").empty());
  CHECK(part_of("").empty());
}

TEST_CASE("an error without the words of one is told by its last line, a signal by its name") {
  TestResult ended;
  ended.exit_code = 2;
  CHECK(failure_line(ended, "", "3 read\nonly 3 left\n") == "only 3 left");
  CHECK(failure_line(ended, "only 3 left\n", "") == "exit-2");
  ended.signal = 11;
  CHECK(failure_line(ended, "", "3 read\n") == "SIGSEGV");
}

TEST_CASE("the line of an error is not one of source, shown with carets") {
  CHECK(error_line("p.x:3\n  fail_if(error)\n  ~~~~~~~^\nfailed: 3\n") == "failed: 3");
  CHECK(error_line("p.x:3: error: bad\n  fail_if(error)\n  ^\n") == "p.x:3: error: bad");
}

TEST_CASE("the functions of a trace, the innermost first") {
  CHECK(failure_frames("    #0 0x4a in __asan_memcpy (p+0x1)\n    #1 0x4b in a::f(int) /t/a.cc:3\n"
                       "    #2 0x4c in main /t/a.cc:9\n",
                       5) == Names{"a::f", "main"});
  CHECK(failure_frames(
            "  File \"a.py\", line 3, in <module>\n    f()\n  File \"a.py\", line 1, in f\n", 1) ==
        Names{"f"});
  CHECK(failure_frames("\tat a.B.f(B.java:3)\n\tat a.B.main(B.java:9)\n", 3) ==
        Names{"a.B.f", "a.B.main"});
  CHECK(failure_frames("    at f (/t/p.js:2:1)\n    at Object.g (/t/p.js:3:1)\n", 3) ==
        Names{"f", "Object.g"});
  CHECK(failure_frames("goroutine 1 [running]:\nmain.f(0x1, 0x2)\n\t/t/a.go:4\nmain.main()\n", 3) ==
        Names{"main.f", "main.main"});
  CHECK(failure_frames("#0 /t/a.php(5): f(1)\n#1 {main}\n", 3) == Names{"f"});
  CHECK(failure_frames("0x6a2f3b v<int, w<a> >::f(tree_node*)\n\t../g.cc:12\n", 3) ==
        Names{"v::f"});
}

TEST_CASE("functions of a library below an exception do not count") {
  CHECK(failure_frames(
            "/t/p.nim(5) p\n/t/p.nim(3) handle\nError: unhandled exception: x [ValueError]\n", 3) ==
        Names{"handle", "p"});
  CHECK(failure_frames("** (ArgumentError) x\n\n  * y\n\n    :erlang.f(1)\n"
                       "    /t/p.exs:3: A.f/2\n    (elixir 1.14.0) lib/enum.ex:43: Enum.reduce/3\n",
                       3) == Names{"A.f", "Enum.reduce"});
  CHECK(failure_frames("Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent "
                       "call first):\n  File \"/t/a.py\", line 519 in f\n"
                       "  File \"/t/p.py\", line 3 in <module>\n",
                       3) == Names{"f"});
  CHECK(failure_frames(
            "Exception in thread \"main\" a.Outer: b.Inner: x\n\tat A.main(A.java:3)\n"
            "Caused by: b.Inner: x\n\tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n"
            "\tat A.handle(A.java:2)\n\t... 1 more\n",
            3) == Names{"A.handle"});
}

TEST_CASE("of a report only the first trace counts, of exceptions the last") {
  CHECK(failure_frames("    #0 0x4a in f /t/a.c:3\n\nfreed by thread T0 here:\n"
                       "    #0 0x4b in free /t/b.c\n",
                       5) == Names{"f"});
  CHECK(failure_frames(
            "Traceback (most recent call last):\n  File \"a\", line 1, in f\nKeyError: 1\n\n"
            "During handling of the above exception:\n\n"
            "Traceback (most recent call last):\n  File \"a\", line 2, in g\n"
            "ValueError: x\n",
            5) == Names{"g"});
}

TEST_CASE("how deep it recurs does not count, nor where the stack ended") {
  const std::string f = "    #0 0x4a in f /t/a.c:3\n", g = "    #1 0x4b in g /t/a.c:4\n";
  CHECK(failure_frames(f + g + f + g + "    #4 0x4c in main /t/a.c:9\n", 3) ==
        Names{"f", "g", "main"});
  const std::string overflow = "==1==ERROR: AddressSanitizer: stack-overflow on address 0x7\n";
  CHECK(failure_frames(overflow + f + g + f + g, 3) == Names{"f", "g"});
  CHECK(failure_frames(overflow + g + f + g + f, 3) == Names{"f", "g"});
}

TEST_CASE("the file in a message keeps its name, not its folder and line") {
  const auto normalised = [](std::string_view text) {
    const auto failure = recognise_failure(text);
    return failure ? normalised_part(*failure) : std::string();
  };
  CHECK(normalised("thread 'main' panicked at src/main.rs:2:5:\n") ==
        "panicked at PATH/main.rs:N:N:");
  CHECK(normalised("m8: m.c:24: f: Assertion `n > 5' failed.\n") ==
        "m.c:N: f: Assertion `n > N' failed");
  CHECK(normalised("/t/m.c:12:25: runtime error: division by zero\n") ==
        "PATH/m.c:N:N: runtime error: division by zero");
  CHECK(normalised("panic: runtime error: index out of range [4] with length 3\n") ==
        "panic: runtime error: index out of range [N] with length N");
}

TEST_CASE("--same-crash: kind and functions count, addresses and places do not") {
  const auto report = [](const std::string& kind, const std::string& function, int line) {
    const std::string n = std::to_string(line);
    return writes("==" + n + "==ERROR: AddressSanitizer: " + kind + " on address 0x" + n +
                  "\n    #0 0x" + n + " in " + function + " /tmp/" + n + "/a.c:" + n +
                  "\n    #1 0x9 in main /t/a.c:1\n");
  };
  const Execution original = report("heap-use-after-free", "f", 3);
  CHECK(same(3, original, report("heap-use-after-free", "f", 47)));
  CHECK_FALSE(same(3, original, report("heap-buffer-overflow", "f", 3)));
  CHECK_FALSE(same(3, original, report("heap-use-after-free", "g", 3)));
  CHECK(same(0, original, report("heap-use-after-free", "g", 3)));
  CHECK_FALSE(same(3, original, writes(original.errors, 2)));
  // An execution without a failure cannot be kept as a failure.
  CHECK_FALSE(same(3, writes("", 0), writes("", 0)));
  Conditions conditions({.same_crash = {1}});
  conditions.set_original(original);
  const Execution other = report("heap-use-after-free", "g", 3);
  const std::string words = conditions.explain({}, [&](const auto&) { return other; });
  CHECK(words.find("not the same: ") != words.npos);
  CHECK(words.find("not the same: `g` instead of `f`") != words.npos);
  CHECK(conditions.judge({}, [&](const auto&) { return other; }).other_failure ==
        "not the same: `g` instead of `f`");
  CHECK(conditions.judge({}, [&](const auto&) { return writes("no such file\n", 2); })
            .other_failure.empty());
}

TEST_CASE("what else may count in a function of a trace") {
  const FrameParts templates{.templates = true}, files{.files = true}, lines{.lines = true};
  const FrameParts places{.files = true, .lines = true};
  const std::string asan = "    #0 0x4b in f<int>(char) /t/a.cc:3:5\n";
  CHECK(failure_frames(asan, 1) == Names{"f"});
  CHECK(failure_frames(asan, 1, templates) == Names{"f<int>"});
  CHECK(failure_frames(asan, 1, files) == Names{"f a.cc"});
  CHECK(failure_frames(asan, 1, lines) == Names{"f:3"});
  CHECK(failure_frames("  File \"/t/a.py\", line 12, in f\n    f(1)\n", 1, places) ==
        Names{"f a.py:12"});
  CHECK(failure_frames("\tat a.B.f(B.java:3)\n\tat a.B.g(Native Method)\n", 2, places) ==
        Names{"a.B.f B.java:3", "a.B.g"});
  CHECK(failure_frames("    at f (/t/p.js:2:1)\n", 1, places) == Names{"f p.js:2"});
  CHECK(failure_frames("#0 /t/a.php(5): f(1)\n", 1, places) == Names{"f a.php:5"});
  // The frame is on the next line.
  CHECK(failure_frames("goroutine 1 [running]:\nmain.f(0x1, 0x2)\n\t/t/a.go:4 +0x1d\n", 1,
                       places) == Names{"main.f a.go:4"});
  CHECK(failure_frames("0x6a2f3b v<int>::f(tree_node*)\n\t../g.cc:12\n", 1, places) ==
        Names{"v::f g.cc:12"});
}

TEST_CASE("--crash-parts: what counts besides kind and names") {
  const Execution original =
      writes("a.c:3: f: Assertion `n > 0' failed.\n    #0 0x1 in f /t/a.c:3\n");
  const Execution moved = writes("a.c:4: f: Assertion `n > 0' failed.\n    #0 0x2 in f /t/a.c:4\n");
  const Execution elsewhere =
      writes("a.c:3: f: Assertion `n > 0' failed.\n    #0 0x1 in f /t/b.c:3\n");
  CHECK(same(1, original, moved));
  CHECK(same(1, original, moved, {"files"}));
  CHECK_FALSE(same(1, original, moved, {"lines"}));
  CHECK(same(1, original, elsewhere, {"lines"}));
  CHECK_FALSE(same(1, original, elsewhere, {"lines", "files"}));
  CHECK_THROWS(Conditions({.same_crash = {1}, .crash_parts = {"line"}}));
  CHECK_THROWS(Conditions({.crash_parts = {"lines"}}));
}

TEST_CASE("--same-crash: a number that is none of functions") {
  CHECK_THROWS(Conditions({.same_crash = {-1}}));
  CHECK_THROWS(Conditions({.same_crash = {101}}));
}

}  // namespace grabr
