// Every strategy with every list minimizer, from either end, on random grammars, sentences and
// oracles: it ends within a bound, is deterministic, and its result fails and is no larger.
// GRABR_STRATEGY_RUNS sets the number of runs; a run is a triple of strategy, input and oracle.
#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/auto_schedule.h"
#include "reduce/strategy.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "support/random_text.h"
#include "support/simulated_oracle.h"
#include "text/error.h"
#include "text/hash.h"
#include "tree/print.h"

namespace grabr {
namespace {

const std::uint32_t kRuns = support::is_sanitized() ? 600 : 2000;
/// An upper bound on the tests of any algorithm for a text of this many bytes, whatever the oracle
/// answers.
std::uint64_t most_tests(std::size_t bytes) { return 3000 + 60 * bytes * bytes; }

std::uint32_t wanted_runs() {
  const char* given = std::getenv("GRABR_STRATEGY_RUNS");
  return given == nullptr ? kRuns : static_cast<std::uint32_t>(std::atoi(given));
}

/// Every strategy alone, and those that minimize lists with every minimizer in both directions.
std::vector<Schedule> all_pairs() {
  std::vector<Schedule> pairs;
  for (const Pass& strategy : strategies()) {
    Schedule alone;
    alone.steps.push_back({&strategy, {}, {}});
    pairs.push_back(alone);
    if (strategy.minimizer.empty()) continue;
    for (const Pass& minimizer : minimizers()) {
      if (works_on_text(strategy) && minimizer.name != strategy.name) continue;
      for (const Direction direction : {Direction::kForward, Direction::kBackward}) {
        Schedule pair = alone;
        pair.steps[0].lists = ListReducer(minimizer);
        pair.steps[0].lists.direction = direction;
        pairs.push_back(pair);
      }
    }
  }
  return pairs;
}

struct Input {
  std::shared_ptr<const Parser> parser;
  std::string text;
  bool parses = true;
  std::shared_ptr<const Protection> protection = {};
};

/// Sentences of random grammars that are worth reducing.
class Inputs {
 public:
  /// Sometimes the sentence is broken.
  Input next(std::uint32_t seed, bool must_parse) {
    Input input = sentence(seed);
    if (must_parse || seed % 5 != 0) return input;
    input.text.insert(input.text.size() / 2, input.text.substr(0, 2));
    input.parses = input.parser->accepts(input.text);
    return input;
  }

 private:
  Input sentence(std::uint32_t seed) {
    for (std::uint32_t salt = 0;; ++salt) {
      const auto choices = support::seeded_choices(seed * 1000 + salt);
      support::RandomGrammars grammars(choices);
      const auto& kind = support::kGrammarKinds[(seed + salt) % std::size(support::kGrammarKinds)];
      const auto grammar = grammars.next(kind);
      if (kind.rich && grammar->lexer == nullptr) continue;
      support::RandomTexts texts(*grammar, choices);
      std::string text = texts.joined(texts.sentence(grammar->start));
      if (text.size() < 4) continue;
      auto parser = std::make_shared<const Parser>(grammar);
      if (parser->accepts(text)) return {parser, std::move(text)};
    }
  }
};

using OracleFunction = FunctionOracle::Function;

bool is_subsequence(std::string_view part, std::string_view text) {
  std::size_t found = 0;
  for (const char c : text) {
    if (found < part.size() && c == part[found]) ++found;
  }
  return found == part.size();
}

/// Fails if certain characters of the input occur in order: monotone over deletions.
OracleFunction monotone(const std::string& text, const support::Choices& below) {
  std::string needed;
  for (const char c : text) {
    if (below(5) == 0) needed += c;
  }
  return [needed](std::string_view candidate) {
    return is_subsequence(needed, candidate) ? Outcome::kFail : Outcome::kPass;
  };
}

/// Fails at random, but always the same for the same text.
OracleFunction senseless(const std::string& text, std::uint32_t seed) {
  const std::uint64_t percent = 1 + seed % 60;
  return [text, seed, percent](std::string_view candidate) {
    if (candidate == text) return Outcome::kFail;
    const std::uint64_t draw = (hash128(candidate).low ^ (seed * 0x9E3779B97F4A7C15u)) >> 7;
    if (draw % 100 < percent) return Outcome::kFail;
    return draw % 7 == 0 ? Outcome::kUnresolved : Outcome::kPass;
  };
}

/// Fails if a part occurs, unless a second one occurs without a third.
OracleFunction dependent(const std::string& text, const support::Choices& below) {
  const auto pick = [&] { return text[below(static_cast<std::uint32_t>(text.size()))]; };
  const char a = pick(), b = pick(), c = pick();
  return [=](std::string_view candidate) {
    if (candidate == text) return Outcome::kFail;
    const auto has = [&](char x) { return candidate.find(x) != candidate.npos; };
    return has(a) && (!has(b) || has(c)) ? Outcome::kFail : Outcome::kPass;
  };
}

struct Ran {
  std::string result;
  std::string refused;  ///< the reason if it did not run
  Hash128 trace{};
  bool ran_away = false;
};

struct Tests : Observer {
  std::string all;
  void on_test(const TestRecord& record) override { (all += record.text) += '\n'; }
};

Ran run(const Schedule& schedule, const Input& input, Oracle& oracle) {
  Judge::Options options;
  options.canary_every = 0;
  options.look_ahead = LookAhead::kInSequence;
  Judge judge(oracle, std::move(options));
  Session session(judge, input.text, schedule.cache());
  session.stop = StopToken().within({.tests = most_tests(input.text.size())});
  Tests tests;
  session.add_observer(&tests);
  session.protection = input.protection;
  Problem problem;
  problem.parser = input.parser;
  ParseOptions how = input.parser->defaults();
  how.choice = schedule.choice();
  if (input.parses) {
    problem.tree = std::get<Tree>(input.parser->parse(input.text, how));
  } else {
    problem.tree = parse_partially(*input.parser, input.text).tree;
    problem.partial = true;
  }
  Ran ran;
  try {
    run_schedule(schedule, session, problem);
  } catch (const Error& error) {
    ran.ran_away = error.kind() == ErrorKind::kBudget;
    // dd-max cannot start if the empty text fails.
    if (error.kind() != ErrorKind::kNotPassing) ran.refused = error.what();
  }
  ran.result = session.best();
  ran.trace = hash128(tests.all);
  return ran;
}

Ran run(const Schedule& schedule, const Input& input, const OracleFunction& judge) {
  FunctionOracle oracle(judge);
  return run(schedule, input, oracle);
}

/// With four tests at once, which end in any order.
Ran run_ahead(const Schedule& schedule, const Input& input, const OracleFunction& judge) {
  SimulatedOracle oracle(judge, 4);
  return run(schedule, input, oracle);
}

/// Compares tokens first, as the reducers on trees do; then bytes.
bool larger(const Parser& parser, const std::string& a, const std::string& b) {
  if (a.size() <= b.size()) return false;
  const auto tokens = [&](const std::string& text) -> std::size_t {
    const ParseResult result = parser.parse(text);
    const auto* tree = std::get_if<Tree>(&result);
    return tree == nullptr ? ~std::size_t{0} : count_tokens(*tree, tree->root());
  };
  return tokens(a) >= tokens(b);
}

TEST_CASE("any two strategies one after the other, on what the first has left") {
  const std::vector<Schedule> pairs = all_pairs();
  const std::uint32_t runs = wanted_runs() / 10;
  Inputs inputs;
  for (std::uint32_t i = 0; i < runs; ++i) {
    const std::uint32_t seed = 100000 + i;
    Schedule schedule = pairs[(i * 7919u) % pairs.size()];
    schedule.steps.push_back(pairs[(i * 104729u) % pairs.size()].steps[0]);
    CAPTURE(schedule.text());
    CAPTURE(seed);
    const Input input = inputs.next(seed, true);
    const OracleFunction judge = senseless(input.text, seed);
    const Ran ran = run(schedule, input, judge);
    CHECK_FALSE(ran.ran_away);
    CHECK(judge(ran.result) == Outcome::kFail);
    CHECK_FALSE(larger(*input.parser, ran.result, input.text));
  }
}

TEST_CASE("every pair ends, repeats itself, and gives a result that fails and is no larger") {
  const std::vector<Schedule> pairs = all_pairs();
  const std::uint32_t runs = wanted_runs();
  Inputs inputs;
  for (std::uint32_t i = 0; i < runs; ++i) {
    const Schedule& schedule = pairs[i % pairs.size()];
    const std::uint32_t seed = 1 + i;
    const Input input = inputs.next(seed, schedule.works_on() == WorksOn::kTree);
    const auto below = support::seeded_choices(seed);
    const OracleFunction judge = i % 3 == 0   ? monotone(input.text, below)
                                 : i % 3 == 1 ? senseless(input.text, seed)
                                              : dependent(input.text, below);
    CAPTURE(schedule.text());
    CAPTURE(static_cast<int>(schedule.steps[0].lists.direction));
    CAPTURE(seed);
    CAPTURE(input.text);
    const Ran ran = run(schedule, input, judge);
    CHECK_FALSE(ran.ran_away);
    CHECK(ran.refused == "");
    CHECK(judge(ran.result) == Outcome::kFail);
    CHECK_FALSE(larger(*input.parser, ran.result, input.text));
    if (i % 4 != 0) continue;
    const Ran again = run_ahead(schedule, input, judge);
    CHECK(again.trace == ran.trace);
    CHECK(again.result == ran.result);
  }
}

/// Parts of the text, in order; sometimes nothing.
std::shared_ptr<const Protection> some_of(const std::string& text, const support::Choices& below) {
  Protection protection;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = 1 + below(4);
    if (below(3) == 0) protection.pieces.push_back(text.substr(at, length));
    at += length + below(8);
  }
  if (below(4) == 0) protection.tokens.push_back({KeptTokens::Kind::kNames, {}});
  // A piece of a word would be searched for as a whole word.
  return protection.allows(text, text) ? std::make_shared<const Protection>(protection) : nullptr;
}

TEST_CASE("no strategy tests a text without what is protected") {
  const std::vector<Schedule> pairs = all_pairs();
  Inputs inputs;
  std::uint32_t protected_runs = 0, refused = 0;
  for (std::uint32_t i = 0; i < wanted_runs() / 10; ++i) {
    const Schedule& schedule = pairs[(i * 7919u) % pairs.size()];
    if (schedule.aim() != Aim::kFailing) continue;
    const std::uint32_t seed = 300000 + i;
    Input input = inputs.next(seed, schedule.works_on() == WorksOn::kTree);
    input.protection = some_of(input.text, support::seeded_choices(seed));
    if (input.protection == nullptr) continue;
    CAPTURE(schedule.text());
    CAPTURE(seed);
    const OracleFunction judge = senseless(input.text, seed);
    bool kept = true;
    const Ran ran = run(schedule, input, [&](std::string_view text) {
      kept = kept && input.protection->allows(text, input.text);
      return judge(text);
    });
    CHECK_FALSE(ran.ran_away);
    if (!ran.refused.empty()) ++refused;  // it begins with a text of its own
    CHECK(kept);
    CHECK(input.protection->allows(ran.result, input.text));
    ++protected_runs;
  }
  CHECK(protected_runs > 10 * refused);
  CHECK(protected_runs > wanted_runs() / 40);
}

/// Each best is different, and none is larger than the original.
struct NeverBack : Observer {
  explicit NeverBack(std::size_t most) : most_bytes(most) {}

  std::size_t most_bytes;
  std::set<std::string, std::less<>> bests;
  bool goes_back = false;
  bool grows = false;

  void on_best(const SharedText& best) override {
    goes_back |= !bests.emplace(best).second;
    grows |= best.size() > most_bytes;
  }
};

void check_auto(const Input& input, const OracleFunction& judge, Effort effort) {
  FunctionOracle oracle(judge);
  Session session(oracle, input.text);
  session.stop = StopToken().within({.tests = most_tests(input.text.size())});
  NeverBack watch(input.text.size());
  session.add_observer(&watch);
  Problem problem;
  problem.parser = input.parser;
  problem.tree = std::get<Tree>(input.parser->parse(input.text, input.parser->defaults()));
  const char* const names[] = {"auto-fast", "auto", "auto-thorough"};
  CHECK_NOTHROW(run_strategy(*find_pass(names[static_cast<int>(effort)]), session, problem));
  CHECK_FALSE(watch.goes_back);
  CHECK_FALSE(watch.grows);
  CHECK(judge(session.best()) == Outcome::kFail);
}

TEST_CASE("auto, thorough or not, ends, comes back to no text and makes none larger") {
  Inputs inputs;
  for (std::uint32_t i = 0; i < wanted_runs() / 20; ++i) {
    const std::uint32_t seed = 200000 + i;
    CAPTURE(seed);
    const Input input = inputs.next(seed, true);
    check_auto(input, senseless(input.text, seed),
               i % 2 == 0 ? Effort::kThorough : Effort::kNormal);
  }
}

TEST_CASE("auto is led round by no grammar whose single tokens are long") {
  const auto grammar = support::grammar_of(R"({"<start>": ["<blob>", "<list>"],
    "<blob>": ["[a] [b] [c] [d]"], "<list>": ["<item>", "<item> <list>"], "<item>": ["[<l>]"],
    "<l>": ["a", "b", "c", "d"]})");
  const auto parser = std::make_shared<const Parser>(grammar);
  for (const char* text : {"[c]", "[a] [c]", "[a] [b] [c] [d]", "[c] [c] [c] [c] [c] [c]"}) {
    const OracleFunction judge = [](std::string_view candidate) {
      return candidate.find("c]") != candidate.npos ? Outcome::kFail : Outcome::kPass;
    };
    CAPTURE(text);
    for (const Effort effort : {Effort::kNormal, Effort::kThorough}) {
      check_auto({parser, text, true}, judge, effort);
    }
  }
}

}  // namespace
}  // namespace grabr
