// Schedules as text: what they mean, and messages about mistakes.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/essays.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "support/grammars.h"
#include "text/error.h"

namespace grabr {
namespace {

std::string refusal(const std::string& text, std::string_view file = "mine") {
  try {
    parse_schedule(text, file);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    return error.what();
  }
  return "none";
}

TEST_CASE("schedule: phases, passes and what a question must promise") {
  const Schedule schedule = parse_schedule(
      "# cheap first\ndelete sweep\n\n  names\tclosure least 0.5  # much\nbytes\n", "mine");
  REQUIRE(schedule.steps.size() == 1);
  REQUIRE(schedule.steps[0].rounds);
  const Rounds& rounds = *schedule.steps[0].rounds;
  REQUIRE(rounds.lines.size() == 2);
  CHECK(rounds.lines[0].phase == "delete");
  CHECK(rounds.lines[0].pass->name == "sweep");
  CHECK(rounds.lines[0].least == 0);
  CHECK(rounds.lines[1].pass->name == "closure");
  CHECK(rounds.lines[1].least == doctest::Approx(0.5));
  CHECK(rounds.bytes);
}

/// The schedule, read and written again.
std::string read_back(const std::string& text) {
  const std::string once = parse_schedule(text).text();
  CHECK(parse_schedule(once).text() == once);
  return once;
}

TEST_CASE("schedule: one language for strategies, schedules and both together") {
  const struct {
    const char* text;
    const char* read;
  } rows[] = {
      {"auto", "auto"},
      {"sweep", "sweep"},
      {"unnest", "unnest"},
      {"hddr:probdd then hoist  then trec", "hddr:probdd then hoist then trec"},
      {"ddmin-2000:lines", "ddmin-2000:lines"},
      {"sweep; unnest least 2;replace>=0.5 ; bytes", "sweep; unnest >= 2; replace >= 0.5; bytes"},
      {"sweep\nunnest # inside\n\nreplace", "sweep; unnest; replace"},
      {"hdd; sweep", "hdd; sweep"},
      {"hddr:probdd; sweep", "hddr:probdd; sweep"},
      {"delete sweep", "delete sweep"},
      {"replace least 2", "replace >= 2"},
      {"sweep; bytes", "sweep; bytes"},
      {"bytes; sweep", "bytes then sweep"},
      {"auto; hdd", "auto then hdd"},
      {"auto then hdd; sweep then dd-min:lines", "auto then hdd; sweep then dd-min:lines"},
      {"vulcan; hdd; sweep; byte-runs", "vulcan then hdd; sweep then byte-runs"},
      {"single-lines; token-runs", "single-lines then token-runs"},
  };
  for (const auto& row : rows) CHECK(read_back(row.text) == row.read);
}

TEST_CASE("schedule: what is wrong is said with its place") {
  CHECK(refusal("") == "mine: no line names a pass\nhint: a line is: [PHASE] PASS [least TOKENS]");
  CHECK(refusal("# nothing\n\n").starts_with("mine: no line names a pass"));
  CHECK(refusal("delete\n").starts_with("mine:1:1: no pass is called delete"));
  CHECK(refusal("delete sweep\n names  closures\n") ==
        "mine:2:9: no pass is called closures\nhint: did you mean closure?");
  CHECK(refusal("delete qqqqqqqqqq").find("hint: ") != std::string::npos);
  CHECK(refusal("delete sweep often").starts_with("mine:1:14: unknown word \"often\""));
  CHECK(refusal("delete sweep least").starts_with("mine:1:14: unknown word \"least\""));
  CHECK(refusal("delete sweep least 2 3").starts_with("mine:1:22: unknown word \"3\""));
  CHECK(refusal("delete sweep least much") ==
        "mine:1:20: \"much\" is not a number of tokens\nhint: such as 0.5");
  CHECK(refusal("delete sweep least -1").starts_with("mine:1:20: \"-1\" is not a number"));
  CHECK(refusal("sweep\nfast vulcan").starts_with("mine:2:6: vulcan is not a pass over a tree"));
  CHECK(refusal("sweep; bytes >= 2", "").starts_with("bytes is not a pass over a tree"));
  CHECK(refusal("least 2", "").starts_with("no strategy is called 2"));
  CHECK(refusal("sweep; hdr", "") == "no strategy is called hdr\nhint: did you mean hdd?");
  CHECK(refusal("hddr:probd", "").starts_with("no list minimiser is called probd"));
  CHECK(refusal("sweep:probdd", "").starts_with("sweep has no list minimiser"));
  CHECK(refusal("sweep then", "").find("missing beside \"then\" in: sweep then") !=
        std::string::npos);
}

TEST_CASE("schedule: auto is what a file or another pipeline says") {
  Schedule schedule = parse_schedule("hdd then auto");
  CHECK(replace_auto(schedule, parse_schedule("delete sweep\nnames closure\n", "mine")));
  CHECK(schedule.text() == "hdd then auto");
  REQUIRE(schedule.steps[1].rounds);
  CHECK(schedule.steps[1].rounds->lines.size() == 2);
  Schedule other = parse_schedule("auto");
  CHECK(replace_auto(other, parse_schedule("sweep then hoist")));
  CHECK(other.text() == "sweep then hoist");
  Schedule none = parse_schedule("hdd");
  CHECK_FALSE(replace_auto(none, parse_schedule("sweep; hdd")));
}

std::vector<std::string> absent(Schedule& schedule, const std::vector<std::string>& names) {
  return leave_out(schedule, names);
}

TEST_CASE("schedule: passes that are left out are nowhere in it") {
  Schedule schedule = parse_schedule("auto-thorough");
  const std::size_t before = rounds_of(*find_pass("auto-thorough")).lines.size();
  CHECK(absent(schedule, {"moves", "bytes"}).empty());
  CHECK(schedule.text() == "auto-thorough");
  CHECK(schedule.steps[0].rounds->lines.size() + 3 == before);
  CHECK_FALSE(schedule.steps[0].rounds->bytes);

  Schedule steps = parse_schedule("hdd then sweep; replace; unnest; bytes then hoist");
  CHECK(absent(steps, {"hdd", "replace", "unnest", "byte-runs", "trec"}) ==
        std::vector<std::string>{"trec"});
  CHECK(steps.text() == "sweep; bytes then hoist");
  CHECK(std::ranges::count(steps.without, "byte-runs") == 1);
  CHECK(absent(steps, {"sweep"}).empty());
  CHECK(steps.text() == "bytes then hoist");
  CHECK(absent(steps, {"single-lines", "sweep"}) == std::vector<std::string>{"sweep"});
  CHECK_THROWS_WITH_AS(absent(steps, {"bytes", "hoist"}),
                       doctest::Contains("without hoist there is nothing left"), Error);
  CHECK_THROWS_WITH_AS(absent(steps, {"unnets"}), doctest::Contains("did you mean unnest?"), Error);

  Schedule one = parse_schedule("sweep; unnest");
  CHECK(absent(one, {"unnest"}).empty());
  CHECK(read_back(one.text()) == "sweep sweep");
}

TEST_CASE("schedule: list minimisers reach the lines of rounds") {
  Schedule schedule = parse_schedule("hdd; sweep");
  set_lists(schedule, find_minimizer("probdd"), Direction::kBackward);
  CHECK(schedule.text() == "hdd:probdd; sweep");
  CHECK((schedule.steps[0].rounds->lines[0].lists.direction == Direction::kBackward));
  Schedule none = parse_schedule("sweep; unnest");
  CHECK_THROWS_WITH_AS(set_lists(none, find_minimizer("probdd"), {}),
                       doctest::Contains("sweep; unnest does not minimise lists"), Error);
}

TEST_CASE("schedule: those that come along name each pass once, or from much to all") {
  for (const char* name : {"auto-fast", "auto", "auto-thorough"}) {
    const Rounds rounds = rounds_of(*find_pass(name));
    CHECK(rounds.lines[0].pass->name == "letter-names");
    CHECK(rounds.lines[1].pass->name == "sweep-changed");
    std::map<std::string_view, double> least;
    for (const RoundsLine& line : rounds.lines) {
      const auto [seen, is_new] = least.try_emplace(line.pass->name, line.least);
      if (is_new) continue;
      CAPTURE(line.pass->name);
      // The line above must have the same search with a larger `least`.
      if (line.pass->in_contents) continue;
      CHECK(line.least < seen->second);
      seen->second = line.least;
    }
  }
}

TEST_CASE("schedule: every pass has an essay") {
  for (const Pass& pass : passes()) {
    CAPTURE(pass.name);
    CHECK(essay_of(pass.file).find("Source: ") != std::string_view::npos);
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

/// The result of `auto` for a C text that fails if it contains all of `needed`.
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
  session.check_original("preflight");
  run_schedule(parse_schedule(schedule, "mine"), session, problem);
  return {session.best(), phases.names};
}

TEST_CASE("schedule: auto does what it says, from the first line again when tokens have gone") {
  const ScheduleRun reduced = reduce_by("one sweep\ntwo replace\nthree canonical\n",
                                        "int x; int longer = (5);", {"5", "int"});
  CHECK(reduced.text.find('(') == std::string::npos);
  std::string phases;
  for (const std::string& name : reduced.phases) phases += name + " ";
  // A success of `replace` starts the sweep again; shorter names do not.
  CHECK(phases == "one two one two three ");
}

TEST_CASE("schedule: inside long tokens lines go, then words") {
  const std::string text =
      "#define F(x) do { g(x); \\\n  h(1); \\\n  k(2, 3); \\\n } while (0)\nint a;\n";
  const ScheduleRun reduced =
      reduce_by("contents inside-tokens least 2", text, {"#define", "k(", "int a;"});
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
