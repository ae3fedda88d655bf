// Misbehaving tests: they hang, escape, flood the output, crash, or leave files behind. The oracle
// must return the right answer and leave no processes or files.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <thread>
#include <vector>

#include "oracle/processes.h"
#include "support/shell_oracle.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

/// The script writes the ids of the processes that it leaves to "$OUT"; none may be alive later. A
/// script that times out before it has written them gets a longer limit.
void check_nobody_left(const std::string& script, double timeout_s, bool timed_out) {
  CAPTURE(script);
  ShellOracle oracle(script, {}, "input.txt", timeout_s);
  TestResult result = oracle.run();
  for (int more = 0; more < 6 && result.timed_out && oracle.out().empty(); ++more) {
    oracle.oracle().set_timeout(timeout_s *= 3);
    result = oracle.run();
  }
  CHECK(result.timed_out == timed_out);
  CHECK(result.infrastructure.empty());
  std::istringstream left(oracle.out());
  int count = 0;
  for (pid_t process; left >> process; ++count) {
    CAPTURE(process);
    CHECK_FALSE(is_running(process));
    if (is_running(process)) ::kill(process, SIGKILL);
  }
  CHECK(count > 0);
  CHECK(oracle.left_folders() == 0);
  CHECK(::waitpid(-1, nullptr, WNOHANG) == 0);  // no zombie of this process: the worker is alive
}

void check_mess(const std::string& script) {
  CAPTURE(script);
  ShellOracle oracle(script + "\nexit 0");
  const TestResult result = oracle.run();
  CHECK(result.outcome == Outcome::kFail);
  CHECK(oracle.left_folders() == 0);
  CHECK(oracle.run().outcome == Outcome::kFail);
  oracle.end();
  CHECK(oracle.left_at_end() == 0);
}

TEST_CASE("a hang ends in a timeout, which is a pass") {
  ShellOracle oracle("exec sleep 1000", {}, "input.txt", 0.3);
  const TestResult result = oracle.run();
  CHECK(result.outcome == Outcome::kPass);
  CHECK(result.timed_out);
  CHECK(result.exit_code == -1);
  CHECK(result.signal == 0);
  CHECK(oracle.left_folders() == 0);
}

TEST_CASE("whoever hangs goes, with children, and deaf to SIGTERM or stopped too") {
  check_nobody_left("echo $$ > \"$OUT\"; sleep 1000 & echo $! >> \"$OUT\"; wait", 0.3, true);
  check_nobody_left("trap '' TERM; echo $$ > \"$OUT\"; while :; do sleep 1000; done", 0.3, true);
  check_nobody_left("echo $$ > \"$OUT\"; kill -STOP $$", 0.3, true);
}

TEST_CASE("an answer given on SIGTERM is not an answer") {
  ShellOracle oracle("trap 'exit 0' TERM; sleep 1000 & wait", {}, "input.txt", 0.3);
  const TestResult result = oracle.run();
  CHECK(result.outcome == Outcome::kPass);
  CHECK(result.timed_out);
}

TEST_CASE("what outlives the test is killed, in its group and out of it") {
  check_nobody_left("sleep 1000 & echo $! > \"$OUT\"", 20, false);
  check_nobody_left("(sleep 1000 & echo $! > \"$OUT\")", 20, false);
#ifdef __linux__
  check_nobody_left(
      "setsid sh -c 'echo $$ > \"$OUT\"; exec sleep 1000' & "
      "while ! test -s \"$OUT\"; do sleep 0.01; done",
      20, false);
  check_nobody_left(
      "setsid sh -c 'setsid sleep 1000 & echo $$ $! > \"$OUT.t\"; mv \"$OUT.t\" \"$OUT\"; "
      "wait' & while ! test -s \"$OUT\"; do sleep 0.01; done",
      20, false);
  check_nobody_left(
      "setsid sh -c 'trap \"\" TERM HUP; echo $$ > \"$OUT\"; while :; do sleep 1000; done' & "
      "sleep 1000",
      0.5, true);
#endif
}

TEST_CASE("children of the program that uses the oracle are left alone") {
  const pid_t own = ::fork();
  if (own == 0) {
    ::execl("/bin/sleep", "sleep", "1000", nullptr);
    ::_exit(127);
  }
  ShellOracle oracle("setsid sleep 1000 &");
  CHECK(oracle.run().outcome == Outcome::kFail);
  CHECK(::waitpid(own, nullptr, WNOHANG) == 0);
  ::kill(own, SIGKILL);
  CHECK(::waitpid(own, nullptr, 0) == own);
}

TEST_CASE("an exit status is learnt even where SIGCHLD is ignored") {
  ::signal(SIGCHLD, SIG_IGN);
  ShellOracle oracle("exit 3");
  CHECK(oracle.run().exit_code == 3);
  const bool still_ignored = ::signal(SIGCHLD, SIG_DFL) == SIG_IGN;
  CHECK(still_ignored);
}

TEST_CASE("50 MB of output go nowhere, and 64 KiB of them into the explanation") {
  ShellOracle oracle("head -c 50000000 /dev/zero; head -c 50000000 /dev/zero >&2; exit 0");
  CHECK(oracle.run().outcome == Outcome::kFail);
  const ProcessOracle::Explained explained = oracle.oracle().explain("x");
  CHECK(explained.result.outcome == Outcome::kFail);
  CHECK(explained.output == std::string(65536, '\0'));
  CHECK(explained.errors.size() == 65536);
}

TEST_CASE("endless output does not put off the timeout") {
  ShellOracle oracle("yes", {}, "input.txt", 0.3);
  CHECK(oracle.run().timed_out);
  CHECK(oracle.oracle().explain("x").result.timed_out);
}

TEST_CASE("somebody who holds the output open does not keep us waiting") {
  ShellOracle oracle("echo said; sleep 1000 & setsid sleep 1000 & exit 0");
  const ProcessOracle::Explained explained = oracle.oracle().explain("x");
  CHECK(explained.result.outcome == Outcome::kFail);
  CHECK_FALSE(explained.result.timed_out);
  CHECK(explained.output == "said\n");
}

TEST_CASE("no mess stays" * doctest::test_suite("many runs")) {
  check_mess("mkdir -p a/b; touch a/b/c; chmod 500 a/b; chmod 0 a; chmod 500 .");
  check_mess("i=0; while [ $i -lt 400 ]; do : > f$i; i=$((i+1)); done");
  check_mess("rm -rf input.txt tmp");
  check_mess("rm -rf \"$PWD\"");
  check_mess("rm input.txt; mkdir input.txt; touch input.txt/x");
  check_mess("ln -s / root; ln -s . self; mkfifo pipe");
  check_mess("i=0; while [ $i -lt 100 ]; do mkdir deep; cd deep; i=$((i+1)); done");
  check_mess("exec 2>&-; cd /");
}

TEST_CASE("no mess stays with an ordinary user either") {
  CHECK(holds_for_ordinary_user([] {
    ShellOracle oracle(
        "mkdir -p a/b/c; touch a/b/c/d; chmod 500 a/b/c; chmod 0 a/b; chmod 500 a .; exit 0");
    return oracle.run().outcome == Outcome::kFail && oracle.left_folders() == 0;
  }));
}

TEST_CASE("a test that could not be run has no outcome") {
  SUBCASE("the script has vanished") {
    ShellOracle oracle("exit 0");
    fs::remove(oracle.folder() / "test script.sh");
    const TestResult result = oracle.run();
    CHECK(result.outcome == Outcome::kUnresolved);
    CHECK(result.infrastructure.find("No such file") != std::string::npos);
    CHECK(oracle.left_folders() == 0);
  }
  SUBCASE("the place for temporary files has vanished") {
    ShellOracle oracle("exit 0");
    fs::remove_all(oracle.folder() / "work");
    const TestResult result = oracle.run();
    CHECK(result.outcome == Outcome::kUnresolved);
    CHECK(result.infrastructure.find("No such file") != std::string::npos);
    fs::create_directory(oracle.folder() / "work");
    CHECK(oracle.run().outcome == Outcome::kFail);
  }
}

TEST_CASE("a work folder that has vanished is made again") {
  ShellOracle oracle("exit 0");
  fs::remove_all(oracle.root());
  CHECK(oracle.run().outcome == Outcome::kFail);
  CHECK(oracle.left_folders() == 0);
  oracle.end();
  CHECK(oracle.left_at_end() == 0);
}

TEST_CASE("a program of another machine is not given to the shell") {
  const TemporaryFolder folder;
  const std::string alien(
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\xFF\xFF\1\0\0\0",
      24);
  ProcessOracle oracle({.command = {folder.program("alien", alien).string()}, .original = "f"});
  const TestResult result = oracle.run("x");
  CHECK(result.outcome == Outcome::kUnresolved);
  CHECK(result.infrastructure.find("Exec format error") != std::string::npos);
}

TEST_CASE("a full disk is not an answer") {
  ShellOracle oracle("exit 0");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const TestResult result = oracle.run(std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_DFL);
  CHECK(result.outcome == Outcome::kUnresolved);
  CHECK(result.infrastructure.find("File too large") != std::string::npos);
  CHECK(oracle.left_folders() == 0);
  CHECK(oracle.run().outcome == Outcome::kFail);
}

TEST_CASE("no more processes is not an answer") {
  CHECK(holds_for_ordinary_user([] {
    rlimit before{};
    ::getrlimit(RLIMIT_NPROC, &before);
    const rlimit none{0, before.rlim_max};
    ::setrlimit(RLIMIT_NPROC, &none);
    ShellOracle oracle("exit 0");  // no worker
    const TestResult result = oracle.run();
    ::setrlimit(RLIMIT_NPROC, &before);
    return result.outcome == Outcome::kUnresolved &&
           result.infrastructure.starts_with("cannot start a process") &&
           oracle.run().outcome == Outcome::kFail && oracle.left_folders() == 0;
  }));
  CHECK(holds_for_ordinary_user([] {
    ShellOracle oracle("exit 0");
    const pid_t worker = workers_of(::getpid()).at(0);
    rlimit before{};
    ::prlimit(worker, RLIMIT_NPROC, nullptr, &before);
    const rlimit none{0, before.rlim_max};
    ::prlimit(worker, RLIMIT_NPROC, &none, nullptr);
    const TestResult result = oracle.run();
    ::prlimit(worker, RLIMIT_NPROC, &before, nullptr);
    return result.outcome == Outcome::kUnresolved &&
           result.infrastructure.starts_with("cannot start a process") &&
           oracle.run().outcome == Outcome::kFail && oracle.left_folders() == 0;
  }));
}

TEST_CASE("no more open files is not an answer") {
  ShellOracle oracle("exit 0");
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{3, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  const TestResult result = oracle.run();
  ::setrlimit(RLIMIT_NOFILE, &before);
  CHECK(result.outcome == Outcome::kUnresolved);
  CHECK(result.infrastructure.find("Too many open files") != std::string::npos);
}

ProcessOracle* woken_oracle = nullptr;

TEST_CASE("a signal handler ends the waiting; a cancelled test ends, and its result never comes") {
  ShellOracle oracle(
      "trap '' TERM; echo $$ > \"$OUT.t\"; mv \"$OUT.t\" \"$OUT\"; "
      "grep -q slow input.txt && sleep 1000; exit 0");
  woken_oracle = &oracle.oracle();
  const Ticket slow = oracle.oracle().start("slow");
  ::signal(SIGALRM, [](int) { woken_oracle->wake(); });
  const pid_t waker = ::fork();
  if (waker == 0) {
    becomes_true([&] { return fs::exists(oracle.folder() / "out"); });
    ::kill(::getppid(), SIGALRM);
    ::_exit(0);
  }
  CHECK_FALSE(oracle.oracle().wait({}, std::nullopt));
  CHECK(::waitpid(waker, nullptr, 0) == waker);
  ::signal(SIGALRM, SIG_DFL);
  const pid_t test = std::stoi(oracle.out());
  CHECK(is_running(test));
  oracle.oracle().cancel(slow);
  const Ticket quick = oracle.oracle().start("quick");
  const std::optional<Finished> finished = oracle.oracle().wait({}, std::nullopt);
  REQUIRE(finished);
  CHECK(finished->ticket == quick);
  CHECK(finished->result.outcome == Outcome::kFail);
  CHECK_FALSE(is_running(test));
  CHECK(oracle.left_folders() == 0);
  oracle.oracle().cancel(slow);  // ended long ago: no effect
  oracle.oracle().cancel(quick);
}

TEST_CASE("a test that removes the work folder, itself inside, does not stop the next one") {
  ShellOracle oracle("grep -q bad input.txt && rm -rf \"${PWD%/*}\"; exit 0");
  for (int i = 0; i < 3; ++i) {
    CHECK(oracle.run("bad").outcome == Outcome::kFail);
    CHECK(oracle.run("good").outcome == Outcome::kFail);
    CHECK(oracle.left_folders() == 0);
  }
  oracle.end();
  CHECK(oracle.left_at_end() == 0);
}

TEST_CASE("a test that changes its input changes its own") {
  ShellOracle oracle(
      "cat input.txt >> \"$OUT\"; echo changed > input.txt; chmod 0 input.txt; exit 1",
      ProcessOracleOptions{.repeat = 3, .min_hits = 1});
  CHECK(oracle.run("text ").runs == 3);
  CHECK(oracle.run("next ").outcome == Outcome::kPass);
  CHECK(oracle.out() == "text text text next next next ");
}

TEST_CASE("fifty sleepers and a daemon that forked twice end with their test") {
  check_nobody_left(
      "for i in 1 2 3 4 5; do for j in 1 2 3 4 5 6 7 8 9 10; do "
      "setsid sleep 1000 & echo $! >> \"$OUT\"; done; done",
      20, false);
  check_nobody_left(
      "(setsid sh -c '(setsid sh -c \"echo \\$\\$ > $OUT; cd /; exec sleep 1000\" &) &' &) ; "
      "while ! test -s \"$OUT\"; do sleep 0.01; done",
      20, false);
}

TEST_CASE("a test may close what it likes") {
  ShellOracle oracle(
      "exec <&- >&- 2>&-; i=3; while [ $i -lt 10 ]; do eval \"exec $i>&-\"; i=$((i+1)); done; "
      "exit 7");
  CHECK(oracle.run().exit_code == 7);
  CHECK(oracle.oracle().explain("x").result.exit_code == 7);
}

TEST_CASE("a crash leaves no core file, in the folder or elsewhere") {
  ShellOracle oracle("ulimit -c > \"$OUT\"; kill -SEGV $$");
  CHECK(oracle.run().signal == SIGSEGV);
  CHECK(oracle.out() == "0\n");
}

}  // namespace
}  // namespace grabr
