// --preprocess, on the real preprocessor where that is asked for.
#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct StandaloneBench : Workshop {
  StandaloneBench() {
    // What is in both files must be in one.
    program("t.sh",
            "#!/bin/sh\ngcc -E -P \"$1\" 2>/dev/null | tr -d '\\n' | "
            "grep -q 'ONE.*TWO.*THREE'\n");
    write("in.c", "#include \"one.h\"\nint TWO;\n#include \"three.h\"\n");
    write("one.h", "#include \"sub/deep.h\"\nint other;\n");
    shell("mkdir sub; printf 'int ONE;\\n' >sub/deep.h");
    write("three.h", "int THREE;\n");
  }

  ShellRun reduced(const std::string& options) const {
    return grabr("--fresh --copy one.h --copy sub --copy three.h --trace t.jsonl " + options +
                 " ./t.sh in.c");
  }
};

}  // namespace

TEST_CASE("what the preprocessor makes of the input is where the search begins") {
  const StandaloneBench bench;
  const ShellRun run = bench.reduced("--preprocess 'gcc -E -P @@'");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  const std::string result = bench.read("in.reduced.c");
  check_contains(result, "ONE");
  CHECK(result.find("include") == result.npos);
  check_contains(bench.read("t.jsonl"), "\"phase\":\"preprocess\"");
  check_contains(run.errors, "that stand alone");
}

TEST_CASE("where that does not fail, includes are put in their places" *
          doctest::test_suite("many runs")) {
  const StandaloneBench bench;
  const ShellRun run = bench.reduced("--preprocess 'echo nothing'");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.errors, "its version of the input does not fail");
  const std::string result = bench.read("in.reduced.c");
  check_contains(result, "ONE");
  CHECK(result.find("include") == result.npos);
  // In place, the backup is the file as it was.
  CHECK(bench.reduced("-I --preprocess 'echo nothing'").exit == 0);
  check_contains(bench.read("in.c.orig"), "#include \"one.h\"");
}

TEST_CASE("an include that must stay stays") {
  const StandaloneBench bench;
  bench.program("t.sh",
                "#!/bin/sh\ngrep -q 'include.*one.h' \"$1\" && grep -q THREE \"$1\" || "
                "grep -q 'include.*three.h.*' \"$1\"\n");
  const ShellRun run = bench.reduced("--preprocess 'false'");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(bench.read("in.reduced.c"), "include");
}

TEST_CASE("a preprocessor that is not there, or where it makes no sense") {
  const StandaloneBench bench;
  const ShellRun missing = bench.reduced("--preprocess nosuchprogram");
  CHECK(missing.exit == 2);
  check_contains(missing.errors, "--preprocess: cannot find");
  const ShellRun several = bench.grabr("--preprocess cat ./t.sh in.c one.h");
  CHECK(several.exit == 2);
  check_contains(several.errors, "--preprocess is for one input");
}
