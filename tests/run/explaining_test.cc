#include "run/explaining.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/grammars.h"
#include "temporary_folder.h"
#include "text/setting.h"

using namespace grabr;

namespace {

/// A result and a test in a folder of its own.
struct ExplainBench : TemporaryFolder {
  run::ExplainSubject subject(const std::string& script, const std::string& text) const {
    run::ExplainSubject made;
    made.name = write("in.txt", text);
    made.text = text;
    made.grammar_file = std::string(GRABR_SOURCE_DIR) + "/grammars/expr.json";
    made.parser = std::make_shared<const Parser>(support::shipped("expr"));
    made.test.command = {program("t.sh", "#!/bin/sh\n" + script + "\n").string()};
    made.test.original = path() / "in.txt";
    made.test.jobs = 2;
    made.cache_folder = path() / ".grabr";
    made.own = {made.cache_folder};
    return made;
  }
};

struct Notes : run::Listener {
  std::vector<std::string> notes;
  void note(const std::string& text) override { notes.push_back(text); }
};

/// Lower limits than usual.
run::ExplainLimits few() {
  run::ExplainLimits limits;
  limits.how.samples = 8;
  limits.how.together = 20;
  return limits;
}

constexpr const char* kDoubledScript = "grep -q '((.*))' \"$1\"";

}  // namespace

TEST_CASE("answers are kept: a second run asks only whether the result fails") {
  const ExplainBench bench;
  Notes notes;
  const auto first = run::explain_result(bench.subject(kDoubledScript, "((4))"), few(), notes);
  REQUIRE(first.explanation.parts.size() == 1);
  CHECK(first.explanation.together.failed == 20);
  CHECK(first.executed >= first.tests);
  const auto second = run::explain_result(bench.subject(kDoubledScript, "((4))"), few(), notes);
  CHECK(second.executed == 2);
  CHECK(second.tests == first.tests);
  CHECK(second.explanation.grammar == first.explanation.grammar);
  run::ExplainSubject fresh = bench.subject(kDoubledScript, "((4))");
  fresh.fresh = true;
  CHECK(run::explain_result(fresh, few(), notes).executed > 2);
  const auto changed = run::explain_result(
      bench.subject(std::string(kDoubledScript) + " # new", "((4))"), few(), notes);
  CHECK(changed.executed > 2);
  CHECK(notes.notes.size() == 1);
}

TEST_CASE("status 125 is no answer") {
  const ExplainBench bench;
  Notes notes;
  // Texts with "7)" are unresolved, but not all with a 7, or too few of the drawn texts would have
  // an answer.
  const auto found = run::explain_result(
      bench.subject("grep -q '7)' \"$1\" && exit 125; " + std::string(kDoubledScript), "((4))"),
      few(), notes);
  REQUIRE(found.explanation.parts.size() == 1);
  const auto& tally = found.explanation.parts[0].tally;
  CHECK(tally.tried == 8);
  CHECK(tally.failed == 8);
  CHECK(tally.unresolved > 0);
  CHECK(found.explanation.together.unresolved > 0);
}

TEST_CASE("a crash of a plain command is the failure") {
  const ExplainBench bench;
  Notes notes;
  run::ExplainSubject subject =
      bench.subject(std::string(kDoubledScript) + " && kill -SEGV $$; exit 1", "((4))");
  subject.plain_command = true;
  const auto found = run::explain_result(subject, few(), notes);
  REQUIRE(found.explanation.parts.size() == 1);
  CHECK(found.explanation.together.failed == 20);
}

TEST_CASE("what keeps a result from being explained") {
  const ExplainBench bench;
  Notes notes;
  const auto kind_of = [&](const run::ExplainSubject& subject) -> std::optional<ErrorKind> {
    try {
      run::explain_result(subject, few(), notes);
    } catch (const Error& error) {
      return error.kind();
    }
    return std::nullopt;
  };
  CHECK(kind_of(bench.subject("exit 1", "((4))")) == ErrorKind::kNotInteresting);
  CHECK(kind_of(bench.subject("exit 0", "((4")) == ErrorKind::kNotParsed);
  run::ExplainSubject flaky = bench.subject("exit 0", "((4))");
  flaky.test.flaky = true;
  CHECK(kind_of(flaky) == ErrorKind::kInvalid);
  run::ExplainSubject without = bench.subject("exit 0", "((4))");
  without.parser.reset();
  CHECK(kind_of(without) == ErrorKind::kInvalid);
  run::ExplainSubject gone = bench.subject("exit 0", "((4))");
  gone.test.command = {(bench.path() / "gone").string()};
  CHECK(kind_of(gone).has_value());
}

TEST_CASE("a limit of tests and of time") {
  const ExplainBench bench;
  Notes notes;
  run::ExplainLimits limits;
  limits.budget.tests = 30;
  const auto found = run::explain_result(bench.subject(kDoubledScript, "((4))"), limits, notes);
  CHECK(found.explanation.ended_by == ErrorKind::kBudget);
  CHECK(found.tests == 30);
  CHECK(found.explanation.reason == "the budget of 30 tests is used up");
}

TEST_CASE("an explanation whose tests are just enough is a whole one") {
  const ExplainBench bench;
  Notes notes;
  run::ExplainLimits limits = few();
  const std::uint64_t all =
      run::explain_result(bench.subject(kDoubledScript, "((4))"), limits, notes).tests;
  for (const std::uint64_t most : {all - 1, all, all + 1}) {
    limits.budget.tests = most;
    const auto found = run::explain_result(bench.subject(kDoubledScript, "((4))"), limits, notes);
    CHECK(found.tests == std::min(most, all));
    CHECK(found.explanation.ended_by.has_value() == (most < all));
  }
}
