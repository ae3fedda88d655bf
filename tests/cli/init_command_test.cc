// `grabr init` on recorded outputs of programs, and its use. tests/check_init.py runs the programs
// that are installed.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// A shortened output of a program that few machines have; an input with "BUG" causes it.
struct PrintedFailure {
  std::string what;  ///< and the source of the text
  std::string text;
  int status;
  std::string condition;      ///< a part of the expected condition
  std::string weakness = {};  ///< what else the condition would accept
};

std::string prints(const std::string& text, int status = 1) {
  return "grep -q BUG \"$1\" || exit 0\ncat >&2 <<'END'\n" + text + "\nEND\nexit " +
         std::to_string(status);
}

const std::vector<PrintedFailure> kPrinted = {
    {"GHC 8.10.2, haskell/ghcide issue 937",
     "ghcide: panic! (the 'impossible' happened)\n  (GHC version 8.10.2:\n\tlookupVers1\n\n"
     "Main $fIsExampleExample\nCall stack:\n    CallStack (from HasCallStack):\n"
     "      callStackDoc, called at compiler/utils/Outputable.hs:1179:37 in ghc:Outputable",
     1, "impossible"},
    {"Swift, swiftlang/swift pull request 39619",
     "crash/crash.swift:1: Assertion failed\nPlease submit a bug report "
     "(https://swift.org/contributing/#reporting-bugs) and include the project and the crash "
     "backtrace.\nStack dump:",
     132, "Please submit a bug report"},
    {"PHP 8.2 of Debian 12",
     "PHP Fatal error:  Uncaught TypeError: parse(): Argument #1 ($a) must be of type array, "
     "string "
     "given, called in /tmp/b.php on line 3 and defined in /tmp/b.php:2\nStack trace:\n"
     "#0 /tmp/b.php(3): parse('BUG')\n#1 /tmp/b.php(4): start('BUG')\n#2 {main}\n"
     "  thrown in /tmp/b.php on line 2",
     255, "--same-crash=3"},
    {"Ruby 3.1 of Debian 12",
     "/tmp/a.rb:2:in `parse': undefined method `first' for \"BUG\":String (NoMethodError)\n"
     "\tfrom /tmp/a.rb:4:in `block in <main>'\n\tfrom /tmp/a.rb:4:in `each'\n"
     "\tfrom /tmp/a.rb:4:in `<main>'",
     1, "--same-crash=3"},
    {"glog, google/glog issue 421",
     "F0123 05:10:27.501575  2840 stacktrace_unittest.cc:109] Check failed: ret_addr <= range.end "
     "(00007FF7E2D944E9 vs. 00007FF7E2D91F38)\n*** Check failure stack trace: ***",
     134, "stacktrace_unittest\\.cc:[0-9]+\\] Check failed: ret_addr <= range\\.end"},
    {"node 20, out of memory",
     "<--- JS stacktrace --->\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript "
     "heap "
     "out of memory\n----- Native stack trace -----\n\n"
     " 1: 0xb78db3 node::OOMErrorHandler(char const*, v8::OOMDetails const&) [node]",
     134, "FATAL ERROR: Reached heap limit"},
    {"Perl 5.36, a trace of Carp",
     "deep at p.pl line 1, <F> chunk 1.\n\tmain::parse(\"BUG\") called at p.pl line 2", 255,
     "--same-crash=3"},
    {"llc 14, without its stack",
     "LLVM ERROR: Invalid register name global variable\nPLEASE submit a bug report to "
     "https://github.com/llvm/llvm-project/issues/ and include the crash backtrace.\nStack dump:",
     134, "LLVM ERROR: Invalid register name global variable"},
    {"Ruby 3.1, a class of any name", "input.txt:3:in `take': only 3 left (OutOfStock)", 1,
     "only [0-9]+ left \\(OutOfStock\\)"},
    {"Tcl 8.6, two errors of one procedure",
     "only 3 left\n    while executing\n\"error \"only $n left\" \"\n"
     "    (procedure \"take\" line 1)",
     1, "--stderr 'only [0-9]+ left' --same-crash=3"},
    {"node 20, an object thrown",
     "/t/p.js:1\nconst f = m => { throw {code: 'ELEFT', message: m} };\n                 ^\n"
     "{ code: 'ELEFT', message: 'only 3 left' }\n\nNode.js v20.20.2",
     1, "message: '\\''only [0-9]+ left'\\'' \\}'"},
    {"node 20, a text of two lines thrown",
     "/t/p.js:1\nthrow m\n^\nonly 3 left\nof this\n"
     "(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2",
     1, "--stderr 'only [0-9]+ left' --stderr 'of this'"},
    {"node 20, an error with a cause",
     "/t/p.js:1\nthrow 1\n^\n\nError: no order\n    at f (/t/p.js:1:27) {\n"
     "  [cause]: RangeError: only 3 left\n      at f (/t/p.js:1:70)\n}\n\nNode.js v20.20.2",
     1, "--stderr 'Error: no order' --stderr 'RangeError: only [0-9]+ left' --same-crash=3"},
    {"Python 3.11, an exception from another",
     "Traceback (most recent call last):\n  File \"/t/p.py\", line 4, in take\n"
     "p.TakeError: only 3 left\n\n"
     "The above exception was the direct cause of the following exception:\n\n"
     "Traceback (most recent call last):\n  File \"/t/p.py\", line 9, in main\n"
     "RuntimeError: no order",
     1,
     "--stderr 'RuntimeError: no order' --stderr 'p\\.TakeError: only [0-9]+ left' --same-crash=3"},
    {"Python 3.11, a group of exceptions",
     "  + Exception Group Traceback (most recent call last):\n"
     "  |   File \"/t/p.py\", line 9, in main\n  | ExceptionGroup: orders (1 sub-exception)\n"
     "  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n"
     "    |   File \"/t/p.py\", line 4, in take\n    | p.TakeError: only 3 left\n"
     "    +------------------------------------",
     1, "TakeError: only [0-9]+ left' --same-crash=3"},
    {"Erlang 25, an error in a script",
     "escript: exception error: {no_order,{only,3}}\n"
     "  in function  erl_eval:do_apply/7 (erl_eval.erl, line 742)",
     127, "exception error: \\{no_order,\\{only,[0-9]+\\}\\}"},
    {"R 4.2, a long message", "Error in take(order, number = 3) : \n  only 3 left", 1,
     "--stderr 'only [0-9]+ left'"},
    {"Lua 5.4, a table without a text", "lua: p.lua:3: (error object is a table value)", 1,
     "error object is a table value", "the same exception thrown elsewhere"},
    {"node 20, a promise rejected with an object",
     "[UnhandledPromiseRejection: This error originated either by throwing inside of an async "
     "function without a catch block, or by rejecting a promise which was not handled with "
     ".catch(). The promise rejected with the reason \"#<Object>\".] {\n"
     "  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js v20.20.2",
     1, "the reason \"#<Object>\"\\.", "the same exception thrown elsewhere"},
    {"Perl 5.36, died with a line end", "only 3 left", 255, "only [0-9]+ left"},
    {"Kotlin 1.9 on the JVM",
     "Exception in thread \"main\" kotlin.KotlinNullPointerException: only 3 left\n"
     "\tat MainKt.take(Main.kt:3)\n\tat MainKt.main(Main.kt:7)",
     1, "kotlin\\.KotlinNullPointerException: only [0-9]+ left' --same-crash=3"},
    {"Kotlin 1.9, a native program",
     "Uncaught Kotlin exception: kotlin.IllegalStateException: only 3 left\n"
     "    at 0   p.kexe  0x10d1 kfun:kotlin.Throwable#<init>(kotlin.String?){} + 91\n"
     "    at 1   p.kexe  0x10e7 kfun:#take(kotlin.Int){} + 100",
     134, "kotlin\\.IllegalStateException: only [0-9]+ left' --same-crash=3"},
    {".NET 8",
     "Unhandled exception. System.InvalidOperationException: only 3 left\n"
     "   at Program.Take(Int32 n) in /t/P.cs:line 3\n   at Program.Main() in /t/P.cs:line 7",
     134, "System\\.InvalidOperationException: only [0-9]+ left' --same-crash=3"},
    {"Mono 6",
     "Unhandled Exception:\nSystem.InvalidOperationException: only 3 left\n"
     "  at Program.Take (System.Int32 n) [0x00000] in <7d5b>:0 ",
     1, "System\\.InvalidOperationException: only [0-9]+ left' --same-crash=3"},
    {"Swift 5.9, a failed condition", "main/take.swift:3: Fatal error: only 3 left", 132,
     "--stderr 'take\\.swift:[0-9]+: Fatal error: only [0-9]+ left'"},
    {"GHC 9.0, error",
     "p: only 3 left\nCallStack (from HasCallStack):\n  error, called at p.hs:3:8 in main:Main", 1,
     "--stderr 'p: only [0-9]+ left'"},
    {"GHC 9.10, error",
     "p: Uncaught exception ghc-internal:GHC.Internal.Exception.ErrorCall:\n\nonly 3 left\n\n"
     "HasCallStack backtrace:\n  error, called at p.hs:3:8 in main:Main",
     1, "Exception\\.ErrorCall:' --stderr 'only [0-9]+ left'"},
    {"OCaml 4.13",
     "Fatal error: exception Failure(\"only 3 left\")\n"
     "Raised at Stdlib.failwith in file \"stdlib.ml\", line 29, characters 17-33\n"
     "Called from Main.take in file \"main.ml\", line 3, characters 2-9",
     2, "Fatal error: exception Failure\\(\"only [0-9]+ left\"\\)' --same-crash=3"},
    {"Elixir 1.14", "** (RuntimeError) only 3 left\n    main.exs:3: Main.take/1", 1,
     "\\(RuntimeError\\) only [0-9]+ left' --same-crash=3"},
    {"Julia 1.9",
     "ERROR: LoadError: only 3 left\nStacktrace:\n [1] error(s::String)\n   @ Base ./error.jl:35\n"
     " [2] take(n::Int64)\n   @ Main /t/p.jl:1\nin expression starting at /t/p.jl:3",
     1, "ERROR: LoadError: only [0-9]+ left' --same-crash=3"},
    {"Dart 3",
     "Unhandled exception:\nBad state: only 3 left\n#0      take (file:///t/p.dart:1:17)\n"
     "#1      main (file:///t/p.dart:3:3)",
     255, "--stderr 'Bad state: only [0-9]+ left' --same-crash=3"},
    {"Scala 2.13",
     "Exception in thread \"main\" java.lang.IllegalStateException: only 3 left\n"
     "\tat Main$.take(Main.scala:2)\n\tat Main.main(Main.scala)",
     1, "IllegalStateException: only [0-9]+ left' --same-crash=3"},
    {"Crystal 1.8", "Unhandled exception: only 3 left (Exception)\n  from p.cr:1:3 in 'take'", 1,
     "Unhandled exception: only [0-9]+ left \\(Exception\\)"},
    {"Clojure 1.11", "Execution error (ExceptionInfo) at user/take (p.clj:1).\nonly 3 left", 1,
     "--stderr 'only [0-9]+ left'"},
    {"D, gdc 12", "object.Exception@p.d(3): only 3 left\n----------------", 1,
     "object\\.Exception@p\\.d\\([0-9]+\\): only [0-9]+ left"},
    {"Ada, gnat 12", "raised PROGRAM_ERROR : only 3 left", 1, "PROGRAM_ERROR : only [0-9]+ left"},
    {"Zig 0.11", "thread 1234 panic: only 3 left\n/t/p.zig:3:5: 0x211b in take (p)", 134,
     "panic: only [0-9]+ left"},
    {"no row of the table", "input.txt:3: error: unknown thing 'x'", 1, "error: unknown thing"},
};

}  // namespace

TEST_CASE("init chooses the condition for what programs print" * doctest::test_suite("many runs")) {
  for (const PrintedFailure& row : kPrinted) {
    CAPTURE(row.what);
    const Workshop shop({{"fails.sh", "#!/bin/sh\n" + prints(row.text, row.status) + "\n"},
                         {"input.txt", "BUG\nand more\n"}});
    const ShellRun run = shop.grabr("init input.txt -- ./fails.sh @@");
    INFO(run.errors);
    CHECK(run.exit == 0);
    const std::size_t at = run.errors.find("the condition: ");
    REQUIRE(at != std::string::npos);
    check_contains(run.errors.substr(at, run.errors.find('\n', at) - at), row.condition);
    check_contains(run.errors, "it rejects the empty input");
    if (!row.weakness.empty())
      check_contains(run.errors, "weak: it would also accept " + row.weakness);
  }
}

TEST_CASE("init asks for valid candidates where invalid ones give the message of the failure") {
  const auto rejects = [](const std::string& what) {
    return "#!/bin/sh\npython3 -m json.tool \"$1\" >out 2>&1 && " + what +
           " || { echo 'ParseError: at 3' >&2; exit 1; }\n";
  };
  const Parts valid = {"a line of stray brackets", "candidates must be valid, too (--and)",
                       "--and 'python3 "};
  check_calls(
      Workshop({{"input.json", "{\"a\": [\"BUG\", 2], \"b\": [true, {}]}\n"},
                {"bug.sh", rejects("! grep -q BUG \"$1\"")},
                {"bare.sh",
                 "#!/bin/sh\ngrep -q BUG \"$1\" || exit 0\ncat >&2 <<'END'\n"
                 "Traceback (most recent call last):\n  File \"/t/p.py\", line 4, in f\n"
                 "p.JsonSyntaxError\nEND\nexit 1\n"},
                {"long.sh", rejects("test $(wc -c <\"$1\") -lt 9")}}),
      {{"init --force input.json -- ./bug.sh @@", 0, valid},
       {"init --force input.json -- ./long.sh @@",
        0,
        {"it also accepts a generated sentence", "weak: it would also accept other valid "}},
       {"init --force input.json -- ./bare.sh @@",
        0,
        {"the condition: --same-crash=3 --and 'python3 "}}});
}

TEST_CASE("the failure named at the end is that of the result, however long its report is") {
  const Workshop shop;
  shop.program("fails.sh",
               "#!/bin/sh\ngrep -q BUG \"$1\" || exit 0\n"
               "{ seq 9999; seq -s , 99999; echo '   ^'; echo \"error: $(wc -c <\"$1\") bytes\"; "
               "seq 999; } >&2; exit 1\n");
  shop.write("input.txt", "BUG\nand more\n");
  check_contains(shop.grabr("--exit 1 -i input.txt -- ./fails.sh @@").errors,
                 "was: error: 13 bytes");
}

TEST_CASE("a test without conditions that prints its failure has it named, too") {
  const Workshop shop;
  shop.program("fails.sh",
               "#!/bin/sh\ngrep -q x \"$1\" || exit 1\n"
               "grep -q BUG \"$1\" && echo 'KeyError: 1' || echo 'NameError: a'\n");
  shop.write("input.txt", "BUG\nx\n");
  const ShellRun run = shop.grabr("./fails.sh input.txt");
  INFO(run.errors);
  check_contains(
      run.errors,
      "was: KeyError: 1\ngrabr: now: NameError: a\ngrabr: the result fails in another way");
}

TEST_CASE("the failure named at the end is that of the result" * doctest::test_suite("many runs")) {
  const Workshop shop;
  shop.program("fails.sh",
               "#!/bin/sh\ngrep -q BUG \"$1\" || exit 0\n"
               "echo \"error: $(wc -c <\"$1\" | tr -d ' ') bytes\" >&2; exit 1\n");
  shop.write("input.txt", "BUG\nand more\n");
  const ShellRun run = shop.grabr("--stderr 'error: [0-9]+' -i input.txt -- ./fails.sh @@");
  INFO(run.errors);
  check_contains(run.errors, "was: error: 13 bytes");
  check_contains(run.errors, "now: error: 3 bytes");
}

TEST_CASE("a failure that lacks files beside the input names them, from whatever folder") {
  const Workshop shop;
  shop.shell("mkdir src; echo x > src/helper.txt; printf 'BUG\n' > src/input.txt");
  shop.program("fails.sh",
               "#!/bin/sh\ntest -e \"$(dirname \"$1\")/helper.txt\" || "
               "{ echo 'panic: no file helper.txt' >&2; exit 1; }\n"
               "echo 'panic: wrong' >&2; exit 1\n");
  const ShellRun run = shop.grabr("init src/input.txt -- ./fails.sh @@");
  CHECK(run.exit == 3);
  check_contains(run.errors, "--copy src/helper.txt");
  shop.program("fails.sh",
               "#!/bin/sh\ntest -e \"$(dirname \"$1\")/helper.txt\" && exit 0\n"
               "echo 'fatal error: helper.txt: No such file' >&2; exit 1\n");
  const ShellRun other = shop.grabr("init src/input.txt -- ./fails.sh @@");
  CHECK(other.exit == 3);
  check_contains(other.errors, "--copy src/helper.txt");
  check_contains(other.errors, "`grabr src -- COMMAND` reduces all files of the folder src\n");
}

TEST_CASE("init: the recipe is the test of `grabr FILE`, the script that of `grabr SCRIPT FILE`") {
  check_calls(
      Workshop({{"fails.sh", "#!/bin/sh\n" + prints("x: Assertion `n' failed.", 134) + "\n"},
                {"seven.sh", "grep -q BUG \"$1\" && exit 7\nexit 0\n"},
                {"hangs.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && sleep 1000\nexit 0\n"},
                {"fine", "fine\n"},
                {"input.txt", "some\nwords BUG\nand more\n"}}),
      {{"init -- ./fails.sh input.txt"},
       {"$ cat .grabr.json", 0, {}, "grabr-recipe-1"},
       {"--style keep -o small input.txt && cat small", 0, "using the test of .grabr.json", "=BUG"},
       {"init -q -o test.sh input.txt -- ./fails.sh @@"},
       {"$ ./test.sh input.txt"},
       {"$ ./test.sh fine", 1},
       // Files that the command names are found from the test's folder.
       {"init --force -- sh seven.sh input.txt",
        0,
        {"the condition: --exit 7",
         "weak: it would also accept any other failure that ends in this way"}},
       {"-q --style keep -o small input.txt && cat small", 0, {}, "=BUG"},
       {"init -q --force --copy seven.sh -- sh seven.sh input.txt"},
       {"$ cat .grabr.json", 0, {}, "\"seven.sh\",\n    \"@@\""},
       {"init --force --timeout 0.5 -- ./hangs.sh input.txt", 0, "the condition: --hang 0.5"}});
}

TEST_CASE("init finds the condition for a folder, and the folder is then reduced by it") {
  check_calls(
      Workshop({{"fails.sh",
                 "#!/bin/sh\ngrep -rq BUG \"$1\" || exit 0\necho 'error: a bug' >&2; exit 3\n"},
                {"p/a.txt", "some\nwords BUG\nand more\n"},
                {"p/deep/b.txt", "nothing\n"}}),
      {{"init p -- ./fails.sh @@",
        0,
        {"it rejects an empty folder", "the condition: ", "next: grabr p"}},
       {"p", 0, "using the test of .grabr.json"},
       {"$ cd p.reduced && find . -type f", 0, {}, "=./a.txt\n"},
       {"$ cat p.reduced/a.txt", 0, {}, "BUG"},
       {"$ mkdir none"},
       {"init --force none -- ./fails.sh @@", 2, "is empty: there is nothing to reduce"}});
}

TEST_CASE("init refuses what it cannot tell from other failures, and bad use") {
  Files files = {{"always.sh", "#!/bin/sh\necho 'error: nothing works' >&2; exit 1\n"},
                 {"fine.sh", "#!/bin/sh\nexit 0\n"},
                 {"input.txt", "BUG\n"}};
  check_refusals(
      files,
      {{"init input.txt -- ./always.sh @@", 5, {"would also accept the empty input", "hint: "}},
       {"init input.txt -- ./fine.sh @@", 3, {"nothing that looks like a failure", "hint: "}},
       {"init -- ./fine.sh @@", 2, {"@@ stands for the input, but none is named", "hint: "}},
       {"init -- ./fine.sh missing.txt",
        2,
        {"no word of the command is a file in this folder", "hint: "}},
       {"init input.txt", 2, {"init needs the command that fails", "hint: "}},
       {"init a b -- ./fine.sh", 2, {"init takes one FILE", "hint: "}},
       {"init --template crush", 2, {"crash", "hint: "}}});
  files.emplace_back(".grabr.json", "{}");
  check_refusals(files, {{"input.txt", 2, ".grabr.json cannot be used"}});
}

TEST_CASE(
    "a recipe, or a kept test, that came with the folder runs nothing before somebody says yes") {
  const Parts refused = {"was not written by grabr for you, so its command is not run:\n", "tool",
                         "hint: --trust runs it"};
  const CallRow nothing_ran = {"$ test -e ran", 1};
  check_calls(
      Workshop({{"input.txt", "BUG\n"},
                {"tool", "#!/bin/sh\ntouch \"$GRABR_DIR/ran\"; grep -q BUG \"$1\" && exit 3\n"},
                {"t.sh", "#!/bin/sh\ntouch \"$GRABR_DIR/ran\"; grep -q BUG \"$1\"\n"}}),
      {{"init -q -o made.json -- ./tool input.txt"},
       {"$ rm ran; mv made.json .grabr.json; \"$GRABR\" input.txt", 2, refused},
       {"explain input.txt", 2, refused},
       nothing_ran,
       {"-q --trust input.txt"},
       {"compare -q --strategies auto input.txt"},
       {"-q input.txt"},
       {"$ rm ran; sed -i s/3/4/ .grabr.json; \"$GRABR\" input.txt", 2, refused},
       {"$ mkdir other; cp .grabr.json input.txt other; cd other; \"$GRABR\" input.txt", 2,
        refused},
       // Also without a home folder.
       {"$ unset HOME XDG_STATE_HOME; \"$GRABR\" input.txt", 2, refused},
       nothing_ran,
       {"$ unset HOME XDG_STATE_HOME; \"$GRABR\" init -q --force -- ./tool input.txt && "
        "\"$GRABR\" -q input.txt"},
       {"-q --fresh -g lines ./t.sh input.txt"},
       {"explain input.reduced.txt"},
       {"verify"},
       {"$ rm ran; XDG_STATE_HOME=$PWD/other \"$GRABR\" explain input.reduced.txt", 2,
        "so its command is not run:\n"},
       {"$ XDG_STATE_HOME=$PWD/other \"$GRABR\" verify", 2, "so its command is not run:\n"},
       {"$ XDG_STATE_HOME=$PWD/other \"$GRABR\" share", 2, "so its command is not run:\n"},
       nothing_ran});
}

TEST_CASE("what the input hides from others stays hidden, and the test's own files are as ever") {
  const std::string call =
      "umask 022; \"$GRABR\" -q --style keep --report r.html --trace t.jsonl --log-tests logs "
      "./t.sh input.txt && cat $OUT; find . -newer t.sh ! -name input.txt -printf '%m\n' | sort -u";
  check_calls(
      Workshop({{"input.txt", "BUG, and more\n"},
                {"t.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && touch out && stat -c %a out >$OUT\n"}}),
      {{"$ " + call, 0, {}, "644\n"},
       {"$ rm -rf .grabr r.html t.jsonl logs input.reduced.txt; chmod 600 input.txt; " + call,
        0,
        {},
        "=644\n600\n700\n"},
       {"$ umask 022; mkdir in; cp -p input.txt in; \"$GRABR\" triage -q ./t.sh in; \"$GRABR\" "
        "fuzz -q "
        "--corpus in -n 2 -o found --exit 0 -- ./t.sh @@; find in.bugs found -type f -printf "
        "'%m\n' | "
        "sort -u",
        0,
        {},
        "=600\n700\n"}});
}

TEST_CASE("init: the templates are scripts that judge") {
  const Workshop shop(
      {{"tool", "#!/bin/sh\ngrep -q BUG \"$1\" && { echo wrong; exit 1; }\necho right\n"},
       {"old", "#!/bin/sh\nexit 0\n"},
       {"bad", "BUG\n"},
       {"good", "fine\n"}});
  for (const std::string name :
       {"crash", "wrong-output", "hang", "c-miscompile", "solver-disagrees", "old-new"}) {
    check_calls(shop, {{"init -q --force --template " + name + " -- ./tool @@ && sh -n test.sh"},
                       {"$ GRABR_DIR=$PWD LIMIT=9 ./test.sh good", 1}});
  }
  check_calls(shop, {{"$ GRABR_DIR=$PWD OLD=./old ./test.sh bad"}});
}
