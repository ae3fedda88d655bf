// What a launched test may expect, and its launcher: time, limits, a gentle end.
#include "oracle/process/launch.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <functional>

#include "support/shell_oracle.h"
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

/// A test that has so much time, after a wait that is longer.
TestResult run_queued(double timeout_s) {
  const TemporaryFolder folder;
  const std::string queue =
      "#!/bin/sh\nsleep " + std::to_string(1.5 * timeout_s) + "\nexec \"$@\"\n";
  return ShellOracle("exit 3", launched_by(folder.program("queue", queue), timeout_s)).run();
}

TEST_CASE("a wait before the test begins is not the test's time") {
  double timeout_s = 0.4;
  TestResult result = run_queued(timeout_s);
  for (int more = 0; more < 4 && result.timed_out;
       ++more) {  // a busy machine needs some of it itself
    result = run_queued(timeout_s *= 3);
  }
  CHECK(result.exit_code == 3);
  CHECK_FALSE(result.timed_out);
  CHECK(result.seconds < 1.5 * timeout_s);
}

TEST_CASE("a launched test has its time limit") {
  ShellOracle oracle("sleep 60", launched_by("/usr/bin/env", 0.5));
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
  ShellOracle oracle("{ ulimit -v; ulimit -c; } >\"$OUT\"", options);
  CHECK(oracle.run().outcome == Outcome::kFail);
  CHECK(oracle.out() == "1048576\n0\n");
  CHECK(read_file(seen) != "1048576\n");
}

/// Whether a launcher below another gets to its end when the test is cancelled.
bool tidies_up() {
  const TemporaryFolder folder;
  const fs::path tidied = folder.path() / "tidied";
  const fs::path begun = folder.path() / "begun";
  const fs::path inner =
      folder.program("inner", "#!/bin/sh\ntrap 'sleep 0.1; echo >\"" + tidied.string() +
                                  "\"; exit 1' TERM\n\"$@\" &\nwait\n");
  const fs::path outer =
      folder.program("outer", "#!/bin/sh\n'" + inner.string() + "' \"$@\"\nexit 1\n");
  ShellOracle oracle("echo >\"" + begun.string() + "\"; sleep 60", launched_by(outer));
  const Ticket ticket = oracle.oracle().start("text");
  CHECK(comes_true([&] { return fs::exists(begun); }));
  oracle.oracle().cancel(ticket);
  return comes_true([&] { return fs::exists(tidied); });
}

TEST_CASE("a launcher whose test is cancelled may tidy up, all of its group") {
  bool tidied = tidies_up();  // within a second, which is little on a busy machine
  for (int more = 0; more < 4 && !tidied; ++more) tidied = tidies_up();
  CHECK(tidied);
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
