// --minimize: a number that never grows.
#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// Fewer lines "b" make the number larger, fewer lines "a" smaller.
struct NumberedInput : Workshop {
  NumberedInput() {
    program("t.sh", "#!/bin/sh\ngrep -q needle \"$1\"\n");
    program("number.sh", "#!/bin/sh\necho $(($(grep -c a \"$1\") - $(grep -c b \"$1\"))) of all\n");
    write("in.txt", "a\nb\nneedle\na\nb\nc\na\n");
  }

  ShellRun reduced(const std::string& options) const {
    return grabr("--unit lines " + options + " ./t.sh in.txt");
  }
};

}  // namespace

TEST_CASE("what makes the number larger is not taken") {
  const NumberedInput bench;
  CHECK(bench.reduced("--fresh").exit == 0);
  CHECK(bench.read("in.reduced.txt") == "needle\n");
  const std::string options = "--minimize './number.sh @@' --report r.json --trace ";
  const ShellRun run = bench.reduced(options + "one.jsonl -j 1");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read("in.reduced.txt") == "b\nneedle\n");
  check_contains(run.errors, "the number: 1 → -1");
  check_contains(bench.read("r.json"), "\"after\": -1.0");
  CHECK(bench.grabr("verify r.json").exit == 0);
  // Going on, and at more jobs: as before.
  const ShellRun again = bench.reduced(options + "two.jsonl -j 1");
  check_contains(again.errors, "resuming");
  check_contains(again.errors, "the number: 1 → -1");
  CHECK(bench.read("in.reduced.txt") == "b\nneedle\n");
  CHECK(bench.reduced("--fresh " + options + "three.jsonl -j 3").exit == 0);
  CHECK(bench.read("in.reduced.txt") == "b\nneedle\n");
}

TEST_CASE("a command that prints no number") {
  const NumberedInput bench;
  const auto check_refused = [&](const std::string& options, int exit, const char* words) {
    const ShellRun run = bench.reduced("--fresh " + options);
    CAPTURE(options);
    CHECK(run.exit == exit);
    check_contains(run.errors, words);
  };
  check_refused("--minimize 'cat @@'", 3,
                "in.txt fails, but has no number to minimise: the command printed no number, "
                "but: a");
  check_refused("--minimize true", 3, "printed nothing, not a number");
  check_refused("--minimize false", 3, "ended with exit status 1");
  check_refused("--minimize nosuchprogram", 2, "--minimize: cannot find");
  check_refused("--minimize 'wc -c @@' --flaky", 2, "exclude each other");
  check_refused("--minimize 'wc -c @@' --strategy dd-max", 2, "--minimize is for searches");
  const ShellRun several = bench.grabr("--minimize 'wc -c @@' ./t.sh in.txt number.sh");
  CHECK(several.exit == 2);
}
