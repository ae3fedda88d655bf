#include "cli/line/foreign_calls.h"

#include <doctest/doctest.h>

#include "cli/run_grabr.h"
#include "text/error.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

std::string translated(const std::string& line, bool has_command, Words* said = nullptr) {
  Words notes;
  const std::string text =
      shell_words(translate_foreign_call(split_words(line), has_command, notes));
  if (said != nullptr) *said = notes;
  return text;
}

const std::string kForeignInput = R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})";

void check_reduces_like(const std::string& arguments, const std::string& result) {
  CAPTURE(arguments);
  const Workshop shop;
  shop.program("t.sh", kHasBug);
  shop.program("word.sh", "#!/bin/sh\ngrep -q \"$1\" \"$2\"\n");
  shop.program("crash",
               "#!/bin/sh\n! grep -q BUG \"$1\" || { echo SUMMARY: AddressSanitizer: x >&2; "
               "exit 77; }\n");
  shop.write("in.json", kForeignInput);
  const ShellRun run = shop.grabr(arguments);
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(shop.read(result) == "\"BUG\"");
}

}  // namespace

TEST_CASE("afl-tmin's -t is a limit of time where a command follows") {
  Words notes;
  CHECK(translated("-i in -o out -t 1500 -m none", true, &notes) ==
        "-i in -o out --timeout=1.5 -m none");
  CHECK(notes.size() == 1);
  CHECK(translated("-t500+ -i in", true) == "--timeout=0.5 -i in");
  CHECK(translated("-t ./t.sh -i in", true) == "-t ./t.sh -i in");
  CHECK(translated("-t 1500 -i in", false) == "-t 1500 -i in");
}

TEST_CASE("llvm-reduce's --test-arg joins the test") {
  CHECK(translated("--test=./t.sh --test-arg=-O2 in.ll", false) == "in.ll '--test=./t.sh -O2'");
  CHECK(translated("-test t.sh -test-arg 'a b' --test-arg=c in.ll -j 2", false) ==
        translated("--test-arg 'a b' -test=t.sh in.ll -j 2 --test-arg c", false));
  CHECK_THROWS_AS(translated("--test-arg=-O2 in.ll", false), Error);
}

TEST_CASE("treereduce's -s is the input where a command follows") {
  CHECK(translated("-s /dev/null -s CMakeLists.txt.none", true) ==
        "-s /dev/null -s CMakeLists.txt.none");
  const Workshop shop;
  shop.program("t.sh", kHasBug);
  shop.write("in.json", kForeignInput);
  const ShellRun run =
      shop.grabr("-s in.json -o out.json --interesting-exit-code 0 -- ./t.sh @@.json");
  CAPTURE(run.errors);
  CHECK(shop.read("out.json") == "\"BUG\"");
  check_contains(shop.grabr("-s in.json t.sh").errors, "means something else in each");
}

TEST_CASE("picire's -a and -l and llvm-reduce's -x are told by their values") {
  Words notes;
  CHECK(translated("--test t.sh -i f -a char -l DEBUG", false, &notes) ==
        "--test t.sh -i f --atom=char --log-level=DEBUG");
  CHECK(notes.empty());
  CHECK(translated("-l f t.sh -a", false) == "-l f t.sh -a");
  CHECK(translated("--test=t.sh -x=ir in.ll", false, &notes) == "--test=t.sh in.ll");
  CHECK(translated("--test=t.sh -x mir in.ll", false, &notes) == "--test=t.sh in.ll");
  CHECK(notes.size() == 1);
}

TEST_CASE("picireny's -s names a start rule beside a grammar, and only there") {
  Words notes;
  CHECK(translated("-g json -s json --test ./t.sh -i in.json", false, &notes) ==
        "-g json --test ./t.sh -i in.json");
  CHECK(notes == Words{"-s json (picireny): left out, a grammar here names its own start"});
  CHECK(translated("-s json --grammar=json t.sh in", false) == "--grammar=json t.sh in");
  CHECK(translated("--antlr4:grammar J.g4 --antlr4:start=json t.sh in --start x", false) ==
        "--antlr4:grammar J.g4 t.sh in");
  for (const char* as_it_is : {"-s json -i in.json", "-g json -s -i in.json", "-g json t.sh in -s",
                               "-g json -s /dev/null t.sh"}) {
    CHECK(translated(as_it_is, false) == as_it_is);
  }
}

TEST_CASE("of picireny's several grammars the parser's is taken") {
  Words notes;
  CHECK(translated("-g HTMLLexer.g4 HTMLParser.g4 -s html t.sh in", false, &notes) ==
        "-g HTMLParser.g4 t.sh in");
  CHECK(notes.size() == 2);
  CHECK(translated("-g A.g4 t.sh in.g4", false) == "-g A.g4 t.sh in.g4");
  CHECK(translated("-g", false) == "-g");
}

TEST_CASE("calls of picireny work") {
  check_reduces_like("-g json -s json --test ./t.sh -i in.json -o out/", "out/in.json");
}

TEST_CASE("calls of llvm-reduce, afl-tmin and libFuzzer work") {
  check_reduces_like("-test t.sh in.json -o out.json", "out.json");
  check_reduces_like("-test=./t.sh --delta-passes=a,b --abort-on-invalid-reduction -j 1 in.json",
                     "in.reduced.json");
  check_reduces_like("--test=word.sh --test-arg=BUG in.json", "in.reduced.json");
  check_reduces_like("-i in.json -o out.json -t 20000 -m none --exit 0 -- ./t.sh @@", "out.json");
  check_reduces_like(
      "-minimize_crash=1 -runs=500 -max_total_time=300 -exact_artifact_path=out.json "
      "-rss_limit_mb=2048 ./crash in.json",
      "out.json");
  check_reduces_like("--interleaving ./t.sh in.json", "in.reduced.json");
  check_reduces_like("--no-ui ./t.sh in.json", "in.reduced.json");
  check_reduces_like("--ui basic --no-llm --parallelism 1 --input-type arg ./t.sh in.json",
                     "in.reduced.json");
  check_reduces_like("-j=1 -o=out.json --test=./t.sh in.json", "out.json");
}

TEST_CASE("ddSMT's order is answered with the call that is meant") {
  const Workshop shop;
  shop.write("in.smt2", "(assert true)\n");
  shop.program("solver", "#!/bin/sh\n");
  const ShellRun run = shop.grabr("in.smt2 out.smt2 ./solver 5");
  CHECK(run.exit == 2);
  check_contains(run.errors, "grabr -i in.smt2 -o out.smt2 --same-as-original -- ./solver 5 @@");
  CHECK(run.errors.find("chmod") == std::string::npos);
  const ShellRun options = shop.grabr("--match-err x in.smt2 out.smt2 ./solver --check");
  check_contains(options.errors, "ddSMT's order");
  check_contains(shop.grabr("in.smt2 out.smt2 ./no-such-solver").errors, "ddSMT's order");
  check_contains(shop.grabr("-j 2 in.smt2 out.smt2 ./no-such-solver -T:5 -q").errors,
                 "--same-as-original -- ./no-such-solver -T:5 -q @@\n");
  // Several inputs are no such thing, nor is an input that comes first.
  check_contains(shop.grabr("./solver in.smt2 in.smt2").errors, "two inputs are called in.smt2");
  CHECK(shop.grabr("in.smt2 ./solver").errors.find("ddSMT") == std::string::npos);
}
