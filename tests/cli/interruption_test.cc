#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// A reduction with many successes; if $HANG names a file, tests hang once that file exists.
Files hanging_files() {
  std::string input = "[";
  for (int i = 0; i < 400; ++i) input += std::to_string(i) + ", ";
  return {{"t.sh",
           "#!/bin/sh\n[ -n \"$HANG\" ] && [ -e \"$HANG\" ] && sleep 1000\ngrep -q BUG \"$1\"\n"},
          {"in.json", input + "\"BUG\"]"},
          {"small.json", "[1, 2, \"BUG\"]"},
          {"first.sh",
           "#!/bin/sh\n[ -e \"$OUT\" ] && { touch \"$OUT.hangs\"; sleep 1000; }\n"
           "touch \"$OUT\"; grep -q BUG \"$1\"\n"}};
}

/// Starts a reduction, waits for its first success, and sends a signal.
std::string stopped_by(const std::string& signal) {
  return "$ rm -rf .grabr in.reduced.json; HANG=\"$PWD/in.reduced.json\" \"$GRABR\" ./t.sh in.json "
         "--strategy ddrmin --unit tokens --report r.json & pid=$!\n"
         "for i in $(seq 1200); do [ -e in.reduced.json ] && break; sleep 0.05; done\n"
         "kill -" +
         signal + " $pid; wait $pid";
}

}  // namespace

TEST_CASE("Ctrl-C, SIGTERM and SIGHUP keep the best and say so; a kill leaves a whole file") {
  const Workshop bench(hanging_files());
  const CallRow fails = {"$ HANG= ./t.sh in.reduced.json"};
  const std::string kept = "; the best so far is kept; the same call continues from here\n";
  for (const auto& [signal, status] :
       {std::pair{"INT", 130}, std::pair{"TERM", 143}, std::pair{"HUP", 129}}) {
    check_calls(bench, {{stopped_by(signal), status, kept}, fails});
    CHECK(nlohmann::json::parse(bench.read("r.json"))["exit"] == status);
  }
  const auto files = bench.files();
  check_calls(bench, {{stopped_by("KILL"), 137}, fails});
  CHECK(bench.files() == files);
}

TEST_CASE("Ctrl-C ends a test that hangs") {
  check_calls(Workshop(hanging_files()),
              {{"$ \"$GRABR\" ./first.sh small.json --timeout 500 --no-preflight -j 1 & pid=$!\n"
                "for i in $(seq 1200); do [ -e \"$OUT.hangs\" ] && break; sleep 0.05; done\n"
                "kill -INT $pid; wait $pid",
                130},
               {"$ cat small.reduced.json", 0, {}, "=[1, 2, \"BUG\"]"}});
}
