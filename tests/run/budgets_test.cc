// A budget of N tests, for every N up to more than needed: the first N tests are the same as
// without a budget, and the end reports whether there were more. If tests are processes, and with
// sanitizers, only every seventh N and those near the end are tried; a first run fills the journal,
// which then answers instead.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/schedule.h"
#include "reduce/strategy.h"
#include "run/compare.h"
#include "run/reduce.h"
#include "run/several/folder.h"
#include "run/several/round_robin.h"
#include "support/build.h"
#include "temporary_folder.h"
#include "text/exit_status.h"

using namespace grabr;

namespace {

constexpr std::uint64_t kSeldom = 7;
const std::uint64_t kStep = support::is_sanitized() ? kSeldom : 1;

struct Used {
  std::uint64_t tests = 0;
  EndedBy ended_by;
};

void check_budgets(const std::function<Used(std::optional<std::uint64_t>)>& run,
                   std::uint64_t step = kStep) {
  const Used all = run({});
  REQUIRE(!all.ended_by);
  REQUIRE(all.tests > 2);
  for (std::uint64_t most = 1; most <= all.tests + 2; most += most + step < all.tests ? step : 1) {
    CAPTURE(most);
    CAPTURE(all.tests);
    const Used used = run(most);
    CHECK(used.tests == std::min(most, all.tests));
    CHECK(status_of(used.ended_by) == (most < all.tests ? 6 : 0));
  }
}

Outcome fails_with(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos ? Outcome::kFail : Outcome::kPass;
}

constexpr const char* kJson = GRABR_SOURCE_DIR "/tests/support/grammars/json.json";
const std::string kBudgetInput = "[1, 2, {\"a\": [\"BUG\", 3]}, 4]";

/// Files side by side, reduced with a command that gets the configuration.
struct BudgetBench : TemporaryFolder {
  run::Listener nobody;

  run::Config config(const std::string& script, const std::string& input) const {
    run::Config config;
    config.input.path = (path() / input).string();
    config.test.process.command = {program("t.sh", "#!/bin/sh\n" + script + "\n").string()};
    config.limits.jobs = 1;
    config.output.cache = (path() / "answers").string();
    config.output.place = run::Output::Place::kNamed;
    config.output.path = (path() / "out").string();
    return config;
  }
};

}  // namespace

TEST_CASE("a budget of tests: one input") {
  struct Way {
    std::string strategy;
    std::string formatter;
  };
  for (const Way& way : std::vector<Way>{
           {"auto", ""}, {"ddmin-2000", ""}, {"hdd then sweep", ""}, {"auto", "sed 's/^/ /'"}}) {
    CAPTURE(way.strategy);
    check_budgets([&](std::optional<std::uint64_t> most) {
      std::uint64_t calls = 0;
      FunctionOracle oracle([&](std::string_view text) {
        ++calls;
        return fails_with(text, "BUG");
      });
      run::Config config;
      config.input.path = "input.json";
      config.input.text = kBudgetInput;
      config.input.grammar = kJson;
      config.search.strategy = way.strategy;
      config.output.formatter = way.formatter;
      config.output.place = run::Output::Place::kNowhere;
      config.limits.max_tests = most;
      run::Listener nobody;
      const run::Result result = run::reduce(config, oracle, nobody);
      // Besides the search there are the checks before it, two more runs of the original, and the
      // best.
      const TestCounts& counts = result.counts;
      CHECK(calls <= counts.committed + counts.preflight + counts.canary + 3);
      return Used{result.counts.committed, result.ended_by};
    });
  }
}

TEST_CASE("a budget of tests: includes that are put in their places") {
  const TemporaryFolder shop;
  shop.write("one.h", "int one;\n#include \"two.h\"\n");
  shop.write("two.h", "int two;\n");
  shop.write("three.h", "int three;\n");
  check_budgets([&](std::optional<std::uint64_t> most) {
    FunctionOracle oracle([](std::string_view text) {
      const bool has_two = text.find("two") != text.npos || text.find("one.h") != text.npos;
      return has_two && text.find("three.h") != text.npos ? Outcome::kFail : Outcome::kPass;
    });
    run::Config config;
    config.input.path = (shop.path() / "in.txt").string();
    config.input.text = "#include \"one.h\"\n#include \"three.h\"\nint x;\n";
    config.search.preprocess = "false";
    config.search.strategy = "ddmin-2000";
    config.search.unit = Unit::kLines;
    config.output.place = run::Output::Place::kNowhere;
    config.limits.max_tests = most;
    run::Listener nobody;
    const run::Result result = run::reduce(config, oracle, nobody);
    CHECK(oracle.run(result.failing).outcome == Outcome::kFail);
    return Used{result.counts.committed, result.ended_by};
  });
}

namespace {

/// Proposes a text after each of the first tests; one of the texts fails.
struct Insistent : Proposer {
  std::optional<Candidate> proposed() override {
    if (++count > 8) return std::nullopt;
    const bool is_good = count == 4;
    return Candidate{is_good ? "[\"BUG\", 0]" : "[" + std::to_string(count) + "]", "by hand"};
  }
  void on_answer(bool) override {}
  int count = 0;
};

}  // namespace

TEST_CASE("a budget of tests: texts that somebody proposes are tests, too") {
  check_budgets([&](std::optional<std::uint64_t> most) {
    std::uint64_t calls = 0;
    FunctionOracle oracle([&](std::string_view text) {
      ++calls;
      return fails_with(text, "BUG");
    });
    Session session(oracle, kBudgetInput);
    session.stop = StopToken().within({.tests = most});
    Insistent insistent;
    Used used;
    try {
      session.accept_original();
      session.proposer = &insistent;
      for (bool done = false; !done;) {
        try {
          run_strategy(*find_pass("ddmin-2000"), session, {});
          done = true;
        } catch (const TakenOver&) {
        }
      }
    } catch (const Error& error) {
      used.ended_by = error.kind();
    }
    CHECK(session.proposer == &insistent);
    used.tests = session.counts().committed;
    CHECK(calls == used.tests + session.counts().canary);
    return used;
  });
}

TEST_CASE("a budget of tests: several inputs" * doctest::test_suite("many runs")) {
  BudgetBench bench;
  bench.write("a.txt", "foobar");
  bench.write("b.txt", "foo");
  check_budgets(
      [&](std::optional<std::uint64_t> most) {
        run::Config config =
            bench.config("[ -s a.txt ] && grep -q \"$(cat a.txt)\" b.txt", "b.txt");
        bench.write("a.txt", "oo");
        config.input.further = {(bench.path() / "a.txt").string()};
        std::filesystem::create_directories(bench.path() / "out");
        config.limits.max_tests = most;
        const run::SetResult result = run::reduce_set(config, bench.nobody);
        return Used{result.tests, result.ended_by};
      },
      kSeldom);
}

TEST_CASE("a budget of tests: a folder, its imports included" * doctest::test_suite("many runs")) {
  BudgetBench bench;
  std::filesystem::create_directories(bench.path() / "in");
  bench.write("in/main.c", "#include \"a.h\"\n#include \"b.h\"\nint x;\n");
  bench.write("in/a.h", "int A;\n");
  bench.write("in/b.h", "int BUG;\n");
  for (const char* const script :
       {"grep -q BUG *.h && grep -q include main.c", "cat main.c a.h b.h 2>/dev/null | grep -q BUG",
        "grep -q b.h main.c && grep -q BUG b.h"}) {
    CAPTURE(script);
    check_budgets(
        [&](std::optional<std::uint64_t> most) {
          run::Config config = bench.config(script, "in");
          config.search.strategy = "ddmin-2000";
          config.search.unit = Unit::kLines;
          config.limits.max_tests = most;
          const run::FolderResult result = run::reduce_folder(config, bench.nobody);
          CHECK(result.checked == !result.ended_by);
          return Used{result.tests, result.ended_by};
        },
        kSeldom);
  }
}

TEST_CASE("a budget of tests: each of the strategies that are compared has one" *
          doctest::test_suite("many runs")) {
  BudgetBench bench;
  bench.write("in.txt", "some words with BUG in them\n");
  std::vector<Schedule> schedules;
  for (const char* const name : {"ddmin-2000", "lithium"}) {
    schedules.push_back(parse_schedule(name));
  }
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    check_budgets(
        [&](std::optional<std::uint64_t> most) {
          run::Config config = bench.config("grep -q BUG \"$1\"", "in.txt");
          config.limits.max_tests = most;
          const run::Compared all = run::compare(config, schedules, "", bench.nobody);
          const StrategyRun& one = all.comparison.rows.at(i).run;
          return Used{one.counts.committed, one.ended_by};
        },
        kSeldom);
  }
}
