#include "oracle/answers/judge.h"

#include <doctest/doctest.h>

#include <utility>

#include "oracle/answers/journal.h"
#include "support/simulated_oracle.h"
#include "text/error.h"

namespace grabr {
namespace {

Outcome fails_with_x(std::string_view text) {
  return text.find('x') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
}

TestResult outcome(Outcome given) {
  TestResult result;
  result.outcome = given;
  result.exit_code = given == Outcome::kFail ? 0 : 1;
  return result;
}

TestResult not_run(const std::string& why) {
  TestResult result = outcome(Outcome::kUnresolved);
  result.infrastructure = why;
  return result;
}

Judge::Options quick() {
  Judge::Options options;
  options.retry_after_s = {0.001, 0.001};
  return options;
}

std::string message_of(const std::function<void()>& action, ErrorKind kind) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("one question, one test, one answer") {
  SimulatedOracle oracle(fails_with_x, 1);
  Judge judge(oracle);
  CHECK(judge.answer("x").outcome == Outcome::kFail);
  CHECK(judge.answer("y").outcome == Outcome::kPass);
  CHECK(judge.answer("y").outcome == Outcome::kPass);  // the session stores answers, not the judge
  CHECK(judge.counts().executed == 3);
}

TEST_CASE("a test that could not be run is tried again, and is never an answer") {
  SimulatedOracle oracle;
  oracle.told["a"] = {not_run("no memory"), not_run("no memory"), outcome(Outcome::kFail)};
  Judge judge(oracle, quick());
  CHECK(judge.answer("a").outcome == Outcome::kFail);
  CHECK(judge.counts().infrastructure == 2);

  oracle.told["b"] = {not_run("no space left on device")};
  const std::string message = message_of([&] { judge.answer("b"); }, ErrorKind::kEnvironment);
  CHECK(contains(message, "no space left on device"));
  CHECK(contains(message, "3 times"));
}

TEST_CASE("the canary tries again what could not be run") {
  SimulatedOracle oracle;
  oracle.told["best"] = {not_run("no connection"), not_run("no connection"),
                         outcome(Outcome::kFail)};
  oracle.told["other"] = {outcome(Outcome::kPass)};
  Judge judge(oracle, quick());
  judge.set_best("best");
  CHECK(judge.answer("other").outcome == Outcome::kPass);
  CHECK_NOTHROW(judge.check_best());
  CHECK(judge.counts().infrastructure == 2);
}

TEST_CASE("the canary notices that nothing fails any more") {
  SimulatedOracle oracle;
  oracle.told["best"] = {outcome(Outcome::kPass)};
  Judge::Options options = quick();
  options.canary_every = 5;
  Judge judge(oracle, options);
  judge.set_best("best");
  for (int i = 0; i < 4; ++i) CHECK(judge.answer(std::to_string(i)).outcome == Outcome::kPass);
  oracle.wrong = "the program cc is gone";
  const std::string message = message_of([&] { judge.answer("4"); }, ErrorKind::kEnvironment);
  CHECK(contains(message, "no longer fails"));
  CHECK(contains(message, "the program cc is gone"));
  CHECK(contains(message, "continues where it stopped"));
}

TEST_CASE("a canary that still fails begins the count anew") {
  SimulatedOracle oracle;
  oracle.told["best"] = {outcome(Outcome::kFail)};
  Judge::Options options = quick();
  options.canary_every = 5;
  Judge judge(oracle, options);
  judge.set_best("best");
  for (int i = 0; i < 14; ++i) judge.answer(std::to_string(i));
  CHECK(judge.counts().canary == 2);
  CHECK(std::ranges::count(oracle.started(), "best") == 2);
}

TEST_CASE("a canary that could not be run is tried again") {
  SimulatedOracle oracle;
  oracle.told["best"] = {not_run("no memory"), outcome(Outcome::kFail)};
  Judge judge(oracle, quick());
  judge.set_best("best");
  judge.answer("1");
  judge.check_best();
  CHECK(std::ranges::count(oracle.started(), "best") == 2);

  oracle.told["best"] = {not_run("no memory")};
  judge.answer("2");
  CHECK(contains(message_of([&] { judge.check_best(); }, ErrorKind::kEnvironment),
                 "it could not be run: no memory"));
}

TEST_CASE("a test that sometimes fails is called flaky") {
  SimulatedOracle oracle;
  oracle.told["best"] = {outcome(Outcome::kPass), outcome(Outcome::kFail)};
  Judge judge(oracle, quick());
  judge.set_best("best");
  judge.answer("other");
  const std::string message = message_of([&] { judge.check_best(); }, ErrorKind::kEnvironment);
  CHECK(contains(message, "flaky"));
  CHECK(contains(message, "4 of 4"));
  CHECK(contains(message, "--repeat"));
}

TEST_CASE("what has just failed is not tested again at the end") {
  SimulatedOracle oracle;
  Judge judge(oracle, quick());
  judge.set_best("best");
  judge.check_best();
  CHECK(oracle.started().empty());
}

TEST_CASE("a timeout beside other tests is run again alone, where the limit is tight") {
  const auto late_at_first = [](const SimulatedRun& run) {
    TestResult result = outcome(run.number == 1 ? Outcome::kPass : Outcome::kFail);
    result.timed_out = run.number == 1;
    return result;
  };
  for (const bool recheck : {false, true}) {
    SimulatedOracle oracle(late_at_first, 2);
    Judge::Options options = quick();
    options.recheck_timeouts = recheck;
    Judge judge(oracle, options);
    CHECK(judge.answer("x").outcome == (recheck ? Outcome::kFail : Outcome::kPass));
  }
}

TEST_CASE("answers come from the journal without a test, timeouts and unresolved never") {
  const TemporaryFolder folder;
  SimulatedOracle oracle;
  TestResult timeout = outcome(Outcome::kPass);
  timeout.timed_out = true;
  oracle.told["fails"] = {outcome(Outcome::kFail)};
  oracle.told["passes"] = {outcome(Outcome::kPass)};
  oracle.told["hangs"] = {timeout};
  oracle.told["unsure"] = {outcome(Outcome::kUnresolved)};
  for (const bool again : {false, true}) {
    Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
    Judge::Options options = quick();
    options.journal = &journal;
    Judge judge(oracle, options);
    CHECK(judge.answer("fails").outcome == Outcome::kFail);
    CHECK(judge.answer("passes").outcome == Outcome::kPass);
    CHECK(judge.answer("hangs").timed_out);
    CHECK(judge.answer("unsure").outcome == Outcome::kUnresolved);
    CHECK(oracle.started().size() == (again ? 4 + 2 : 4));
    CHECK(judge.counts().journal == (again ? 2 : 0));
  }
}

TEST_CASE("answers given while the test did not work are forgotten") {
  const TemporaryFolder folder;
  {
    SimulatedOracle oracle;
    oracle.told["best"] = {outcome(Outcome::kPass)};
    Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
    Judge::Options options = quick();
    options.journal = &journal;
    options.canary_every = 3;
    Judge judge(oracle, options);
    judge.answer("before");
    judge.set_best("best");
    judge.answer("1");
    judge.answer("2");
    CHECK_THROWS_AS(judge.answer("3"), Error);
  }
  const Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
  CHECK(journal.find(hash128("before")) == Outcome::kPass);
  for (const char* text : {"1", "2", "3"}) CHECK_FALSE(journal.find(hash128(text)));
}

TEST_CASE("whoever asks to stop is heard while a test runs") {
  SimulatedOracle oracle(fails_with_x, 1);
  oracle.slowest = 1000000;
  int waits = 0;
  Judge::Options options = quick();
  StopQuestion after_a_while([&]() -> std::optional<StopReason> {
    if (++waits <= 20) return std::nullopt;
    return StopReason{ErrorKind::kInterrupted, "interrupted"};
  });
  options.stop = StopToken(after_a_while);
  {
    Judge judge(oracle, options);
    CHECK_THROWS_AS(judge.answer("x"), Error);
  }
  CHECK(oracle.under_way() == 0);
}

TEST_CASE("a result is tested again whatever is known of it, unless that was the last test") {
  const TemporaryFolder folder;
  SimulatedOracle oracle;
  oracle.told["best"] = {outcome(Outcome::kFail)};
  {
    Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
    Judge::Options options = quick();
    options.journal = &journal;
    Judge judge(oracle, options);
    judge.answer("best");
    judge.end_search({});
    CHECK(judge.test_again("best").outcome == Outcome::kFail);
    CHECK(oracle.started().size() == 1);
    judge.answer("other");
    CHECK(judge.test_again("best").outcome == Outcome::kFail);
    CHECK(judge.counts().canary == 1);
    CHECK(oracle.started().size() == 3);
  }
  oracle.told["best"] = {outcome(Outcome::kPass)};
  Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
  Judge::Options options = quick();
  options.journal = &journal;
  Judge judge(oracle, options);
  CHECK(judge.answer("best").outcome == Outcome::kFail);
  CHECK(judge.test_again("best").outcome == Outcome::kPass);
  const Judge::Change change = judge.explain_change_of("best", outcome(Outcome::kPass));
  CHECK(change.hits == 0);
  CHECK(contains(change.explanation, "no longer fails"));
}

TEST_CASE("what an earlier run has accepted is not tested again on the way") {
  const TemporaryFolder folder;
  SimulatedOracle oracle;
  for (int again = 0; again < 2; ++again) {
    Journal journal = Journal::open(folder.path(), {"question", "contents"}, false);
    Judge::Options options = quick();
    options.journal = &journal;
    Judge judge(oracle, options);
    for (int i = 0; i < 45; ++i) {
      const std::string text = std::to_string(i);
      oracle.told[text] = {outcome(Outcome::kFail)};
      judge.answer(text);
      judge.set_best(text);
    }
    CHECK(judge.counts().canary == (again == 0 ? 2 : 0));
  }
}

}  // namespace
}  // namespace grabr
