// What a launched test may expect, and its launcher: time, limits, a gentle end.
#include "oracle/process/launch.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <functional>

#include "oracle/scripted_oracle.h"
#include "support/slowness.h"
#include "text/error.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// Looks until it holds, for at most ten seconds.
bool comes_true(const std::function<bool()>& condition) {
  for (int look = 0; look < 500; ++look) {
    if (condition()) return true;
    ::poll(nullptr, 0, 20);
  }
  return condition();
}

ProcessOracleOptions launched_by(const fs::path& launcher, double timeout_s = 20) {
  return {.timeout_s = timeout_s, .launcher = {launcher.string()}};
}

TEST_CASE("a wait before the test begins is not the test's time") {
  const TemporaryFolder folder;
  const double queued_s = support::patiently(3);
  const std::string queue = "#!/bin/sh\nsleep " + std::to_string(queued_s) + "\nexec \"$@\"\n";
  ScriptedOracle oracle("exit 3", launched_by(folder.program("queue", queue), 2 * queued_s / 3));
  const TestResult result = oracle.run();
  CHECK(result.exit_code == 3);
  CHECK_FALSE(result.timed_out);
  CHECK(result.seconds < queued_s);
}

TEST_CASE("a launched test has its time limit") {
  ScriptedOracle oracle("sleep 60", launched_by("/usr/bin/env", 0.5));
  const TestResult result = oracle.run();
  CHECK(result.timed_out);
  CHECK(result.infrastructure == "");
  CHECK(result.seconds >= 0.5);
  CHECK(result.seconds < 30);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("limits hold where the test runs, and not for its launcher") {
  const TemporaryFolder folder;
  const fs::path seen = folder.path() / "seen";
  ProcessOracleOptions options = launched_by(
      folder.program("launch", "#!/bin/sh\nulimit -v >'" + seen.string() + "'\nexec \"$@\"\n"));
  options.memory_bytes = std::uint64_t{1} << 30;
  ScriptedOracle oracle("{ ulimit -v; ulimit -c; } >\"$OUT\"", options);
  CHECK(oracle.run().outcome == Outcome::kFail);
  CHECK(oracle.out() == "1048576\n0\n");
  CHECK(read_file(seen) != "1048576\n");
}

TEST_CASE("a launcher whose test is cancelled may tidy up, all of its group") {
  const TemporaryFolder folder;
  const fs::path tidied = folder.path() / "tidied";
  const fs::path begun = folder.path() / "begun";
  const fs::path inner = folder.program(
      "inner", "#!/bin/sh\ntrap 'sleep 0.3; echo >\"" + tidied.string() +
                   "\"; exit 1' TERM\n\"$@\" &\nwait\n");
  const fs::path outer = folder.program("outer", "#!/bin/sh\n'" + inner.string() + "' \"$@\"\nexit 1\n");
  ScriptedOracle oracle("echo >\"" + begun.string() + "\"; sleep 60", launched_by(outer));
  const Ticket ticket = oracle.oracle().start("text");
  CHECK(comes_true([&] { return fs::exists(begun); }));
  oracle.oracle().cancel(ticket);
  CHECK(comes_true([&] { return fs::exists(tidied); }));
}

TEST_CASE("a work folder whose name a shell would take apart is refused") {
  const TemporaryFolder folder;
  const fs::path spaced = folder.path() / "with space";
  fs::create_directory(spaced);
  const char* given = std::getenv("TMPDIR");
  const std::string before = given != nullptr ? given : "";
  ::setenv("TMPDIR", spaced.c_str(), 1);
  const ProcessOracleOptions plain{.command = {"true"}, .original = "f"};
  ProcessOracleOptions launched = plain;
  launched.launcher = {"/usr/bin/env"};
  CHECK_NOTHROW(ProcessOracle{plain});
  CHECK_THROWS_WITH_AS(ProcessOracle{launched}, doctest::Contains("hint: set TMPDIR"), Error);
  CHECK(fs::is_empty(spaced));
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
}

}  // namespace
}  // namespace grabr
