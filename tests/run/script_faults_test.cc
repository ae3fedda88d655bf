#include "run/check/script_faults.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace grabr {
namespace {

using Names = std::vector<std::string>;

const Names kBash = {"/bin/bash"};

ProcessOracleOptions command_test(Names command) {
  ProcessOracleOptions test;
  test.command = std::move(command);
  test.original = "in.c";
  return test;
}

TEST_CASE("the trace: bash counts the reading of the script, dash knows no lines") {
  const auto bash =
      read_trace("+1: . /t.sh\n++2: set -e\n+++3: cat x\nnot traced\n++3: out='a: b'\n");
  REQUIRE(bash.size() == 3);
  CHECK(bash[0].line == 2);
  CHECK(bash[0].depth == 0);
  CHECK(bash[1].depth == 1);
  CHECK(bash[2].text == "out='a: b'");
  const auto dash = read_trace("+: . /t.sh\n+: [  = yes ]\n");
  REQUIRE(dash.size() == 1);
  CHECK(dash[0].line == 0);
  CHECK(dash[0].text == "[  = yes ]");
  CHECK(read_trace("").empty());
  CHECK(read_trace("+ not ours\n").empty());
}

TEST_CASE("the shell that runs a script") {
  struct Row {
    std::string text;
    bool no_line;
    Names shell;
  };
  for (const Row& row : std::vector<Row>{{"#!/bin/sh\nx", false, {"/bin/sh"}},
                                         {"#!/bin/bash -eu\nx", false, {"/bin/bash", "-eu"}},
                                         {"#! /usr/bin/env bash\nx", false, {"bash"}},
                                         {"#!/usr/bin/env -S bash -e\nx", false, {"bash", "-e"}},
                                         {"#!/usr/bin/python3\nx", false, {}},
                                         {"x", true, {"/bin/sh"}}}) {
    INFO(row.text);
    CHECK(shell_of(command_test({"/t.sh"}), {"/t.sh", row.text, row.no_line, 0}) == row.shell);
  }
  const TestScript second = {"/t.sh", "x", false, 1};
  CHECK(shell_of(command_test({"bash", "/t.sh"}), second) == Names{"bash"});
  CHECK(shell_of(command_test({"python3", "/t.sh"}), second).empty());
}

TEST_CASE("a traced test is the same test, told by its shell") {
  ProcessOracleOptions test = command_test({"/t.sh", "a", "@@"});
  test.memory_bytes = 5;
  test.conditions.exits = {1};
  const auto traced = traced_test(test, {"/t.sh", "#!/bin/sh -e\n", false, 0});
  REQUIRE(traced.has_value());
  REQUIRE(traced->command.size() == 7);
  CHECK(traced->command[1] == "-e");
  CHECK(traced->command[4] == "/t.sh");
  CHECK(traced->command[6] == "@@");
  CHECK(traced->memory_bytes == 5);
  CHECK_FALSE(traced->conditions.any());
  CHECK_FALSE(traced_test(test, {"/t.py", "#!/usr/bin/python3\n", false, 0}).has_value());
}

TEST_CASE("commands that are not there") {
  const std::string script = "own() { true; }\nown\n";
  const std::vector<TracedCommand> trace = {{1, 0, "no-such-compiler -c a.c"},
                                            {1, 0, "cat a.c"},
                                            {2, 0, "own"},
                                            {3, 0, "x=1"},
                                            {3, 0, "[ a = b ]"},
                                            {4, 0, "timeout 5 no-such-tool x"},
                                            {5, 0, "out='int ring = 1;"},
                                            {6, 0, "/no/such/tool"},
                                            {7, 0, "./here"},
                                            {8, 0, "'strange name' x"},
                                            {9, 0, "((x++))"}};
  CHECK(missing_commands(script, trace) ==
        Names{"no-such-compiler", "no-such-tool", "/no/such/tool"});
}

TEST_CASE("variables that nobody sets") {
  ::setenv("GRABR_TEST_SET", "1", 1);
  CHECK(unset_variables("[ \"$NEEDED\" = yes ] && cat ${OTHER} # $COMMENT\n") ==
        Names{"NEEDED", "OTHER"});
  CHECK(unset_variables("a=$GRABR_TEST_SET; echo $a ${B:-x} ${C-} $1 $? $TMPDIR\n").empty());
  CHECK(unset_variables("for f in x; do echo $f; done; read -r l; echo $l; awk '{print $NF}'\n")
            .empty());
  ::unsetenv("GRABR_TEST_SET");
}

TEST_CASE("strict options count where they may be the reason") {
  const std::string script = "#!/bin/bash\nset -eu -o pipefail\nx=$(f)\ng \"$x\" | grep -q y\n";
  StrictOptions options = strict_options_at_end(kBash, script, {{3, 0, "x="}}, "");
  CHECK(options.line == 3);
  CHECK(options.errexit);
  CHECK_FALSE(options.pipefail);
  CHECK_FALSE(options.nounset);
  options = strict_options_at_end(kBash, script, {{4, 0, "g a"}, {4, 0, "grep -q y"}}, "");
  CHECK_FALSE(options.errexit);  // it came to its end
  CHECK(options.pipefail);
  options = strict_options_at_end(kBash, script, {}, "t.sh: line 3: x: unbound variable\n");
  CHECK(options.nounset);
  options = strict_options_at_end(kBash, script, {{3, 0, "exit 1"}}, "");
  CHECK_FALSE(options.errexit);
  options = strict_options_at_end(kBash, "set -e\nset +e\nfalse\ntrue\n", {{3, 0, "false"}}, "");
  CHECK_FALSE(options.errexit);
  options = strict_options_at_end({"/bin/sh", "-e"}, "#!/bin/sh -e\nfalse\ntrue\n",
                                  {{0, 0, "false"}}, "");
  CHECK(options.line == 2);
  CHECK(options.errexit);
}

TEST_CASE("what only bash knows") {
  CHECK(wants_bash({"/bin/sh"}, "t.sh: 2: set: Illegal option -o pipefail\n"));
  CHECK(wants_bash({"/bin/sh"}, "t.sh: 2: [[: not found\n"));
  CHECK_FALSE(wants_bash({"/bin/bash"}, "t.sh: 2: [[: not found\n"));
  CHECK_FALSE(wants_bash({}, "[[: not found\n"));
}

}  // namespace
}  // namespace grabr
