// The generated script and Conditions::judge must give the same verdict for the same commands. Real
// programs, with each available shell.
#include <doctest/doctest.h>

#include <algorithm>

#include "oracle/condition/conditions.h"
#include "oracle/run_on_file.h"
#include "text/error.h"

namespace grabr {
namespace {

using Strings = std::vector<std::string>;

struct ScriptRow {
  std::string what;
  Strings command;
  ConditionOptions conditions;
  std::string candidate;
  Outcome outcome;
  std::string original = "original\n";
  std::string name = "a.txt";
};

/// /bin/sh -c TEXT; the text finds the path in $1.
Strings sh(const std::string& text) { return {"/bin/sh", "-c", text, "sh"}; }

Outcome verdict(const ScriptRow& row) {
  Conditions conditions(row.conditions);
  const auto execute_on = [&](const std::string& text) {
    return [&conditions, &row, text](const Strings& command) {
      return run_on_file(command, text, row.name, conditions.time_limit_s());
    };
  };
  conditions.set_original(execute_on(row.original)(row.command));
  return conditions.judge(row.command, execute_on(row.candidate)).outcome;
}

int expected_status(Outcome outcome) {
  return outcome == Outcome::kFail ? 0 : outcome == Outcome::kPass ? 1 : 125;
}

/// The exit status of the script in a shell; also checks that it leaves no files.
int script_status(const std::string& shell, const ScriptRow& row) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "original folder");
  std::filesystem::create_directory(folder.path() / "tmp");
  const auto original = folder.write("original folder/" + row.name, row.original);
  const auto candidate = folder.write("candidate 'x", row.candidate);
  const auto script =
      folder.write("script", condition_script({row.command, original.string()}, row.conditions));
  const std::string temporary = (folder.path() / "tmp").string();
  bool timed_out = false;
  const int status = wait_for(
      start_command({"env", "TMPDIR=" + temporary, shell, script.string(), candidate.string()},
                    folder.path(), "/dev/null", folder.path() / "output", folder.path() / "errors"),
      0, timed_out);
  CHECK(std::filesystem::is_empty(temporary));
  CHECK(contents(folder.path() / "errors") == "");
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// /bin/sh, and dash and bash if they are installed.
Strings shells() {
  Strings found;
  for (const char* name : {"/bin/sh", "/bin/dash", "/bin/bash"}) {
    if (!std::filesystem::exists(name)) continue;
    const std::string path = std::filesystem::canonical(name).string();
    if (std::find(found.begin(), found.end(), path) == found.end()) found.push_back(path);
  }
  return found;
}

void check_rows(const std::vector<ScriptRow>& rows) {
  for (const ScriptRow& row : rows) {
    CAPTURE(row.what);
    CHECK(outcome_name(verdict(row)) == outcome_name(row.outcome));
    for (const std::string& shell : shells()) {
      CAPTURE(shell);
      CHECK(script_status(shell, row) == expected_status(row.outcome));
    }
  }
}

bool holds(const ScriptRow& row) {
  return verdict(row) == row.outcome &&
         std::ranges::all_of(shells(), [&](const std::string& shell) {
           return script_status(shell, row) == expected_status(row.outcome);
         });
}

/// For a time limit within which a program must make progress: on a busy machine it is raised.
void check_in_time(ScriptRow row) {
  for (int more = 0; more < 4; ++more) {
    if (holds(row)) return;
    *row.conditions.hang_s *= 3;
  }
  check_rows({row});
}

constexpr Outcome kFail = Outcome::kFail, kPass = Outcome::kPass;
constexpr Outcome kUnresolved = Outcome::kUnresolved;

TEST_CASE("script and judge agree on further commands" * doctest::test_suite("many runs")) {
  const Strings is_a = {"grep", "-q", "a"}, is_b = {"grep", "-q", "b"};
  const Strings cannot_tell = sh("exit 125"), good = sh("exit 0"), bad = sh("exit 3");
  check_rows({
      {"both", is_a, {.also = {is_b}}, "ab\n", Outcome::kFail},
      {"not the further one", is_a, {.also = {is_b}}, "a\n", Outcome::kPass},
      {"not the own one", is_a, {.also = {is_b}}, "b\n", Outcome::kPass},
      {"neither", is_a, {.but_not = {is_b}}, "ab\n", Outcome::kPass},
      {"as wanted", is_a, {.but_not = {is_b}}, "a\n", Outcome::kFail},
      {"no wins", is_a, {.also = {cannot_tell, bad}}, "a\n", Outcome::kPass},
      {"unclear", is_a, {.also = {good, cannot_tell}}, "a\n", Outcome::kUnresolved},
      {"own unclear", cannot_tell, {.also = {good}}, "a\n", Outcome::kUnresolved},
      {"own unclear, no wins", cannot_tell, {.also = {bad}}, "a\n", Outcome::kPass},
      {"with a condition",
       bad,
       {.exits = {3}, .also = {good}, .but_not = {bad}},
       "",
       Outcome::kFail},
      {"in time", is_a, {.also = {is_b}, .further_s = 20}, "ab\n", Outcome::kFail},
      {"no exit status means a limit", is_a, {.but_not = {sh("exit 124")}}, "a\n", Outcome::kFail},
      {"names the file", is_a, {.also = {{"cmp", "@@.bak", "@@"}}}, "a\n", Outcome::kFail},
  });
}

TEST_CASE("script and judge agree on exit statuses and signals" *
          doctest::test_suite("many runs")) {
  const Strings abort = sh("kill -ABRT $$");
  check_rows({
      {"exit met", sh("exit 3"), {.exits = {1, 3}}, "", kFail},
      {"exit unmet", sh("exit 2"), {.exits = {1, 3}}, "", kPass},
      {"exit 0", sh(":"), {.exits = {0}}, "", kFail},
      {"the candidate decides", sh("grep -q bug \"$1\""), {.exits = {0}}, "a bug\n", kFail},
      {"by standard input", sh("grep -q bug"), {.exits = {0}}, "a bag\n", kPass},
      {"signal", abort, {.signals = {"SEGV", "SIGABRT"}}, "", kFail},
      {"another signal", abort, {.signals = {"SEGV"}}, "", kPass},
      {"signal by number", abort, {.signals = {"6"}}, "", kFail},
      {"signal as a shell reports it", sh("exit 134"), {.signals = {"ABRT"}}, "", kFail},
      {"status of a signal", abort, {.exits = {134}}, "", kFail},
      {"no such program within", sh("no-such-program-at-all"), {.exits = {127}}, "", kFail},
  });
}

TEST_CASE("script and judge agree on outputs" * doctest::test_suite("many runs")) {
  const Strings cat = {"cat"};
  const auto out = [](const std::string& e) { return ConditionOptions{.output = {e}}; };
  check_rows({
      {"any exit status", sh("echo bug >&2; exit 7"), {.errors = {"bug"}}, "", kFail},
      {"streams are apart", sh("echo bug >&2"), out("bug"), "", kPass},
      {"not-stdout met", cat, {.not_output = {"bug"}}, "a bag\n", kFail},
      {"not-stdout unmet", cat, {.not_output = {"b.g"}}, "a bag\n", kPass},
      {"not-stderr", sh("cat $1 >&2"), {.not_errors = {"bug"}}, "bug\n", kPass},
      {"all must hold", cat, {.output = {"a", "b", "c"}}, "a b\n", kPass},
      {"all hold", cat, {.exits = {0}, .output = {"a", "b"}, .not_errors = {"a"}}, "a b\n", kFail},
      {"at lines", cat, out("^bug$"), "a\nbug\nb\n", kFail},
      {"not at lines", cat, out("^bug$"), "a\nbug \n", kPass},
      {"no dot over lines", cat, out("a.b"), "a\nb\n", kPass},
      {"over lines", cat, out("a\\s+b"), "a\n\nb\n", kFail},
      {"complement over lines", cat, out("a[^x]b"), "a\nb\n", kFail},
      {"a line end in the expression", cat, out("a\nb"), "a\nb\n", kFail},
      {"an escaped line end", cat, out("a\\\nb"), "a\nb\n", kFail},
      {"a literal line end", cat, out("\\Qa.\nb\\E"), "a.\nb\n", kFail},
      {"no alternatives by line ends", cat, out("a\nb"), "b\n", kPass},
      {"Perl's classes", cat, out("x\\d+\\b"), "x12 y", kFail},
      {"no case", cat, out("(?i)BUG"), "a Bug", kFail},
      {"lazy", cat, out("^a+?$"), "aaa", kFail},
      {"punctuation", cat, out("\\<a\\>"), "<a>\n", kFail},
      {"punctuation is no word border", cat, out("\\<a\\>"), "a\n", kPass},
      {"repetition", cat, out("^a{2,3}$"), "aaa\n", kFail},
      {"no repetition", cat, out("^a{,3}$"), "aaa\n", kPass},
      {"alternatives", cat, out("^(a|b[cd]+)?$"), "bcd\n", kFail},
      {"POSIX classes", cat, out("^[[:alpha:]]+$"), "bcd\n", kFail},
      {"empty output", cat, out("^$"), "", kFail},
      {"anything in empty output", cat, out("."), "", kPass},
      {"empty expression", cat, out(""), "", kFail},
      {"no line behind the last", cat, out("^$"), "a\n", kPass},
      {"empty line", cat, out("^$"), "a\n\n", kFail},
      {"the last line end", cat, out("a\\n"), "a\n", kFail},
      {"begins with a minus", cat, out("-v"), "-v\n", kFail},
      {"quotes", cat, out("it's \"$HOME\" `x` \\\\ !"), "it's \"$HOME\" `x` \\ !\n", kPass},
      {"quotes escaped", cat, out("it's \"\\$HOME\" `x` \\\\ !"), "it's \"$HOME\" `x` \\ !\n",
       kFail},
      {"percent", cat, out("100%s\\\\n"), "100%s\\n", kFail},
      {"UTF-8 is read as characters", cat, out("^x.x$"), "x\u00e9x\n", kFail},
      {"a class of characters", cat, out("^[\u00e9\u00e8]$"), "\u00e9\n", kFail},
      {"other bytes are read as bytes", cat, out("^a.b$"),
       "a\xff"
       "b\n",
       kFail},
      {"letters among other bytes", cat, out("\u00e9"), "\xff \u00e9\n", kFail},
      {"bytes in the expression", cat,
       out("a\xff"
           "b"),
       "a\xff"
       "b\n",
       kFail},
      {"NUL bytes", cat, out("^a.b\\b"), std::string("a\0b\n", 4), kFail},
      {"behind a NUL byte", cat, out("bug"), std::string("a\0b\nbug\0", 8), kFail},
      {"not at a NUL byte", cat, out("^b"), std::string("a\0b\n", 4), kPass},
      {"carriage return", cat, out("^a.$"), "a\r\n", kFail},
  });
}

TEST_CASE("script and judge agree on hanging" * doctest::test_suite("many runs")) {
  const Strings sleep = sh("grep -q slow \"$1\" && sleep 60; exit 3");
  check_rows({
      {"it hangs", sleep, {.hang_s = 0.3}, "slow", kFail},
      {"it ends", sleep, {.hang_s = 20}, "fast", kPass},
      {"it ends as timeout does", sh("exit 124"), {.hang_s = 20}, "", kPass},
      {"hangs and does not print", sh("sleep 60"), {.output = {"bug"}, .hang_s = 0.3}, "", kPass},
      {"both hang", sleep, {.hang_s = 0.3, .differs = sh("sleep 60")}, "slow", kPass},
  });
  check_in_time({"hangs and prints",
                 sh("echo bug; sleep 60"),
                 {.output = {"bug"}, .hang_s = 0.3},
                 "",
                 kFail});
  check_in_time(
      {"only one of two hangs", sleep, {.hang_s = 0.3, .differs = {"true"}}, "slow", kFail});
}

TEST_CASE("script and judge agree on differences" * doctest::test_suite("many runs")) {
  const Strings print_time = sh("head -c 16 /dev/urandom | od");
  const auto differs = [](const Strings& other) { return ConditionOptions{.differs = other}; };
  check_rows({
      {"output", {"cat"}, differs({"tr", "a", "b", "<@@"}), "a", kFail},
      {"no difference", {"cat"}, differs(sh("cat $1")), "a", kPass},
      {"exit status", {"true"}, differs({"false"}), "", kFail},
      {"status 7 on both sides", sh("exit 7"), differs(sh("exit 7")), "", kPass},
      {"errors do not count", sh("echo a >&2"), differs(sh("echo b >&2")), "", kPass},
      {"printed at random", print_time, differs({"true"}), "", kUnresolved},
      {"the other prints at random", {"true"}, differs(print_time), "", kUnresolved},
      {"own path", {"echo"}, differs({"/bin/echo", "@@"}), "", kPass},
      {"own path and more", sh("pwd"), differs(sh("pwd; pwd")), "", kFail},
      {"both conditions", {"cat"}, {.exits = {1}, .differs = {"true"}}, "a", kPass},
  });
}

TEST_CASE("script and judge agree on what the original does" * doctest::test_suite("many runs")) {
  const ConditionOptions same{.same_as_original = true};
  const Strings wc = sh("wc -w <$1; head -n 1 $1 >&2; echo $1 $PWD >&2");
  check_rows({
      {"all the same", wc, same, "a\nc\n", kFail, "a\nb\n"},
      {"other output", wc, same, "a\n", kPass, "a\nb\n"},
      {"other errors", wc, same, "b\na\n", kPass, "a\nb\n"},
      {"other exit status", {"grep", "-q", "a"}, same, "b\n", kPass, "a\n"},
      {"signal", sh("kill -SEGV $$"), same, "b\n", kFail, "a\n"},
  });
}

TEST_CASE("a script limits further commands as asked") {
  const Strings is_a = {"grep", "-q", "a"};
  for (const std::string& shell : shells()) {
    CAPTURE(shell);
    CHECK(script_status(
              shell,
              {"too slow", is_a, {.also = {sh("sleep 60")}, .further_s = 0.3}, "a\n", kPass}) == 1);
    CHECK(script_status(shell, {"unwanted and too slow",
                                is_a,
                                {.but_not = {sh("sleep 60; exit 1")}, .further_s = 0.3},
                                "a\n",
                                kPass}) == 1);
  }
}

TEST_CASE("script and judge fill in the same arguments") {
  const Strings names = sh("cd ${1%/*}; for i; do echo \"[${i##*/}]\"; cat \"${i##*/}\"; done");
  const auto with = [&](Strings more) {
    Strings command = names;
    command.insert(command.end(), more.begin(), more.end());
    return command;
  };
  check_rows({
      {"appended", names, {.output = {"^\\[it's a\\.c\\]\nx$"}}, "x", kFail, "", "it's a.c"},
      {"marked", with({"@@", "@@"}), {.output = {"(?s)a\\.c.*a\\.c"}}, "x", kFail, "", "a.c"},
      {"extension", with({"@@.h"}), {.output = {"^\\[a b\\.h\\]\nx"}}, "x", kFail, "", "a b.c"},
      {"quoting",
       {"/bin/echo", "-x 'y' \"$z\"\n`w` \\ @@ \u00e9"},
       {.output = {"^-x 'y' \"\\$z\"\n`w` \\\\ /.*/a\\.c \u00e9$"}},
       "x",
       kFail,
       "",
       "a.c"},
      {"empty argument", {"/bin/echo", "", "@@"}, {.output = {"^ /"}}, "x", kFail, "", "a.c"},
  });
}

TEST_CASE("the script runs from any folder and puts copies beside the candidate") {
  const TemporaryFolder folder;
  folder.program("test.sh",
                 "#!/bin/sh\ncat helper 'more helpers/b' && echo $GRABR_FILE && cat a.c\n");
  const auto helper = folder.write("helper", "helping\n");
  std::filesystem::create_directory(folder.path() / "more helpers");
  folder.write("more helpers/b", "too\n");
  const auto candidate = folder.write("candidate", "text");
  const ScriptedTest test{{(folder.path() / "test.sh").string()},
                          "folder/a.c",
                          {helper.string(), (folder.path() / "more helpers").string()}};
  const auto script = folder.write(
      "script", condition_script(test, {.exits = {0}, .output = {"helping\ntoo\n/.*/a.c\ntext$"}}));
  bool timed_out = false;
  const auto status = [&](const Strings& command) {
    return wait_for(start_command(command, folder.path(), "/dev/null", folder.path() / "output",
                                  folder.path() / "errors"),
                    0, timed_out);
  };
  CHECK(status({"/bin/sh", script.string(), "candidate"}) == 0);
  CHECK(status({"env", "GRABR_FILE=" + candidate.string(), "/bin/sh", script.string()}) == 0);
  CHECK(WEXITSTATUS(status({"/bin/sh", script.string(), "no-such-file"})) == 125);
}

TEST_CASE("the script's comments are comments, whatever the words hold") {
  const std::string text = condition_script({{"/bin/echo", "a\nrm -rf b\r"}, "in\nput", {}},
                                            {.output = {"a\nexit 0\n"}});
  CHECK(text.find("# The command is /bin/echo 'a\\nrm -rf b\\r'\n") != std::string::npos);
  CHECK(text.find("\nexit 0\n") == text.size() - 8);
}

TEST_CASE("no script for what cannot be judged") {
  CHECK_THROWS_AS(condition_script({{"true"}, "", {}}, {.same_as_original = true}), Error);
  CHECK_THROWS_AS(condition_script({{"true"}, "a", {}}, {.output = {"("}}), Error);
  CHECK_THROWS_AS(condition_script({{"no-such-program-at-all"}, "a", {}}, {.exits = {1}}), Error);
}

}  // namespace
}  // namespace grabr
