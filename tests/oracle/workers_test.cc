// Several tests at once, each with a worker of its own; and what is left after a kill.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <map>
#include <optional>
#include <set>

#include "oracle/processes.h"
#include "support/shell_oracle.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

Finished next(ShellOracle& oracle) {
  std::optional<Finished> finished = oracle.oracle().wait({}, std::nullopt);
  REQUIRE(finished);
  return std::move(*finished);
}

TEST_CASE("tests at once: each answer belongs to its candidate") {
  ShellOracle oracle("exit $(cat input.txt)", ProcessOracleOptions{.jobs = 3});
  CHECK(oracle.oracle().capacity() == 3);
  std::map<Ticket, int> under_way;
  int started = 0;
  int finished = 0;
  while (finished < 60) {
    while (started < 60 && under_way.size() < 3) {
      under_way[oracle.oracle().start(std::to_string(started % 100))] = started % 100;
      ++started;
    }
    const Finished one = next(oracle);
    REQUIRE(under_way.count(one.ticket) == 1);
    CHECK(one.result.exit_code == under_way[one.ticket]);
    under_way.erase(one.ticket);
    ++finished;
  }
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("two tests are under way at the same time, in folders of their own") {
  ShellOracle oracle(
      "pwd >> \"$OUT\"; while [ $(wc -l < \"$OUT\") -lt 2 ]; do sleep 0.01; done; exit 0",
      ProcessOracleOptions{.timeout_s = 60, .jobs = 2});
  oracle.oracle().start("one");
  oracle.oracle().start("two");
  CHECK(next(oracle).result.outcome == Outcome::kFail);
  CHECK(next(oracle).result.outcome == Outcome::kFail);
  const std::string root = oracle.root().string();
  CHECK(std::set<std::string>{root + "/000001\n" + root + "/000002\n",
                              root + "/000002\n" + root + "/000001\n"}
            .count(oracle.out()) == 1);
}

TEST_CASE("the end of one test leaves the strays of another alone") {
  ShellOracle oracle(
      "case $(cat input.txt) in\n"
      "long) setsid sleep 1000 & echo $! > \"$OUT.t\"; mv \"$OUT.t\" \"$OUT\"; "
      "while ! test -e \"$OUT.go\"; do sleep 0.01; done;;\n"
      "*) setsid sleep 1000 & ;;\nesac; exit 0",
      ProcessOracleOptions{.timeout_s = 60, .jobs = 2});
  const fs::path out = oracle.folder() / "out";
  const Ticket lasting = oracle.oracle().start("long");
  REQUIRE(becomes_true([&] { return fs::exists(out); }));
  const pid_t stray = numbers_in(out).at(0);
  for (int i = 0; i < 3; ++i) {
    const Ticket quick = oracle.oracle().start("quick");
    CHECK(next(oracle).ticket == quick);
    CHECK(is_running(stray));
  }
  std::ofstream(oracle.folder() / "out.go") << "go";
  CHECK(next(oracle).ticket == lasting);
  CHECK_FALSE(is_running(stray));
}

TEST_CASE("stored candidates: by number, by copies of the process too, and dropped") {
  ShellOracle oracle("cat input.txt > \"$OUT\"", ProcessOracleOptions{.jobs = 2});
  const std::uint64_t number = oracle.oracle().store("stored");
  CHECK(oracle.left_folders() == 1);
  const Ticket ticket = oracle.oracle().start_stored(number);
  CHECK(next(oracle).ticket == ticket);
  CHECK(oracle.out() == "stored");

  int numbers[2];
  REQUIRE(::pipe(numbers) == 0);
  const pid_t copy = ::fork();
  if (copy == 0) {
    oracle.oracle().become_copy();
    const std::uint64_t laid_down = oracle.oracle().store("from a copy");
    const bool written = ::write(numbers[1], &laid_down, sizeof laid_down) == sizeof laid_down;
    oracle.end();  // harmless in a copy
    ::_exit(written ? 0 : 1);
  }
  std::uint64_t laid_down = 0;
  REQUIRE(::read(numbers[0], &laid_down, sizeof laid_down) == sizeof laid_down);
  ::waitpid(copy, nullptr, 0);
  oracle.oracle().start_stored(laid_down);
  CHECK(next(oracle).result.outcome == Outcome::kFail);
  CHECK(oracle.out() == "from a copy");
  ::close(numbers[0]);
  ::close(numbers[1]);

  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("waiting ends with a descriptor, with a deadline") {
  ShellOracle oracle("sleep 1000");
  oracle.oracle().start("x");
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  CHECK_FALSE(oracle.oracle().wait({}, soon));
  CHECK(std::chrono::steady_clock::now() >= soon);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "x", 1) == 1);
  CHECK_FALSE(oracle.oracle().wait(std::span<const int>(ends, 1), std::nullopt));
  ::close(ends[0]);
  ::close(ends[1]);
  oracle.oracle().wake();
  CHECK_FALSE(oracle.oracle().wait({}, std::nullopt));
}

TEST_CASE("many cancelled tests: slots are free at once, and nothing is left") {
  ShellOracle oracle("grep -q slow input.txt && { setsid sleep 1000 & sleep 1000; }; exit 3",
                     ProcessOracleOptions{.jobs = 2});
  for (int i = 0; i < 10; ++i) {
    const Ticket one = oracle.oracle().start("slow");
    const Ticket two = oracle.oracle().start("slow");
    oracle.oracle().cancel(one);
    oracle.oracle().cancel(two);
  }
  const Ticket quick = oracle.oracle().start("quick");
  const Finished finished = next(oracle);
  CHECK(finished.ticket == quick);
  CHECK(finished.result.exit_code == 3);
  CHECK(becomes_true([&] { return oracle.left_folders() == 0; }));
}

TEST_CASE("fewer jobs, never none and never more than at first") {
  ShellOracle oracle("exit 0", ProcessOracleOptions{.jobs = 3});
  oracle.oracle().set_jobs(1);
  CHECK(oracle.oracle().capacity() == 1);
  CHECK(oracle.run().outcome == Outcome::kFail);
  oracle.oracle().set_jobs(0);
  CHECK(oracle.oracle().capacity() == 1);
  oracle.oracle().set_jobs(9);
  CHECK(oracle.oracle().capacity() == 3);
}

TEST_CASE("workers do not mind the signals of a terminal, and tests take them as ever") {
  ShellOracle oracle("kill -INT $$; sleep 1000");
  for (const pid_t worker : workers_of(::getpid())) {
    ::kill(worker, SIGINT);
    ::kill(worker, SIGTERM);
    ::kill(worker, SIGHUP);
  }
  CHECK(oracle.run().signal == SIGINT);
}

TEST_CASE(
    "a worker that is killed: its test is not an answer, leaves nothing, and the next one works") {
  ShellOracle oracle(
      "grep -q quick input.txt && exit 0; trap '' TERM HUP; setsid sleep 1000 & "
      "echo $$ $! > \"$OUT.t\"; mv \"$OUT.t\" \"$OUT\"; sleep 1000");
  const fs::path out = oracle.folder() / "out";
  const pid_t own = ::fork();
  if (own == 0) {
    ::execl("/bin/sleep", "sleep", "1000", nullptr);
    ::_exit(127);
  }
  const Ticket slow = oracle.oracle().start("slow");
  REQUIRE(becomes_true([&] { return fs::exists(out); }));
  for (const pid_t child : workers_of(::getpid())) {
    if (child != own) ::kill(child, SIGKILL);
  }
  const Finished finished = next(oracle);
  CHECK(finished.ticket == slow);
  CHECK(finished.result.outcome == Outcome::kUnresolved);
  CHECK(finished.result.infrastructure.find("was killed by signal 9") != std::string::npos);
  for (const pid_t process : numbers_in(out)) CHECK_FALSE(is_running(process));
  CHECK(oracle.left_folders() == 0);
  CHECK(oracle.run("quick").outcome == Outcome::kFail);
  for (const pid_t child : workers_of(::getpid())) {  // also while it is idle
    if (child != own) ::kill(child, SIGKILL);
  }
  CHECK(becomes_true([&] {
    const TestResult result = oracle.run("quick");
    return result.outcome == Outcome::kFail && result.infrastructure.empty();
  }));
  CHECK(::waitpid(own, nullptr, WNOHANG) == 0);  // not a worker and not started by a test
  ::kill(own, SIGKILL);
  ::waitpid(own, nullptr, 0);
}

#ifdef __linux__
TEST_CASE("orphans are adopted only while there is an oracle") {
  int adopting = -1;
  {
    ShellOracle oracle("exit 0");
    ::prctl(PR_GET_CHILD_SUBREAPER, &adopting);
    CHECK(adopting == 1);
  }
  ::prctl(PR_GET_CHILD_SUBREAPER, &adopting);
  CHECK(adopting == 0);
}
#endif

/// A process that runs two tests, each with a daemon, and holds a candidate for later.
struct Doomed {
  TemporaryFolder folder;
  fs::path work = folder.path() / "work";
  fs::path out = folder.path() / "out";
  pid_t process = -1;
  std::vector<pid_t> tests;
  std::vector<pid_t> workers;

  Doomed() {
    fs::create_directory(work);
    const fs::path script = folder.program("test",
                                           "#!/bin/sh\ntrap '' TERM HUP\nsetsid sleep 1000 &\n"
                                           "echo $$ $! >> " +
                                               out.string() + "\nsleep 1000\n");
    process = ::fork();
    if (process == 0) {
      ::setenv("TMPDIR", work.c_str(), 1);
      ProcessOracle oracle({.command = {script.string()}, .original = "f", .jobs = 2});
      oracle.start("one");
      oracle.start("two");
      oracle.store("waiting");
      oracle.wait({}, std::nullopt);
      ::_exit(0);
    }
    REQUIRE(becomes_true([&] { return fs::exists(out) && numbers_in(out).size() == 4; }));
    tests = numbers_in(out);
    workers = workers_of(process);
    REQUIRE(workers.size() == 2);
  }
  void kill() const {
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  }
};

TEST_CASE("when we are killed, tests, workers and folders go") {
  const Doomed doomed;
  doomed.kill();
  for (const pid_t test : doomed.tests) CHECK(becomes_true([&] { return !is_running(test); }));
  for (const pid_t worker : doomed.workers) {
    CHECK(becomes_true([&] { return !is_running(worker); }));
  }
  CHECK(becomes_true([&] { return fs::is_empty(doomed.work); }));
}

TEST_CASE("when we and all workers are killed, the next oracle clears up") {
  const Doomed doomed;
  for (const pid_t worker : doomed.workers) ::kill(worker, SIGSTOP);
  ::kill(doomed.process, SIGKILL);
  for (const pid_t worker : doomed.workers) ::kill(worker, SIGKILL);
  ::waitpid(doomed.process, nullptr, 0);
  for (const pid_t worker : doomed.workers) {
    CHECK(becomes_true([&] { return !is_running(worker); }));
  }
  CHECK_FALSE(fs::is_empty(doomed.work));

  const char* variable = std::getenv("TMPDIR");
  const std::string before = variable != nullptr ? variable : "";
  ::setenv("TMPDIR", doomed.work.c_str(), 1);
  {
    ProcessOracle oracle({.command = {"true"}, .original = "f"});
    CHECK(oracle.run("x").outcome == Outcome::kFail);
    CHECK(ShellOracle::entries(doomed.work) == 1);
  }
  ::unsetenv("TMPDIR");
  if (!before.empty()) ::setenv("TMPDIR", before.c_str(), 1);
  CHECK(fs::is_empty(doomed.work));
  for (const pid_t test : doomed.tests) CHECK(becomes_true([&] { return !is_running(test); }));
}

}  // namespace
}  // namespace grabr
