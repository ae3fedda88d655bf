// Each condition alone and combined with others, on made-up executions.
#include "oracle/condition/conditions.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "text/error.h"

namespace grabr {
namespace {

using Strings = std::vector<std::string>;

Execution ended(int exit_code, const std::string& output = "", const std::string& errors = "") {
  Execution run;
  run.exit_code = exit_code;
  run.seconds = 0.5;
  run.output = output;
  run.errors = errors;
  run.output_hash = hash128(output);
  run.errors_hash = hash128(errors);
  run.folder = "/w/000001";
  return run;
}

Execution killed(int signal) {
  Execution run = ended(-1);
  run.signal = signal;
  return run;
}

Execution late(const std::string& output = "") {
  Execution run = ended(-1, output);
  run.timed_out = true;
  return run;
}

Execution not_run() {
  Execution run = ended(-1);
  run.failure = "no memory";
  return run;
}

/// Returns these executions one after the other, and records the commands.
struct Script {
  std::vector<Execution> executions;
  Strings commands = {};

  Execute execute() {
    return [this](const Strings& command) {
      REQUIRE(commands.size() < executions.size());
      commands.push_back(command.at(0));
      return executions[commands.size() - 1];
    };
  }
};

TestResult judge(const ConditionOptions& options, const Execution& run) {
  Script script{{run}};
  return Conditions(options).judge({"test"}, script.execute());
}

bool fails(const ConditionOptions& options, const Execution& run) {
  return judge(options, run).outcome == Outcome::kFail;
}

std::string explain(const Conditions& conditions, const std::vector<Execution>& executions) {
  Script script{executions};
  return conditions.explain({"test"}, script.execute());
}

std::string explain(const ConditionOptions& options, const std::vector<Execution>& executions) {
  return explain(Conditions(options), executions);
}

TEST_CASE("which conditions there are") {
  CHECK_FALSE(ConditionOptions{}.any());
  CHECK(ConditionOptions{.exits = {0}}.any());
  CHECK(ConditionOptions{.signals = {"SEGV"}}.any());
  CHECK(ConditionOptions{.not_errors = {"a"}}.any());
  CHECK(ConditionOptions{.hang_s = 1}.any());
  CHECK(ConditionOptions{.differs = {"true"}}.any());
  CHECK(ConditionOptions{.same_as_original = true}.any());
  CHECK_FALSE(Conditions({.exits = {0}, .hang_s = {}}).need_output());
  CHECK(Conditions({.not_errors = {"a"}}).need_output());
  CHECK(Conditions({.differs = {"true"}}).need_output());
  CHECK(Conditions({.same_as_original = true}).need_output());
  CHECK(Conditions({.exits = {0}}).time_limit_s() == 0);
  CHECK(Conditions({.hang_s = 2.5}).time_limit_s() == 2.5);
}

TEST_CASE("exit statuses and signals") {
  CHECK(fails({.exits = {1, 3}}, ended(3)));
  CHECK_FALSE(fails({.exits = {1, 3}}, ended(0)));
  CHECK(fails({.exits = {134}}, killed(6)));
  CHECK(fails({.signals = {"ABRT"}}, killed(6)));
  CHECK(fails({.signals = {"SEGV", "abrt"}}, killed(6)));
  CHECK(fails({.signals = {"6"}}, ended(134)));
  CHECK_FALSE(fails({.signals = {"ABRT"}}, killed(11)));
  CHECK_FALSE(fails({.signals = {"ABRT"}}, ended(6)));
  const TestResult result = judge({.signals = {"ABRT"}}, killed(6));
  CHECK(result.signal == 6);
  CHECK(result.exit_code == -1);
  CHECK(result.seconds == 0.5);
  CHECK(result.runs == 1);
}

TEST_CASE("what is not given does not matter, what is given must hold together") {
  CHECK(fails({.errors = {"bug"}}, ended(7, "", "a bug")));
  CHECK(fails({.errors = {"bug"}}, ended(0, "", "a bug")));
  CHECK_FALSE(fails({.exits = {0}, .errors = {"bug"}}, ended(7, "", "a bug")));
  CHECK_FALSE(fails({.errors = {"bug", "bag"}}, ended(0, "", "a bug")));
  CHECK_FALSE(fails({.errors = {"bug"}, .not_errors = {"a"}}, ended(0, "", "a bug")));
  CHECK(fails({.exits = {7}, .output = {"out"}, .errors = {"bug"}, .not_output = {"bug"}},
              ended(7, "out", "a bug")));
}

TEST_CASE("not run is not an answer, late is a pass") {
  const TestResult unknown = judge({.not_output = {"a"}}, not_run());
  CHECK(unknown.outcome == Outcome::kUnresolved);
  CHECK(unknown.infrastructure == "no memory");
  const TestResult slow = judge({.not_output = {"a"}}, late());
  CHECK(slow.outcome == Outcome::kPass);
  CHECK(slow.timed_out);
}

TEST_CASE("hanging") {
  const TestResult hangs = judge({.output = {"a"}, .hang_s = 1}, late("a"));
  CHECK(hangs.outcome == Outcome::kFail);
  CHECK(hangs.timed_out);
  CHECK_FALSE(fails({.output = {"a"}, .hang_s = 1}, late("b")));
  CHECK_FALSE(fails({.hang_s = 1}, ended(0)));
  CHECK(judge({.hang_s = 1}, not_run()).outcome == Outcome::kUnresolved);
}

/// The outcome of --differs if the commands' runs end like this, in this order; all runs must be
/// used.
Outcome compared(const std::vector<Execution>& runs, ConditionOptions options = {}) {
  options.differs = {"cat"};
  Script script{runs};
  const TestResult result = Conditions(options).judge({"test"}, script.execute());
  const Strings order = {"test", "cat", "test", "cat"};
  CHECK(script.commands == Strings(order.begin(), order.begin() + static_cast<long>(runs.size())));
  CHECK(result.seconds == 0.5 * static_cast<double>(runs.size()));
  return result.outcome;
}

TEST_CASE("a second command differs") {
  const Execution a = ended(0, "a"), b = ended(0, "b"), c = ended(0, "c");
  CHECK(compared({a, a}) == Outcome::kPass);
  CHECK(compared({a, b, a, b}) == Outcome::kFail);
  CHECK(compared({a, b, c}) == Outcome::kUnresolved);
  CHECK(compared({a, b, a, c}) == Outcome::kUnresolved);
  CHECK(compared({ended(1, "a"), a, ended(1, "a"), a}) == Outcome::kFail);
  CHECK(compared({killed(6), ended(134)}) == Outcome::kPass);
  CHECK(compared({ended(0, "a", "x"), ended(0, "a", "y")}) == Outcome::kPass);
  CHECK(compared({a, not_run()}) == Outcome::kUnresolved);
  CHECK(compared({a, b, not_run()}) == Outcome::kUnresolved);
  CHECK(compared({a, late()}) == Outcome::kPass);
  CHECK(compared({a, b, a, late()}) == Outcome::kPass);
  CHECK(compared({a}, {.output = {"b"}}) == Outcome::kPass);  // not met: no comparison is needed
  CHECK(compared({a, b, a, b}, {.output = {"a"}}) == Outcome::kFail);
  CHECK(compared({late("a"), b, late("b"), b}, {.hang_s = 1}) == Outcome::kFail);
  CHECK(compared({late("a"), late("b")}, {.hang_s = 1}) == Outcome::kPass);
  CHECK(compared({late(), b, a}, {.hang_s = 1}) == Outcome::kUnresolved);
}

Execution in_folder(Execution run, const std::string& folder) {
  run.folder = folder;
  return run;
}

TEST_CASE("the folder's name is not a difference") {
  const Execution one = in_folder(ended(0, "/w/1/a:1 /w/1/a:2\n"), "/w/1");
  const Execution two = in_folder(ended(0, "/w/2/a:1 /w/2/a:2\n"), "/w/2");
  const Execution other = in_folder(ended(0, "/w/2/a:1 /w/1/a:2\n"), "/w/2");
  CHECK(compared({one, two}) == Outcome::kPass);
  CHECK(compared({one, other, one, other}) == Outcome::kFail);
  Execution cut = two;
  cut.output_hash = hash128("/w/2/a:1 /w/2/a:2\nand more");
  CHECK(compared({one, cut, one, cut}) == Outcome::kFail);  // the output was cut off, so bytes
                                                            // decide
  CHECK(compared({cut, cut}) == Outcome::kPass);
}

TEST_CASE("the same as with the original") {
  Conditions conditions({.same_as_original = true});
  const auto holds = [&](const Execution& run) {
    Script script{{run}};
    return conditions.judge({"test"}, script.execute()).outcome == Outcome::kFail;
  };
  CHECK(holds(ended(3)));  // there is nothing to compare with yet
  conditions.set_original(in_folder(ended(1, "out", "/w/1/a: bug"), "/w/1"));
  CHECK(holds(in_folder(ended(1, "out", "/w/2/a: bug"), "/w/2")));
  CHECK_FALSE(holds(in_folder(ended(0, "out", "/w/1/a: bug"), "/w/1")));
  CHECK_FALSE(holds(in_folder(ended(1, "ou", "/w/1/a: bug"), "/w/1")));
  CHECK_FALSE(holds(in_folder(ended(1, "out", "/w/1/a: bag"), "/w/1")));
  CHECK(explain(conditions, {ended(0)}) ==
        "--same-as-original: it ended with exit status 0, with the original it ended with exit "
        "status 1\n");
  CHECK(explain(conditions, {ended(1)}) ==
        "--same-as-original: standard output is not the original's\n");
  CHECK(explain(conditions, {ended(1, "out")}) ==
        "--same-as-original: standard error is not the original's\n");
  conditions.set_original(killed(11));
  CHECK(holds(ended(139)));
}

TEST_CASE("what was seen instead") {
  CHECK(explain({.exits = {1}}, {ended(1)}) == "");
  CHECK(explain({.exits = {134, 1}}, {ended(2)}) == "--exit 134,1: it ended with exit status 2\n");
  CHECK(explain({.signals = {"SEGV"}}, {killed(6)}) == "--signal SEGV: it was ended by SIGABRT\n");
  CHECK(explain({.errors = {"\\d bug"}}, {ended(0)}) ==
        "--stderr '\\d bug': not found in standard error, which is empty\n");
  CHECK(explain({.errors = {"bug"}}, {ended(0, "", "a\tb\n")}) ==
        "--stderr 'bug': not found in standard error (one line: 'a\\tb')\n");
  CHECK(explain({.output = {"bug"}}, {ended(0, "a\nb\nc")}) ==
        "--stdout 'bug': not found in standard output (3 lines; the first: 'a')\n");
  CHECK(explain({.not_output = {"b.g"}}, {ended(0, "a\na bug \nc")}) ==
        "--not-stdout 'b.g': found in standard output: 'a bug '\n");
  CHECK(explain({.hang_s = 2.5}, {ended(1)}) ==
        "--hang 2.5: it ended with exit status 1 after 0.5 s\n");
  CHECK(explain({.exits = {0}}, {late()}) ==
        "it did not end in time\n--exit 0: it did not end in time\n");
  CHECK(explain({.exits = {0}}, {not_run()}) == "it could not be run: no memory\n");
  CHECK(explain({.exits = {0}, .output = {"a"}}, {ended(1)}) ==
        "--exit 0: it ended with exit status 1\n"
        "--stdout 'a': not found in standard output, which is empty\n");
  CHECK(explain({.differs = {"cat"}}, {ended(1), ended(2), ended(1), ended(2)}) == "");
  CHECK(explain({.differs = {"cat", "-"}}, {ended(1), ended(1)}) ==
        "--differs 'cat -': no difference: it ended with exit status 1, and so did the other with "
        "the same output\n");
  CHECK(explain({.differs = {"cat"}}, {ended(1), ended(2), ended(3)}) ==
        "--differs 'cat': the test's command itself behaves differently when run again: does it "
        "print addresses, times or random numbers?\n");
  CHECK(explain({.differs = {"cat"}}, {ended(1), not_run()}) ==
        "--differs 'cat': a command could not be run: no memory\n");
}

void check_refused(const ConditionOptions& options, const std::string& message) {
  CAPTURE(message);
  try {
    const Conditions conditions(options);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    CHECK(std::string(error.what()).substr(0, message.size()) == message);
  }
}

TEST_CASE("what cannot be judged is refused") {
  check_refused({.exits = {256}}, "--exit 256: not an exit status\n");
  check_refused({.exits = {-1}}, "--exit -1: not an exit status\n");
  check_refused({.signals = {"SEGFAULT"}}, "--signal SEGFAULT: no such signal\n");
  check_refused({.hang_s = 0}, "--hang 0: not a time\n");
  check_refused({.exits = {1}, .hang_s = 1}, "--hang and --exit cannot both hold");
  check_refused({.signals = {"TERM"}, .hang_s = 1}, "--hang and --signal cannot both hold");
  check_refused({.differs = {"no-such-program-at-all"}},
                "--differs: cannot find the test program 'no-such-program-at-all'");
}

TEST_CASE("a program named by a relative path is found from any folder") {
  const std::string relative = std::filesystem::relative("/bin/cat").string();
  const Conditions conditions({.differs = {relative, "@@"}});
  const std::string absolute = std::filesystem::absolute(relative).lexically_normal().string();
  CHECK(conditions.options().differs == Strings{absolute, "@@"});
  CHECK(Conditions({.differs = {"cat"}}).options().differs == Strings{"cat"});
}

}  // namespace
/// The outcome if the commands "own", "a", "b" and "c" end like this, in whatever order they run.
Outcome judged(const std::map<std::string, Execution>& ends, const Conditions& conditions,
               Strings* asked = nullptr, bool* timed_out = nullptr) {
  const TestResult result = conditions.judge({"own"}, [&](const Strings& command) {
    if (asked != nullptr) asked->push_back(std::filesystem::path(command.at(0)).filename());
    return ends.at(std::filesystem::path(command.at(0)).filename());
  });
  if (timed_out != nullptr) *timed_out = result.timed_out;
  return result.infrastructure.empty() ? result.outcome : Outcome::kUnresolved;
}

Execution taking(double seconds, Execution run) {
  run.seconds = seconds;
  return run;
}

TEST_CASE("one no decides, whatever the order of the commands") {
  const std::vector<Execution> kinds = {ended(0), ended(1), ended(125), late()};
  // The commands end in the order of their speeds: all these orders occur.
  const double speeds[][3] = {{1, 2, 3}, {3, 1, 2}, {2, 3, 1}, {3, 2, 1}};
  for (std::size_t i = 0; i < 64; ++i) {
    const Execution &own = kinds[i % 4], &a = kinds[i / 4 % 4], &b = kinds[i / 16];
    std::optional<std::pair<Outcome, bool>> first;
    for (const auto& speed : speeds) {
      const Conditions conditions({.also = {{"true"}}, .but_not = {{"false"}}});
      judged({{"own", taking(speed[0], ended(0))},
              {"true", taking(speed[1], ended(0))},
              {"false", taking(speed[2], ended(1))}},
             conditions);
      bool timed_out = false;
      const Outcome outcome =
          judged({{"own", own}, {"true", a}, {"false", b}}, conditions, nullptr, &timed_out);
      if (!first) first = {outcome, timed_out};
      CHECK(*first == std::pair(outcome, timed_out));
    }
    const bool rejected = own.exit_code == 1 || a.exit_code == 1 || b.exit_code == 0;
    CHECK((first->first == Outcome::kPass && !first->second) == rejected);
  }
}

TEST_CASE("what rejects most for its time is asked first") {
  const Conditions conditions({.also = {{"true"}, {"cat"}}});
  const std::map<std::string, Execution> good = {{"own", taking(5, ended(0))},
                                                 {"true", taking(0.1, ended(0))},
                                                 {"cat", taking(0.01, ended(0))}};
  Strings asked;
  judged(good, conditions, &asked);
  CHECK(asked == Strings{"own", "true", "cat"});
  std::map<std::string, Execution> bad = good;
  bad["true"] = taking(0.1, ended(1));
  for (int i = 0; i < 40; ++i) judged(bad, conditions);
  asked.clear();
  CHECK(judged(bad, conditions, &asked) == Outcome::kPass);
  CHECK(asked.front() == "true");
  CHECK(asked.size() == 1);
  // Conditions on the test's own result are checked first.
  conditions.run_own_first();
  asked.clear();
  judged(bad, conditions, &asked);
  CHECK(asked == Strings{"own", "true"});
}

}  // namespace grabr
