#include "run/files/other_crashes.h"

#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// Fails in `f` on "BUG", in `g` on "c", and otherwise succeeds.
constexpr const char* kTwoFailures = R"sh(#!/bin/sh
report() { printf '==1==ERROR: AddressSanitizer: SEGV on 0x1\n    #0 0x1 in %s /t/a.c:1\n' $1 >&2; exit 1; }
grep -q BUG "$1" && report f
grep -q '[cd]' "$1" && report g
exit 0
)sh";

}  // namespace

TEST_CASE("--same-crash: another failure is told once, and one text of it kept") {
  const Workshop shop;
  shop.program("fails.sh", kTwoFailures);
  shop.write("input.txt", "c\na\nBUG\nb\nd\n");
  const ShellRun run = shop.grabr("--same-crash --style keep -j 4 input.txt -- ./fails.sh @@");
  INFO(run.errors);
  CHECK(run.exit == 0);
  CHECK(shop.read("input.reduced.txt") == "BUG");
  const std::string words = "not the same: `g` instead of `f` (kept in .grabr/also-interesting)";
  const std::size_t at = run.errors.find(words);
  REQUIRE(at != std::string::npos);
  CHECK(run.errors.find("not the same", at + 1) == std::string::npos);
  CHECK(shop.shell("ls .grabr/also-interesting | wc -l").output.find("1") != std::string::npos);
  const ShellRun kept = shop.shell("./fails.sh .grabr/also-interesting/other-*.txt 2>&1");
  check_contains(kept.output, "in g ");
  // The same text for any number of jobs.
  const std::string first = shop.shell("cat .grabr/also-interesting/*").output;
  shop.shell("rm -r .grabr input.reduced.txt");
  CHECK(shop.grabr("--same-crash -q -j 1 input.txt -- ./fails.sh @@").exit == 0);
  CHECK(shop.shell("cat .grabr/also-interesting/*").output == first);
}
