#include "reduce/core/session.h"

#include <doctest/doctest.h>

#include <deque>
#include <stdexcept>

#include "oracle/function_oracle.h"
#include "support/simulated_oracle.h"
#include "text/error.h"

namespace grabr {
namespace {

/// Writes every event as one line: `1 pass 'a' [edit] @phase accepted cached`, `best 'a'`.
class Notes : public Observer {
 public:
  std::vector<std::string> lines;

  void on_test(const TestRecord& record) override {
    std::string line = std::to_string(record.number) + " " +
                       std::string(outcome_name(record.result.outcome)) + " '" +
                       std::string(record.text) + "'";
    if (!record.edit.empty()) line += " [" + std::string(record.edit) + "]";
    if (!record.phase.empty()) line += " @" + std::string(record.phase);
    if (record.accepted) line += " accepted";
    if (record.cached) line += " cached";
    lines.push_back(line);
  }
  void on_best(const SharedText& text) override {
    lines.push_back("best '" + std::string(text) + "'");
  }
  void on_phase(std::string_view name) override { lines.push_back("phase " + std::string(name)); }
};

using Lines = std::vector<std::string>;

/// Fails with a "!", is unresolved with a "?".
Outcome shouting(std::string_view text) {
  if (text.find('?') != text.npos) return Outcome::kUnresolved;
  return text.find('!') != text.npos ? Outcome::kFail : Outcome::kPass;
}

struct Watched {
  explicit Watched(CachePolicy cache, std::string original = "a!b")
      : oracle(shouting), session(oracle, std::move(original), cache) {
    session.add_observer(&notes);
  }
  FunctionOracle oracle;
  Notes notes;
  Session session;
};

Session::Sequence texts(const Lines& candidates) {
  return [&candidates](std::size_t index, Candidate& candidate) {
    if (index == candidates.size()) return false;
    candidate.text = candidates[index];
    return true;
  };
}

TEST_CASE("the first failing candidate in order becomes the best; later ones are not asked for") {
  Watched watched(CachePolicy::kNegative);
  watched.session.check_original("preflight");
  watched.session.begin_phase("chars");
  const Lines candidates = {"a", "b?", "a!", "!"};
  CHECK(watched.session.first_failing(texts(candidates)) == 2);
  CHECK(watched.session.best() == "a!");
  CHECK(watched.session.fails("!", "remove a"));
  CHECK(watched.notes.lines == Lines{"0 fail 'a!b' @preflight", "best 'a!b'", "phase chars",
                                     "1 pass 'a' @chars", "2 unresolved 'b?' @chars",
                                     "3 fail 'a!' @chars accepted", "best 'a!'",
                                     "4 fail '!' [remove a] @chars accepted", "best '!'"});
  CHECK(watched.session.original() == "a!b");
  CHECK_FALSE(watched.session.first_failing(texts({})).has_value());
}

void check_cache(CachePolicy cache, const Lines& expected) {
  Watched watched(cache);
  const Lines candidates = {"a", "a", "?", "?", "a!"};
  watched.session.first_failing(texts(candidates));
  watched.session.fails("a!");
  CHECK(watched.notes.lines == expected);
}

TEST_CASE("what each cache policy knows again") {
  check_cache(CachePolicy::kNone,
              {"1 pass 'a'", "2 pass 'a'", "3 unresolved '?'", "4 unresolved '?'",
               "5 fail 'a!' accepted", "best 'a!'", "6 fail 'a!' accepted"});
  check_cache(CachePolicy::kNegative,
              {"1 pass 'a'", "1 pass 'a' cached", "2 unresolved '?'", "3 unresolved '?'",
               "4 fail 'a!' accepted", "best 'a!'", "4 fail 'a!' cached"});
  check_cache(CachePolicy::kAll,
              {"1 pass 'a'", "1 pass 'a' cached", "2 unresolved '?'", "2 unresolved '?' cached",
               "3 fail 'a!' accepted", "best 'a!'", "3 fail 'a!' accepted cached"});
}

TEST_CASE("a text with the tokens of one that passes is not tested") {
  Watched watched(CachePolicy::kNegative);
  const Hash128 one{1, 0}, two{2, 0}, three{3, 0};
  const auto ask = [&](std::string text, Hash128 tokens) {
    return watched.session.fails(Candidate{std::move(text), {}, tokens});
  };
  CHECK_FALSE(ask("a b", one));
  CHECK_FALSE(ask("a  b", one));
  CHECK_FALSE(ask("a  !", one));
  CHECK_FALSE(ask("?", two));
  CHECK_FALSE(ask(" ?", two));
  CHECK(ask("a! ", three));
  CHECK(ask("a!", three));
  watched.session.forget_passing();
  CHECK_FALSE(ask("a   b", one));
  CHECK_FALSE(watched.session.known_outcome("a  b").has_value());
  CHECK(watched.notes.lines == Lines{"1 pass 'a b'", "1 pass 'a  b' cached", "1 pass 'a  !' cached",
                                     "2 unresolved '?'", "3 unresolved ' ?'",
                                     "4 fail 'a! ' accepted", "best 'a! '", "5 fail 'a!' accepted",
                                     "best 'a!'", "6 pass 'a   b'"});
}

TEST_CASE("the check of the original teaches the cache nothing, and leaves the phase as it was") {
  Watched watched(CachePolicy::kAll);
  watched.session.check_original("preflight");
  CHECK(watched.session.phase().empty());
  CHECK(watched.session.counts().preflight == 1);
  CHECK(watched.session.fails("a!b"));
  CHECK(watched.session.counts().committed == 1);
  CHECK(watched.session.fails("a!b"));
  CHECK(watched.session.counts().committed == 1);
}

TEST_CASE("test() tells outcomes apart and accepts nothing") {
  Watched watched(CachePolicy::kNegative);
  CHECK(watched.session.test("!") == Outcome::kFail);
  CHECK(watched.session.test("?") == Outcome::kUnresolved);
  CHECK(watched.session.test("") == Outcome::kPass);
  CHECK(watched.session.best() == "a!b");
}

EndedBy end_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  return std::nullopt;
}

TEST_CASE("an original that does not fail is refused") {
  for (const char* original : {"a", "a?"}) {
    Watched watched(CachePolicy::kNegative, original);
    CHECK(end_of([&] { watched.session.check_original("preflight"); }) ==
          ErrorKind::kNotInteresting);
    CHECK(watched.session.counts().preflight == 1);
    CHECK(watched.session.counts().committed == 0);
  }
  Watched passing(CachePolicy::kNegative, "a");
  CHECK(end_of([&] { passing.session.require_not_passing(); }) == ErrorKind::kNotInteresting);
  Watched unresolved(CachePolicy::kNegative, "a?");
  CHECK(!end_of([&] { unresolved.session.require_not_passing(); }));
  CHECK(unresolved.notes.lines == Lines{"1 unresolved 'a?'"});
  Watched failing(CachePolicy::kNegative);
  failing.session.require_not_passing();
  CHECK(failing.notes.lines == Lines{"1 fail 'a!b'", "best 'a!b'"});
}

TEST_CASE("the budget ends the search before the test that would exceed it") {
  Watched watched(CachePolicy::kNegative);
  watched.session.stop = StopToken().within({.tests = 1});
  watched.session.check_original("preflight");
  CHECK(watched.session.fails("!"));
  CHECK(end_of([&] { watched.session.fails(""); }) == ErrorKind::kBudget);
  CHECK(watched.session.counts().executed == 2);
  CHECK(watched.session.best() == "!");
}

TEST_CASE("a size of nothing is one, too: it ends the search when all has gone") {
  Watched watched(CachePolicy::kNegative);
  watched.session.small_enough = SizeLimit{1};
  CHECK(watched.session.fails("a!"));
  CHECK(end_of([&] { watched.session.fails("!"); }) == ErrorKind::kBudget);
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, "ab");
  session.small_enough = SizeLimit{0};
  CHECK(session.fails("a"));
  CHECK_THROWS_AS(session.fails(""), SmallEnough);
}

TEST_CASE("who proposes is asked again, however the test of a proposal ended") {
  struct Once : Proposer {
    std::optional<Candidate> proposed() override { return Candidate{"throw", "by hand"}; }
    void on_answer(bool) override {}
  } once;
  FunctionOracle oracle([](std::string_view text) -> Outcome {
    if (text == "throw") throw std::runtime_error("no answer");
    return Outcome::kPass;
  });
  Session session(oracle, "ab");
  session.proposer = &once;
  CHECK_THROWS_AS(session.fails("a"), std::runtime_error);
  CHECK(session.proposer == &once);
}

TEST_CASE("the smallest is kept while the search goes on from a larger text by hand") {
  struct Texts : Proposer {
    std::optional<Candidate> next;
    std::optional<Candidate> proposed() override { return std::exchange(next, std::nullopt); }
    void on_answer(bool) override {}
  } texts;
  FunctionOracle oracle([](std::string_view) { return Outcome::kFail; });
  Session session(oracle, "abcdef");
  session.proposer = &texts;
  CHECK(session.fails("abc"));
  texts.next = Candidate{"ABCDEF", "by hand"};
  CHECK_THROWS_AS(session.fails("ab"), TakenOver);
  REQUIRE(session.left_by_hand());
  CHECK(session.left_by_hand()->str() == "ab");
  CHECK(session.fails("ABCD"));
  SUBCASE("it is the result") {
    session.go_back_to_left_by_hand();
    CHECK(session.best() == "ab");
    CHECK_FALSE(session.left_by_hand());
  }
  SUBCASE("until there is one as small") {
    CHECK(session.fails("AB"));
    CHECK_FALSE(session.left_by_hand());
    session.go_back_to_left_by_hand();
    CHECK(session.best() == "AB");
  }
}

/// Returns these results in order, whatever the texts.
SimulatedOracle::Rule one_after_the_other(std::deque<TestResult> results) {
  return [results = std::move(results)](const SimulatedRun&) mutable {
    const TestResult result = results.at(0);
    results.pop_front();
    return result;
  };
}

TestResult result_of(Outcome outcome, bool timed_out = false, std::string infrastructure = {}) {
  TestResult result;
  result.outcome = outcome;
  result.timed_out = timed_out;
  result.infrastructure = std::move(infrastructure);
  return result;
}

TEST_CASE("a test that cannot be run is tried again, then ends the command") {
  const TestResult broken = result_of(Outcome::kPass, false, "no space left on device");
  SimulatedOracle oracle(one_after_the_other({broken, result_of(Outcome::kFail), broken, broken}));
  Judge::Options options;
  options.retry_after_s = {0.001};
  Judge judge(oracle, options);
  Session session(judge, "abc");
  CHECK(session.fails("ab"));
  CHECK(session.counts().committed == 1);
  CHECK(session.counts().executed == 2);
  try {
    session.fails("a");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kEnvironment);
    CHECK(std::string(error.what()).find("no space left") != std::string::npos);
  }
  CHECK(session.counts().infrastructure == 3);
  CHECK(session.counts().committed == 1);
  CHECK(session.best() == "ab");
}

TEST_CASE("a timeout is counted, never accepted as a known answer") {
  SimulatedOracle oracle(
      one_after_the_other({result_of(Outcome::kPass, true), result_of(Outcome::kFail)}));
  Session session(oracle, "abc");
  CHECK_FALSE(session.fails("a"));
  CHECK(session.fails("a"));
  const TestCounts& counts = session.counts();
  CHECK(counts.timeout == 1);
  CHECK(counts.pass == 1);
  CHECK(counts.fail == 1);
  CHECK(counts.cached == 0);
}

TEST_CASE("what is known of a text without a test, under every cache policy") {
  for (const CachePolicy policy : {CachePolicy::kNone, CachePolicy::kNegative, CachePolicy::kAll}) {
    FunctionOracle oracle(shouting);
    Session session(oracle, "abc!", policy);
    session.check_original("preflight");
    CHECK_FALSE(session.known_outcome("c").has_value());
    session.test("c");
    session.test("?");
    session.test("b!");
    TestResult probe;
    probe.outcome = Outcome::kPass;
    session.record_check("preflight", "", probe);
    CHECK(session.known_outcome("c") == Outcome::kPass);
    CHECK(session.known_outcome("?") == Outcome::kUnresolved);
    CHECK(session.known_outcome("b!") == Outcome::kFail);
    CHECK(session.known_outcome("abc!") == Outcome::kFail);
    CHECK(session.known_outcome("") == Outcome::kPass);
    probe.timed_out = true;
    session.record_check("preflight", "late", probe);
    CHECK(session.known_outcome("late") == Outcome::kUnresolved);
    CHECK(session.counts().committed == 3);
  }
}

TEST_CASE("what passes is kept beside the best, and told once") {
  struct Told : Observer {
    std::vector<std::string> texts;
    void on_passing(std::string_view text) override { texts.emplace_back(text); }
  };
  SimulatedOracle oracle(
      one_after_the_other({result_of(Outcome::kPass), result_of(Outcome::kPass)}));
  Session session(oracle, "abc");
  Told told;
  session.add_observer(&told);
  CHECK_FALSE(session.passing().has_value());
  for (const char* text : {"a", "ab", "ab"}) {
    CHECK(session.test(text) == Outcome::kPass);
    session.keep_passing(text);
  }
  CHECK(session.passing() == "ab");
  CHECK(told.texts == std::vector<std::string>{"a", "ab"});
  CHECK(session.best() == "abc");
  CHECK_FALSE(session.best_fails());
}

TEST_CASE("an algorithm that has tested its whole begins with it, once") {
  SimulatedOracle oracle(one_after_the_other({result_of(Outcome::kFail)}));
  Session session(oracle, "abc");
  session.begin_with({"ab", ""});
  CHECK(session.best_fails());
  session.begin_with({"a", ""});
  CHECK(session.best() == "ab");
}

TEST_CASE("a text that has been the best is not accepted again") {
  FunctionOracle oracle(shouting);
  Session session(oracle, "abc!");
  session.accept_original();
  CHECK(session.fails("longer!"));
  CHECK_FALSE(session.fails("abc!"));
  CHECK(session.best() == "longer!");
  CHECK(session.counts().committed == 1);
}

TEST_CASE("the shortest failing text that was not taken is remembered") {
  FunctionOracle oracle(shouting);
  Session session(oracle, "a  b!");
  session.accept_original();
  CHECK_FALSE(session.shortest_not_taken());
  session.record_check("preflight", "ab!", oracle.run("ab!"));
  CHECK(session.shortest_not_taken() == "ab!");
  CHECK(session.test("a b!") == Outcome::kFail);
  CHECK(session.shortest_not_taken() == "ab!");
  CHECK(session.fails("b!"));
  CHECK_FALSE(session.shortest_not_taken());
}

}  // namespace
}  // namespace grabr
