// Schedules as text: what they say, and what is said of those that say nothing.
#include "reduce/auto_schedule.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/auto.h"
#include "reduce/essays.h"
#include "support/grammars.h"
#include "text/error.h"

namespace grabr {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_auto_schedule(text, "mine");
  } catch (const Error& error) {
    CHECK(error.exit() == Exit::kUsage);
    return error.what();
  }
  return "none";
}

TEST_CASE("schedule: phases, passes and what a question must promise") {
  const AutoSchedule schedule = parse_auto_schedule(
      "# cheap first\ndelete sweep\n\n  names\tclosure least 0.5  # much\nbytes\n", "mine");
  REQUIRE(schedule.lines.size() == 2);
  CHECK(schedule.lines[0].phase == "delete");
  CHECK(schedule.lines[0].pass->name == "sweep");
  CHECK(schedule.lines[0].least == 0);
  CHECK(schedule.lines[1].pass->name == "closure");
  CHECK(schedule.lines[1].least == doctest::Approx(0.5));
  CHECK(schedule.bytes);
}

TEST_CASE("schedule: what is wrong is said with its place") {
  CHECK(refusal("") == "mine: no line names a pass\nhint: a line is: PHASE PASS [least TOKENS]");
  CHECK(refusal("# nothing\n\n").starts_with("mine: no line names a pass"));
  CHECK(refusal("delete\n").starts_with("mine:1:1: the pass is missing"));
  CHECK(refusal("delete sweep\n names  closures\n") ==
        "mine:2:9: no pass is called closures\nhint: did you mean closure?");
  CHECK(refusal("delete qqqqqqqqqq").find("hint: there are: sweep sweep-changed ") != std::string::npos);
  CHECK(refusal("delete sweep often").starts_with("mine:1:14: unknown word \"often\""));
  CHECK(refusal("delete sweep least").starts_with("mine:1:14: unknown word \"least\""));
  CHECK(refusal("delete sweep least much") ==
        "mine:1:20: \"much\" is no number of tokens\nhint: such as 0.5");
  CHECK(refusal("delete sweep least -1").starts_with("mine:1:20: \"-1\" is no number"));
  CHECK(refusal("bytes\ndelete sweep").starts_with("mine:2:1: \"bytes\" must be the last line"));
}

TEST_CASE("schedule: those that come along name each pass once, or from much to all") {
  for (const Effort effort : {Effort::kFast, Effort::kNormal, Effort::kThorough}) {
    const AutoSchedule schedule = parse_auto_schedule(schedule_text(effort), "auto");
    CHECK(schedule.lines[0].pass->name == "letter-names");
    CHECK(schedule.lines[1].pass->name == "sweep-changed");
    std::map<std::string_view, double> least;
    for (const AutoLine& line : schedule.lines) {
      const auto [seen, is_new] = least.try_emplace(line.pass->name, line.least);
      if (is_new) continue;
      CAPTURE(line.pass->name);
      CHECK(line.least < seen->second);
      seen->second = line.least;
    }
  }
}

TEST_CASE("schedule: passes have different names") {
  std::set<std::string_view> names;
  for (const TreePass& pass : tree_passes()) CHECK(names.insert(pass.name).second);
  CHECK(find_tree_pass("sweep") != nullptr);
  CHECK(find_tree_pass("broom") == nullptr);
}

TEST_CASE("schedule: every pass can be explained") {
  for (const TreePass& pass : tree_passes()) {
    CAPTURE(pass.name);
    CHECK(pass.help.size() > 20);
    CHECK(pass.help.find('\n') == std::string_view::npos);
    CHECK(!pass.guarantee.empty());
    CHECK(essay_of(pass.file).find("Source: ") != std::string_view::npos);
    CHECK(essay_of(pass.file).find("Tested") != std::string_view::npos);
  }
}

struct Phases : Observer {
  void on_phase(std::string_view name) override { names.emplace_back(name); }
  std::vector<std::string> names;
};

struct ScheduleRun {
  std::string text;
  std::vector<std::string> phases;
};

/// What `auto` makes of a C text that fails when it contains all of `needed`.
ScheduleRun reduce_by(const std::string& schedule, const std::string& text,
                  const std::vector<std::string>& needed) {
  FunctionOracle oracle([&](std::string_view candidate) {
    for (const std::string& one : needed) {
      if (candidate.find(one) == std::string_view::npos) return Outcome::kPass;
    }
    return Outcome::kFail;
  });
  Session session(oracle, text);
  Phases phases;
  session.add_observer(&phases);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::fixed("c"));
  problem.tree = support::tree_of(support::fixed("c"), text);
  problem.schedule = std::make_shared<AutoSchedule>(parse_auto_schedule(schedule, "mine"));
  session.check_original("preflight");
  run_auto(session, problem);
  return {session.best(), phases.names};
}

TEST_CASE("schedule: auto does what it says, from the first line again when tokens have gone") {
  const ScheduleRun reduced = reduce_by("one sweep\ntwo replace\nthree canonical\n",
                                    "int x; int longer = (5);", {"5", "int"});
  CHECK(reduced.text.find('(') == std::string::npos);
  std::string phases;
  for (const std::string& name : reduced.phases) phases += name + " ";
  // What replace does sends it back to the sweep; shorter names do not.
  CHECK(phases == "one two one two three ");
}

TEST_CASE("schedule: inside long tokens lines go, then words") {
  const std::string text =
      "#define F(x) do { g(x); \\\n  h(1); \\\n  k(2, 3); \\\n } while (0)\nint a;\n";
  const ScheduleRun reduced =
      reduce_by("contents token-contents", text, {"#define", "k(", "int a;"});
  CHECK(reduced.text.find("g(x)") == std::string::npos);
  CHECK(reduced.text.find("while") == std::string::npos);
  CHECK(reduced.text.find("3") == std::string::npos);
  CHECK(reduced.text.find("k(") != std::string::npos);
}

TEST_CASE("schedule: bytes go where the grammar says no, and the nearest sentence comes back") {
  const std::string text = "int f(void) { g(1); return 0; }";
  const ScheduleRun inside = reduce_by("delete sweep", text, {"g(1"});
  const ScheduleRun outside = reduce_by("delete sweep\nbytes", text, {"g(1"});
  CHECK(inside.text.find(')') != std::string::npos);
  CHECK(outside.text.size() < inside.text.size());
  CHECK(outside.text.find("g(1") != std::string::npos);
}

}  // namespace
}  // namespace grabr
