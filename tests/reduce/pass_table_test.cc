// Passes that a program adds to the table while it runs.
#include "reduce/pass_table.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/pass/tree_work.h"
#include "reduce/strategy.h"
#include "support/checked_run.h"
#include "support/grammars.h"
#include "text/error.h"

namespace grabr {
namespace {

/// Drops the last byte while that works.
void chop(Session& session, Problem&) {
  while (!session.best().empty()) {
    if (!session.fails(session.best().substr(0, session.best().size() - 1), "chop")) return;
  }
}

std::string reduced(const std::string& pipeline, const std::string& text, const std::string& part) {
  FunctionOracle oracle(support::contains_all({part}));
  Session session(oracle, text);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(support::fixed("json"));
  problem.tree = support::tree_of(support::fixed("json"), text);
  run_schedule(parse_schedule(pipeline), session, problem);
  return session.best();
}

TEST_CASE("a registered pass is found, explained by its row, and runs in pipelines") {
  int asked = 0;
  const Pass& chopped = register_pass({.name = "test-chop", .help = "the last byte", .run = chop});
  const Pass& counted = register_pass({.name = "test-count",
                                       .help = "nothing, and counts",
                                       .tree = [&](TreeWork& work, double least) {
                                         ++asked;
                                         return least < 0 || work.tree().size() == 0;
                                       }});
  CHECK(find_pass("test-chop") == &chopped);
  CHECK(chopped.help == "the last byte");
  CHECK(find_tree_pass("test-count") == &counted);
  CHECK(find_tree_pass("test-chop") == nullptr);
  CHECK(registered_passes().size() >= 2);
  CHECK(strategies().back().name == "mgbs");  // the table itself stays

  CHECK(reduced("test-chop", "[1, 22, 3]", "22") == "[1, 22");
  CHECK(reduced("test-count; sweep; bytes then test-chop", "[1, 22, 3]", "22").size() <= 4);
  CHECK(asked > 0);
  Schedule schedule = parse_schedule("test-count; sweep; unnest");
  const std::vector<std::string> names = {"test-count"};
  CHECK(leave_out(schedule, names).empty());
  CHECK(schedule.text() == "sweep; unnest");
}

TEST_CASE("what cannot be a pass is refused") {
  const auto refused = [](OwnPass pass) -> std::string {
    try {
      register_pass(std::move(pass));
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  CHECK(refused({.name = "sweep", .run = chop}) == "a pass is called sweep already");
  register_pass({.name = "test-once", .run = chop});
  CHECK(refused({.name = "test-once", .run = chop}) == "a pass is called test-once already");
  CHECK(refused({.name = "test-nothing"}) == "the pass test-nothing does nothing");
  for (const char* name : {"", "then", "least", "a b", "a;b", "a,b", "a:b", "#a", ">=a"}) {
    CAPTURE(name);
    CHECK(refused({.name = name, .run = chop}).starts_with("no pass can be called"));
  }
}

TEST_CASE("passes are registered and looked for from several threads") {
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) {
        const std::string name = "test-" + std::to_string(thread) + "-" + std::to_string(i);
        const Pass& pass = register_pass({.name = name, .run = chop});
        if (find_pass(name) != &pass || find_pass("sweep") == nullptr) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(registered_passes().size() >= kThreads * kEach);
}

}  // namespace
}  // namespace grabr
