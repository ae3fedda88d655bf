// The checks before the search on real scripts, each with a mistake that people make.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "oracle/answers/preflight.h"
#include "oracle/process/process_oracle.h"
#include "temporary_folder.h"

namespace grabr {
namespace {

/// What is found with a script; "@" in it is the path of a folder that all its runs share.
Preflight found_with(std::string script, unsigned jobs) {
  const TemporaryFolder folder;
  for (std::size_t at = 0; (at = script.find('@', at)) != std::string::npos;) {
    script.replace(at, 1, folder.path().string());
  }
  ProcessOracleOptions options;
  options.command = {folder.program("t.sh", "#!/bin/sh\n" + script).string()};
  options.original = folder.path() / "bug.txt";
  options.jobs = jobs;
  options.timeout_s = 60;
  ProcessOracle oracle(options);
  PreflightPlan plan;
  plan.original = "a bug\n";
  plan.jobs = jobs;
  plan.vacuous = {{Probe::Kind::kEmpty, "the empty input", ""},
                  {Probe::Kind::kGarbage, "garbage", ")]}\n"}};
  return run_preflight(oracle, plan);
}

TEST_CASE("a sound script") {
  const Preflight found = found_with("grep -q bug \"$1\"\n", 2);
  CHECK(found.works_alone());
  CHECK(found.works_at_once());
  CHECK(found.hits() >= 3);
  CHECK(found.hits() == found.runs());
  CHECK(found.vacuous.size() == 2);
  CHECK(found.vacuous_failure() == nullptr);
  CHECK(found.slowest_s > 0);
}

TEST_CASE("a script with a fixed path works alone only") {
  // The first run is alone; whoever makes the folder later waits until two have met.
  const Preflight found = found_with(
      "test -e @/first || { touch @/first; exec grep -q bug \"$1\"; }\n"
      "mkdir @/fixed || { touch @/met; exit 1; }\n"
      "for i in $(seq 2000); do test -e @/met && break; sleep 0.02; done\n"
      "rmdir @/fixed\ngrep -q bug \"$1\"\n",
      2);
  CHECK(found.first.outcome == Outcome::kFail);
  CHECK(!found.works_at_once());
  CHECK(found.works_alone());
  CHECK(found.alone.size() >= 3);
}

TEST_CASE("a flaky script") {
  const Preflight found = found_with("echo x >> @/n; test $(($(wc -l < @/n) % 3)) -ne 2\n", 1);
  CHECK(found.first.outcome == Outcome::kFail);
  CHECK(!found.works_alone());
  CHECK(found.runs() == 10);
  CHECK(found.hits() == 7);
}

TEST_CASE("a script that misses its compiler") {
  const Preflight found = found_with("! no-such-compiler \"$1\"\n", 2);
  CHECK(found.works_alone());
  REQUIRE(found.vacuous_failure() != nullptr);
  CHECK(found.vacuous_failure()->kind == Probe::Kind::kEmpty);
  CHECK(found.vacuous[1].result.outcome == Outcome::kFail);
}

}  // namespace
}  // namespace grabr
