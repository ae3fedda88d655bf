#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// A reduction with many successes; where a file is named by $HANG, tests hang once it is there.
struct SlowBench : Workshop {
  SlowBench() {
    program("t.sh",
            "#!/bin/sh\n[ -n \"$HANG\" ] && [ -e \"$HANG\" ] && sleep 1000\n"
            "grep -q BUG \"$1\"\n");
    std::string input = "[";
    for (int i = 0; i < 400; ++i) input += std::to_string(i) + ", ";
    write("in.json", input + "\"BUG\"]");
  }

  /// Starts a reduction, waits for its first result, and sends a signal.
  ShellRun stop_by(const std::string& signal) const {
    return shell(
        "HANG=\"$PWD/in.reduced.json\" \"$GRABR\" ./t.sh in.json --strategy ddrmin --unit tokens "
        "--report r.json & pid=$!\n"
        "for i in $(seq 1200); do [ -e in.reduced.json ] && break; sleep 0.05; done\n"
        "kill -" +
        signal + " $pid; wait $pid");
  }
};

}  // namespace

TEST_CASE("Ctrl-C, SIGTERM and SIGHUP keep the best and say so") {
  struct Way {
    std::string signal;
    int exit;
  };
  for (const Way& way : {Way{"INT", 130}, Way{"TERM", 143}, Way{"HUP", 129}}) {
    const std::string& signal = way.signal;
    const int exit = way.exit;
    CAPTURE(signal);
    const SlowBench bench;
    const ShellRun run = bench.stop_by(signal);
    CHECK(run.exit == exit);
    check_contains(run.errors, "; the best so far is kept; the same call goes on from here\n");
    CHECK(bench.shell("./t.sh in.reduced.json").exit == 0);
    CHECK(nlohmann::json::parse(bench.read("r.json"))["exit"] == exit);
  }
}

TEST_CASE("Ctrl-C ends a test that hangs") {
  const Workshop shop;
  shop.program("t.sh",
               "#!/bin/sh\n[ -e \"$OUT\" ] && { touch \"$OUT.hangs\"; sleep 1000; }\n"
               "touch \"$OUT\"; grep -q BUG \"$1\"\n");
  shop.write("in.json", "[1, 2, \"BUG\"]");
  const ShellRun run = shop.shell(
      "\"$GRABR\" ./t.sh in.json --timeout 500 --no-preflight -j 1 & pid=$!\n"
      "for i in $(seq 1200); do [ -e \"$OUT.hangs\" ] && break; sleep 0.05; done\n"
      "kill -INT $pid; wait $pid");
  CHECK(run.exit == 130);
  CHECK(shop.read("in.reduced.json") == "[1, 2, \"BUG\"]");
}

TEST_CASE("a killed reduction leaves a whole file that still fails") {
  const SlowBench bench;
  const ShellRun run = bench.stop_by("KILL");
  CHECK(run.exit == 137);
  CHECK(bench.shell("./t.sh in.reduced.json").exit == 0);
  CHECK(bench.files() == std::set<std::string>{".grabr", "t.sh", "in.json", "in.reduced.json"});
}
