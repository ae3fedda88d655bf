#include "cli/passing_original.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/recipe.h"
#include "temporary_folder.h"

namespace grabr {
namespace {

namespace fs = std::filesystem;

Call call_of(Words command, std::string input) {
  Call call;
  call.command = std::move(command);
  call.input = std::move(input);
  return call;
}

TestResult ended(int exit_code) {
  TestResult result;
  result.exit_code = exit_code;
  result.outcome = exit_code == 0 ? Outcome::kFail : Outcome::kPass;
  return result;
}

/// A script that ended with the same status each time and printed nothing.
PassingOriginal facts_of(int exit_code) {
  PassingOriginal facts;
  facts.first = ended(exit_code);
  facts.again.result = ended(exit_code);
  facts.again.folder = "/tmp/grabr-x/000002";
  facts.more.assign(3, ended(exit_code));
  facts.script = {"/home/me/t.sh", "#!/bin/sh\n", false};
  facts.started_in = "/home/me";
  facts.names_in = "/home/me";
  return facts;
}

std::string described(const PassingOriginal& facts) {
  return describe(facts, call_of({"/bin/sh", "@@"}, "bug.c"));
}

void check_contains(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    INFO(text);
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
  }
}

void check_lacks(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) == std::string::npos);
}

TEST_CASE("how it ended, what it printed, how to repeat it") {
  PassingOriginal facts = facts_of(7);
  facts.again.output = "seen\n";
  const std::string text = described(facts);
  check_contains(text, {"bug.c does not fail: the test ended with exit status 7; 0 would mean",
                        "  standard output:\n    | seen\n  standard error: nothing\n",
                        "To repeat the test:\n    cd /tmp/grabr-x/000002 && GRABR_DIR=",
                        "sh /tmp/grabr-x/000002/bug.c < /tmp/grabr-x/000002/bug.c; echo $?\n",
                        "must end with 0", "--copy PATH", "$GRABR_DIR"});
  check_lacks(text, "flaky");
  facts.again.output = std::string(5000, 'x');
  check_contains(described(facts), {"(3000 bytes more)"});
}

TEST_CASE("each way to end has its hint") {
  check_contains(described(facts_of(125)), {"125 means"});
  check_contains(described(facts_of(127)), {"not executable or not found"});
  PassingOriginal facts = facts_of(-1);
  facts.first.signal = 11;
  check_contains(described(facts), {"died by signal 11 ("});
  check_lacks(described(facts), "--signal");  // a script should know its program's end
  facts.script = {};
  check_contains(described(facts), {"--signal 11"});
  facts = facts_of(3);
  facts.script = {};
  check_contains(described(facts), {"--exit 3", "--stderr"});
}

TEST_CASE("no end in time") {
  PassingOriginal facts;
  facts.first.timed_out = true;
  facts.first.exit_code = -1;
  facts.timeout_s = 0.2;
  check_contains(described(facts), {"did not end within 0.2 s (--timeout)", "--hang SEC"});
  facts.first.exit_code = 124;
  check_contains(described(facts), {"exit status 124, as timeout(1)"});
}

TEST_CASE("a test that could not be run says why, and nothing of exit statuses") {
  PassingOriginal facts;
  facts.first.infrastructure = "no space left on device";
  check_contains(described(facts), {"could not be run: no space left on device"});
  check_lacks(described(facts), "exit status");
}

TEST_CASE("conditions that do not hold are listed") {
  PassingOriginal facts = facts_of(0);
  facts.again.result = ended(1);
  facts.again.unmet = "the exit status is 0, not 1\nstandard error does not contain 'boom'\n";
  const std::string text = described(facts);
  check_contains(text, {"with exit status 0\n", "    - the exit status is 0, not 1\n",
                        "    - standard error"});
  check_lacks(text, "must end with 0");
}

TEST_CASE("flaky: numbers, and nothing about folders") {
  PassingOriginal facts = facts_of(1);
  facts.more[1] = ended(0);
  facts.works_in = "/home/me";
  const std::string text = described(facts);
  check_contains(text, {"flaky: of 5 runs 1 did fail", "--repeat 21 --min-hits 1 "});
  check_lacks(text, "depends on the folder");
}

TEST_CASE("it depends on the folder: what it needs, and how to give it") {
  PassingOriginal facts = facts_of(1);
  facts.works_in = "/home/me";
  check_contains(
      described(facts),
      {"Started in /home/me it does fail: the test depends on the folder", "--copy PATH"});
  check_lacks(described(facts), "must end with 0");
  facts.script_names = {"helper.h", "inc/a.h", "inc/b.h", "../other"};
  check_contains(described(facts),
                 {"names helper.h, inc/a.h, inc/b.h and ../other, which",
                  ": --copy helper.h --copy inc puts", "\"$GRABR_DIR\"/helper.h"});
  facts.works_in = facts.names_in = "/home/me/tests";
  facts.script.path = "/home/me/tests/t.sh";
  check_contains(described(facts), {"--copy tests/helper.h", "\"$(dirname \"$0\")\"/helper.h"});
  facts.names_in = "/data";
  check_contains(described(facts), {"--copy ../../data/helper.h", "as /data/helper.h"});
}

TEST_CASE("what the input names beside it") {
  PassingOriginal facts = facts_of(1);
  facts.started_in = fs::current_path();
  facts.input_names = {"helper.h"};
  check_contains(described(facts), {"bug.c names helper.h: --copy helper.h puts a copy"});
}

TEST_CASE("what is wrong with the script itself") {
  PassingOriginal facts = facts_of(2);
  facts.script.text = "grep x\r\nexit 1\r\n";
  check_contains(described(facts), {"Windows line ends: sed -i 's/\\r$//' /home/me/t.sh"});
  facts.script.text = "[[ -f x ]]\n";
  facts.script.no_interpreter_line = true;
  check_contains(described(facts), {"no '#!' line"});
}

TEST_CASE("a recipe for a text that is on no disk") {
  const Call call = call_of({"/bin/sh", "@@"}, "some/a b.c");
  CHECK(recipe_for_text(call, "it's\n").find("printf '%s\\n' 'it'\\''s' > 'a b.c' && ") !=
        std::string::npos);
  CHECK(recipe_for_text(call, "x").find("printf '%s' x > 'a b.c' && ") != std::string::npos);
  CHECK(recipe_for_text(call, "two\nlines").empty());
  CHECK(recipe_for_text(call, std::string(1000, 'x')).empty());
}

/// The user's folder, with a script and an input, explained with real processes. The folders of the
/// tests, those that are kept included, lie below the temporary folder and go with it.
class Desk {
 public:
  explicit Desk(const std::string& script) : before_(fs::current_path()) {
    fs::create_directory(folder_.path() / "here");
    fs::create_directory(folder_.path() / "tmp");
    if (const char* before = std::getenv("TMPDIR")) temporary_before_ = before;
    ::setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
    fs::current_path(folder_.path() / "here");
    folder_.program("here/t.sh", "#!/bin/sh\n" + script);
    write("bug.c", "int bug;\n");
  }
  ~Desk() {
    fs::current_path(before_);
    ::unsetenv("TMPDIR");
    if (temporary_before_) ::setenv("TMPDIR", temporary_before_->c_str(), 1);
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  void write(const std::string& name, const std::string& text) {
    folder_.write("here/" + name, text);
  }

  std::string explained(const std::string& text = "int bug;\n") {
    const Call call = call_of({"./t.sh"}, "bug.c");
    ProcessOracleOptions options;
    options.command = call.command;
    options.original = call.input;
    ProcessOracle oracle(options);
    const TestResult first = oracle.run(text);
    CHECK(first.outcome != Outcome::kFail);
    return explain_passing_original(oracle, first, call, text, 20);
  }

 private:
  TemporaryFolder folder_;
  fs::path before_;
  std::optional<std::string> temporary_before_;
};

TEST_CASE("real runs: a script that needs a file of its folder") {
  Desk desk("grep -q bug \"$1\" && test -f helper.h || { echo no helper; exit 1; }\n");
  desk.write("helper.h", "");
  const std::string text = desk.explained();
  check_contains(text, {"| no helper", "the test depends on the folder", "--copy helper.h puts"});
}

TEST_CASE("real runs: a script that fails now and then") {
  Desk desk(
      "n=$(cat \"$GRABR_DIR/n\" 2>/dev/null); echo x$n > \"$GRABR_DIR/n\"; test \"$n\" = xx\n");
  check_contains(desk.explained(), {"flaky: of 5 runs 1 did fail"});
}

TEST_CASE("real runs: an input that includes its neighbour") {
  Desk desk("exit 1\n");
  desk.write("own.h", "");
  const std::string text = desk.explained("#include \"own.h\"\nint bug;\n");
  check_contains(text, {"bug.c names own.h: --copy own.h"});
  check_lacks(text, "depends on the folder");
}

}  // namespace
}  // namespace grabr
