// Reductions by a program with its own oracle: no processes, no files, no output.
#include "run/reduce.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "support/stop_switch.h"
#include "temporary_folder.h"
#include "text/file.h"

using namespace grabr;

namespace {

const std::string kInput = "[1, 2, {\"a\": [\"BUG\", 3]}, 4]";

bool has_bug(std::string_view text) { return text.find("BUG") != std::string_view::npos; }

Outcome fails_with_bug(std::string_view text) {
  return has_bug(text) ? Outcome::kFail : Outcome::kPass;
}

run::Config config_of(const std::string& text) {
  run::Config config;
  config.input.path = "input.json";
  config.input.text = text;
  config.input.grammar = GRABR_SOURCE_DIR "/tests/support/grammars/json.json";
  config.output.place = run::Output::Place::kNowhere;
  return config;
}

/// Records what it is told.
struct Notebook : run::Listener {
  void note(const std::string& text) override { notes.push_back(text); }
  void begin_stage(const run::Stage& stage) override { stages.push_back(stage.doing); }
  void on_best(const SharedText& text) override { bests.emplace_back(text); }
  void on_result(const run::Result&) override { ++results; }
  void idle() override { ++idles; }

  std::vector<std::string> notes, stages, bests;
  int results = 0;
  int idles = 0;
};

}  // namespace

TEST_CASE("a host's oracle is reduced with, and its listener hears of it") {
  FunctionOracle oracle(fails_with_bug);
  Notebook notebook;
  const run::Result result = run::reduce(config_of(kInput), oracle, notebook);
  CHECK(!result.ended_by);
  CHECK(result.reason.empty());
  CHECK(result.failing == "\"BUG\"");
  CHECK(result.text() == result.failing);
  CHECK(result.original == kInput);
  CHECK(result.has_grammar);
  CHECK(!result.output);
  CHECK(!result.answers_are_kept);
  CHECK(result.counts.committed > 0);
  CHECK(notebook.results == 1);
  CHECK(notebook.idles == 1);
  REQUIRE(!notebook.bests.empty());
  CHECK(notebook.bests.back() == result.failing);
  REQUIRE(!notebook.stages.empty());
  CHECK(notebook.stages.front() == "checking the test: run 1 of 3");
}

TEST_CASE("nothing is left beside an input that is only given as text") {
  const TemporaryFolder folder;
  run::Config config = config_of(kInput);
  config.input.path = (folder.path() / "input.json").string();
  FunctionOracle oracle(fails_with_bug);
  run::Listener nobody;
  run::reduce(config, oracle, nobody);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a result goes where the configuration says, with a report") {
  const TemporaryFolder folder;
  run::Config config = config_of(kInput);
  config.output.place = run::Output::Place::kNamed;
  config.output.path = (folder.path() / "out.json").string();
  config.output.report = (folder.path() / "report.json").string();
  FunctionOracle oracle(fails_with_bug);
  run::Listener nobody;
  CHECK(run::reduce(config, oracle, nobody).failing == "\"BUG\"");
  CHECK(read_file(folder.path() / "out.json") == "\"BUG\"");
  CHECK(read_file(folder.path() / "report.json").find("\"certificate\"") != std::string::npos);
}

TEST_CASE("a host's test is checked before it is trusted") {
  struct Way {
    FunctionOracle::Function test;
    ErrorKind kind;
    std::string words;
  };
  int calls = 0;
  const std::vector<Way> ways = {
      {[](std::string_view) { return Outcome::kPass; }, ErrorKind::kNotInteresting,
       "does not fail"},
      {[](std::string_view) { return Outcome::kFail; }, ErrorKind::kNotTrusted, "the empty input"},
      {[&](std::string_view) { return ++calls % 2 == 1 ? Outcome::kFail : Outcome::kPass; },
       ErrorKind::kNotTrusted, "flaky"}};
  for (const Way& way : ways) {
    CAPTURE(way.words);
    FunctionOracle oracle(way.test);
    run::Listener nobody;
    try {
      run::reduce(config_of(kInput), oracle, nobody);
      FAIL_CHECK("not refused");
    } catch (const Error& error) {
      CHECK(error.kind() == way.kind);
      CHECK(std::string(error.what()).find(way.words) != std::string::npos);
    }
  }
}

TEST_CASE("limits end a reduction with the best so far") {
  run::Config config = config_of(kInput);
  run::Listener nobody;
  FunctionOracle oracle(fails_with_bug);
  SUBCASE("tests") {
    config.limits.max_tests = 2;
    const run::Result result = run::reduce(config, oracle, nobody);
    CHECK(result.ended_by == ErrorKind::kBudget);
    CHECK(result.counts.committed == 2);
    CHECK(has_bug(result.failing));
  }
  SUBCASE("size") {
    config.limits.stop_at = run::SizeGoal{90, run::SizeGoal::In::kPercent};
    const run::Result result = run::reduce(config, oracle, nobody);
    CHECK(!result.ended_by);
    CHECK(result.reason.starts_with("small enough: "));
    CHECK(result.failing.size() <= kInput.size() * 9 / 10);
    CHECK(result.failing.size() > std::string("\"BUG\"").size());
  }
  SUBCASE("time") {
    config.limits.max_time_s = 1e-9;
    CHECK_THROWS_AS(run::reduce(config, oracle, nobody), Error);  // the original has not been
                                                                  // tested yet
  }
}

TEST_CASE("a switch ends a reduction after the test under way, its best kept") {
  StopSwitch host;
  int tests = 0;
  FunctionOracle oracle([&](std::string_view text) {
    if (++tests == 12) host.stop();
    return fails_with_bug(text);
  });
  Notebook notebook;
  const run::Result result = run::reduce(config_of(kInput), oracle, notebook, StopToken(host));
  CHECK(result.ended_by == ErrorKind::kInterrupted);
  CHECK(result.reason == "interrupted");
  CHECK(tests == 12);
  CHECK(has_bug(result.failing));
  CHECK(result.failing.size() < kInput.size());
}

TEST_CASE("what is not said is not the same as what is said to be usual") {
  run::Config config = config_of(kInput);
  config.input.grammar.clear();
  config.search.strategy = "ddmin-2000";
  FunctionOracle oracle(fails_with_bug);
  run::Listener nobody;
  const std::uint64_t unsaid = run::reduce(config, oracle, nobody).counts.committed;
  config.search.unit = Unit::kTokens;
  const std::uint64_t tokens = run::reduce(config, oracle, nobody).counts.committed;
  CHECK(tokens < unsaid);
  config.search.unit = Unit::kChars;
  CHECK(run::reduce(config, oracle, nobody).counts.committed == unsaid);
}
