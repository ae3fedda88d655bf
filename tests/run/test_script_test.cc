#include "run/check/test_script.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

using Names = std::vector<std::string>;

ProcessOracleOptions command_test(Names command) {
  ProcessOracleOptions test;
  test.command = std::move(command);
  test.original = "in.c";
  return test;
}

TEST_CASE("the trace: bash counts the reading of the script and tells its options") {
  const Trace bash = read_trace(
      "+1 hashall: . /t.sh\n++2 hashall: set -e\n+++3 errexit:xtrace: cat x\nnot traced\n"
      "++3 errexit:xtrace: out='a: b'\n+++4 errexit: : not-found tool\n+++1 e: return 127\n++5 "
      "errexit: : not-found "
      "tool\n");
  REQUIRE(bash.commands.size() == 3);
  CHECK(bash.commands[0].line == 2);
  CHECK(bash.commands[0].depth == 0);
  CHECK(bash.commands[1].depth == 1);
  CHECK(bash.commands[2].text == "out='a: b'");
  CHECK(bash.commands[2].options == "errexit:xtrace");
  CHECK(bash.missing == Names{"tool"});
  const Trace dash = read_trace("+ : . /t.sh\n+ : [  = yes ]\n");
  REQUIRE(dash.commands.size() == 1);
  CHECK(dash.commands[0].line == 0);
  CHECK(dash.commands[0].text == "[  = yes ]");
  CHECK(read_trace("").commands.empty());
  CHECK(read_trace("+ not ours\n").commands.empty());
}

TEST_CASE("the shell that tells of a script is bash, with the script's own options") {
  const bool bash = ::access("/bin/bash", X_OK) == 0;
  struct Row {
    Names command;
    TestScript script;
    Names words;
  };
  const Names sh = bash ? Names{"/bin/bash", "--posix"} : Names{"/bin/sh"};
  const Names strict = bash ? Names{"/bin/bash", "--posix", "-e"} : Names{"/bin/sh", "-e"};
  for (const Row& row : std::vector<Row>{
           {{"/t.sh", "a"}, {"/t.sh", "#!/bin/sh -e\nx", 0}, strict},
           {{"/t.sh", "a"}, {"/t.sh", "x", 0}, sh},
           {{"/t.sh", "a"}, {"/t.sh", "#! /usr/bin/env bash\nx", 0}, {"bash"}},
           {{"/t.sh", "a"}, {"/t.sh", "#!/usr/bin/env -S bash -e\nx", 0}, {"bash", "-e"}},
           {{"bash", "/t.sh", "a"}, {"/t.sh", "x", 1}, {"bash"}}}) {
    INFO(row.script.text);
    const auto told = test_in_mode(ShellMode::kStrict, command_test(row.command), row.script);
    REQUIRE(told.has_value());
    Names wanted = row.words;
    wanted.insert(wanted.end(), {"-c", "set -u; . \"$0\"", "/t.sh", "a"});
    CHECK(told->command == wanted);
  }
  const auto mode = ShellMode::kTraced;
  CHECK_FALSE(test_in_mode(mode, command_test({"/t"}), {"/t", "#!/usr/bin/python3\n", 0}));
  CHECK_FALSE(test_in_mode(mode, command_test({"python3", "/t"}), {"/t", "x", 1}));
  CHECK_FALSE(test_in_mode(mode, command_test({"/t"}), {}));
}

TEST_CASE("a traced test is the same test without its conditions") {
  ProcessOracleOptions test = command_test({"/t.sh"});
  test.memory_bytes = 5;
  test.conditions.exits = {1};
  const auto traced = test_in_mode(ShellMode::kTraced, test, {"/t.sh", "#!/bin/sh\n", 0});
  REQUIRE(traced.has_value());
  CHECK(traced->memory_bytes == 5);
  CHECK_FALSE(traced->conditions.any());
}

}  // namespace
}  // namespace grabr
