// More workers change the time and nothing else: every strategy, with tests that end in any order.
// GRABR_ALL_JOBS=1 runs every strategy on every case.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "reduce/strategy.h"
#include "report/trace/trace.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/simulated_oracle.h"

namespace grabr {
namespace {

struct JobLines : Observer {
  std::string text;
  void on_test(const TestRecord& record) override { text += trace_line(record) + '\n'; }
  void on_best(const SharedText& best) override { text += "best " + std::string(best) + '\n'; }
  void on_phase(std::string_view phase) override { text += "phase " + std::string(phase) + '\n'; }
};

struct Case {
  const char* grammar;  ///< null: none
  std::string text;
  std::function<Outcome(std::string_view)> judge;
};

std::function<Outcome(std::string_view)> holds(std::vector<std::string> parts) {
  return [parts = std::move(parts)](std::string_view text) {
    for (const std::string& part : parts) {
      if (text.find(part) == std::string_view::npos) return Outcome::kPass;
    }
    return Outcome::kFail;
  };
}

std::vector<Case> cases() {
  std::string json = "[";
  for (int i = 0; i < 12; ++i) json += "{\"k\": [" + std::to_string(i) + ", true]}, ";
  const std::string c =
      "struct s { int x; int y; };\nint f(int a, int b) { if (a) { return b; } return a + b; }\n"
      "int main(void) { int i = 0; while (i < 3) { i = f(i, bug(2)); } return i; }\n";
  return {
      {"expr", "1 + (2 * 3)", holds({"*"})},
      {"expr", "((4 / 2) - (1 + 1 + 2.5)) * 11", holds({"(", ")"})},
      {"json", json + "{\"bad\": [1, {\"x\": -0.0}]}]\n", holds({"-0.0"})},
      {"json", json + "null]", holds({"7", "true", "null"})},
      {"c", c, holds({"bug("})},
      {"c", c, holds({"while", "y;"})},
      {nullptr, "The quick brown fox jumps over the lazy dog", holds({"q", "z"})},
      {"expr", "1 + 2 + 3 + 4 + (5)",
       [](std::string_view text) {
         return text.size() % 3 == 0                       ? Outcome::kUnresolved
                : text.find('4') != std::string_view::npos ? Outcome::kFail
                                                           : Outcome::kPass;
       }},
  };
}

struct Run {
  std::string trace;
  std::uint64_t committed = 0;
  std::uint64_t executed = 0;
  std::size_t started = 0;
  std::size_t rounds = 0;
};

Run run(const Pass& strategy, const Case& given, unsigned jobs, unsigned seed,
        LookAhead look_ahead = LookAhead::kByFork) {
  SimulatedOracle oracle(given.judge, jobs, seed);
  Problem problem;
  if (given.grammar != nullptr) {
    const auto grammar = support::fixed(given.grammar);
    problem.parser = std::make_shared<const Parser>(grammar);
    ParseOptions how;
    how.choice = strategy.choice;
    problem.tree = support::tree_of(grammar, given.text, how);
  }
  Judge::Options options;
  options.look_ahead = look_ahead;
  Judge judge(oracle, options);
  Session session(judge, given.text, strategy.cache);
  JobLines lines;
  session.add_observer(&lines);
  run_strategy(strategy, session, problem);
  CHECK(oracle.under_way() == 0);
  CHECK(oracle.left_stored() == 0);
  return {lines.text, session.counts().committed, session.counts().executed,
          oracle.started().size(), oracle.rounds};
}

TEST_CASE("results, traces and committed counts are those of one worker") {
  const std::vector<Case> all = cases();
  for (std::size_t s = 0; s < strategies().size(); ++s) {
    const Pass& strategy = strategies()[s];
    CAPTURE(strategy.name);
    for (std::size_t c = 0; c < all.size(); ++c) {
      // Copies of a process are slow: the default strategy runs on every case, every third of the
      // others on one, alternately with few and with many workers (all of them:
      // tests/check_jobs.py).
      const bool thorough = std::getenv("GRABR_ALL_JOBS") != nullptr;
      const bool its_turn = s % 3 == 0 && s / 3 % all.size() == c;
      if (!thorough && strategy.name != "auto" && !its_turn) continue;
      const Case& given = all[c];
      const bool on_tree =
          strategy.works_on == WorksOn::kTree || strategy.works_on == WorksOn::kAnyTree;
      if (on_tree && given.grammar == nullptr) continue;
      // With sanitizers, copying a process takes ten times as long.
      if (support::is_sanitized() && (strategy.name != "auto" || c % 3 != 0)) continue;
      CAPTURE(given.text);
      const Run alone = run(strategy, given, 1, 1);
      CHECK(alone.executed == alone.started);
      for (const unsigned jobs : {2u, 8u}) {
        if (!thorough && (jobs == 2) != (c % 2 == 0)) continue;
        CAPTURE(jobs);
        const Run together = run(strategy, given, jobs, jobs);
        CHECK(together.trace == alone.trace);
        CHECK(together.committed == alone.committed);
        CHECK(together.executed == together.started);
      }
    }
  }
}

TEST_CASE("looking ahead in sequence gives the same, and fills slots") {
  std::size_t fewer_rounds = 0;
  const std::size_t step = support::is_sanitized() ? 5 : 1;
  const std::vector<Case> all = cases();
  for (std::size_t s = 0; s < strategies().size(); ++s) {
    const Pass& strategy = strategies()[s];
    CAPTURE(strategy.name);
    for (std::size_t c = s % step; c < all.size(); c += step) {
      const Case& given = all[c];
      const bool on_tree =
          strategy.works_on == WorksOn::kTree || strategy.works_on == WorksOn::kAnyTree;
      if (on_tree && given.grammar == nullptr) continue;
      CAPTURE(given.text);
      const Run alone = run(strategy, given, 1, 1, LookAhead::kInSequence);
      const Run together = run(strategy, given, 4, 4, LookAhead::kInSequence);
      CHECK(alone.executed == alone.started);
      CHECK(together.trace == alone.trace);
      CHECK(together.committed == alone.committed);
      CHECK(together.executed == together.started);
      if (together.rounds < alone.rounds) ++fewer_rounds;
    }
  }
  CHECK(fewer_rounds * step > strategies().size());
}

}  // namespace
}  // namespace grabr
