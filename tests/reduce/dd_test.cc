#include "reduce/diff/dd.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "reduce/searches.h"
#include "support/build.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/simulated_oracle.h"
#include "text/hash.h"

namespace grabr {
namespace {

using support::Json;
using support::Trace;

/// The chapter's function that removes markup, with its bug: it also counts quotes outside of tags.
Outcome leaves_markup(const std::string& text) {
  bool tag = false, quote = false, left = false;
  for (const char c : text) {
    if (c == '<' && !quote) tag = true;
    else if (c == '>' && !quote) tag = false;
    else if (c == '"' || (c == '\'' && tag)) quote = !quote;
    else if (!tag) left = left || c == '<' || c == '>';
  }
  return left ? Outcome::kFail : Outcome::kPass;
}

Outcome failing_if(bool fails) { return fails ? Outcome::kFail : Outcome::kPass; }

/// A call of one of the chapter's functions.
Outcome judge_call(const std::string& function, const Json& arguments) {
  const auto text = [&](const char* name) { return arguments[name].get<std::string>(); };
  if (function == "mystery") return support::mystery(text("inp"));
  if (function == "remove_html_markup") return leaves_markup(text("s"));
  if (function == "string_error") {
    return failing_if(text("s2").find(text("s1")) != std::string::npos);
  }
  REQUIRE(function == "list_error");
  const auto length = [&](const char* name) { return arguments[name].size(); };
  return failing_if(
      !(length("l1") < length("l2") && length("l2") < arguments["maxlen"].get<std::size_t>()));
}

/// The arguments of a call as lists; a candidate is a call with fewer of their elements, as JSON.
class Call {
 public:
  Call(std::string function, Json arguments)
      : function_(std::move(function)), arguments_(std::move(arguments)) {
    for (const auto& [name, value] : arguments_.items()) {
      if (!value.is_string() && !value.is_array()) continue;
      names_.push_back(name);
      lists_.counts.push_back(static_cast<std::uint32_t>(
          value.is_string() ? value.get<std::string>().size() : value.size()));
    }
    lists_.render = [this](std::span<const Kept> kept) { return Candidate{with(kept).dump(), ""}; };
  }

  const ListsTogether& lists() const { return lists_; }
  const std::string& function() const { return function_; }
  std::size_t number(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
  }
  RemovableList only_list() const {
    RemovableList list;
    list.count = lists_.counts.at(0);
    list.render = [this](const Kept& kept) { return lists_.render({&kept, 1}); };
    return list;
  }
  Json with(std::span<const Kept> kept) const {
    Json fewer = arguments_;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const Json& whole = arguments_[names_[i]];
      Json& part = fewer[names_[i]];
      part = whole.is_string() ? Json("") : Json::array();
      for (const std::uint32_t at : kept[i]) {
        if (whole.is_string()) part = part.get<std::string>() + whole.get<std::string>()[at];
        else part.push_back(whole[at]);
      }
    }
    return fewer;
  }

 private:
  std::string function_;
  Json arguments_;
  std::vector<std::string> names_;
  ListsTogether lists_;
};

struct CallRun {
  Trace tests;
  Json passing;
  Json failing;
};

enum class Begin { kAtOnce, kReproducing };

CallRun run_call(const Call& call, DdOptions options, Begin begin,
                 std::vector<std::size_t> order = {}) {
  FunctionOracle oracle(
      [&](std::string_view text) { return judge_call(call.function(), Json::parse(text)); });
  std::vector<Kept> all;
  for (const std::uint32_t count : call.lists().counts) {
    all.emplace_back(count);
    std::iota(all.back().begin(), all.back().end(), 0U);
  }
  Session session(oracle, call.with(all).dump(), CachePolicy::kAll);
  support::TraceRecorder recorder;
  session.add_observer(&recorder);
  std::vector<DdResult> results;
  if (begin == Begin::kAtOnce) results = {dd(session, call.only_list(), options)};
  else results = dd_in_turns(session, call.lists(), options, order);
  std::vector<Kept> passing, failing;
  for (const DdResult& result : results) {
    passing.push_back(result.passing);
    failing.push_back(result.failing);
  }
  return {recorder.trace, call.with(passing), call.with(failing)};
}

DdOptions book(DdMode mode) { return {.mode = mode, .python_set_order = true}; }

void check_book_trace(const Json& recorded, const std::string& name, DdMode mode, Begin begin) {
  CAPTURE(name);
  const Call call(recorded["function"], recorded["tests"][begin == Begin::kAtOnce ? 1 : 0][0]);
  std::vector<std::size_t> order;
  if (recorded["function"] == "string_error") order = {call.number("s2"), call.number("s1")};
  const CallRun run = run_call(call, book(mode), begin, order);
  Trace expected;
  for (const Json& test : recorded["tests"]) expected.emplace_back(test[0].dump(), test[1]);
  CHECK(support::difference(expected, run.tests) == "");
}

TEST_CASE("general delta debugging gives the book's traces") {
  const Json golden = support::golden("debuggingbook");
  const std::map<std::string, std::pair<DdMode, Begin>> traces = {
      {"dd_minimise_mystery_verbose", {DdMode::kMinimize, Begin::kAtOnce}},
      {"dd_minimise_mystery", {DdMode::kMinimize, Begin::kReproducing}},
      {"dd_minimise_remove_html_markup", {DdMode::kMinimize, Begin::kReproducing}},
      {"dd_minimise_string_error_in_turns", {DdMode::kMinimize, Begin::kReproducing}},
      {"dd_maximise_mystery", {DdMode::kMaximize, Begin::kReproducing}},
      {"dd_difference_mystery", {DdMode::kBoth, Begin::kReproducing}},
  };
  REQUIRE(golden["traces"].size() == traces.size());
  for (const auto& [name, recorded] : golden["traces"].items()) {
    const auto& [mode, begin] = traces.at(name);
    check_book_trace(recorded, name, mode, begin);
  }
}

TEST_CASE("general delta debugging gives the book's results") {
  const Json golden = support::golden("debuggingbook");
  const Json& results = golden["results"];
  const Call mystery("mystery", golden["traces"]["dd_minimise_mystery"]["tests"][0][0]);
  for (const bool python : {false, true}) {
    CAPTURE(python);
    const auto run = [&](const Call& call, DdMode mode) {
      return run_call(call, {mode, python}, Begin::kReproducing);
    };
    CHECK(run(mystery, DdMode::kMinimize).failing["inp"] == results["min"]);
    CHECK(run(mystery, DdMode::kMaximize).passing["inp"] == results["max"]);
    const CallRun both = run(mystery, DdMode::kBoth);
    CHECK(both.passing["inp"] == results["diff"][0]);
    CHECK(both.failing["inp"] == results["diff"][1]);
    for (const char* name : {"list_error", "string_error"}) {
      const Call call(name, results[name]["args"]);
      CHECK(run(call, DdMode::kMinimize).failing == results[name]["min"]);
    }
    const Json& markup = results["remove_html_markup"];
    const Call strip("remove_html_markup", {{"s", markup["input"]}});
    CHECK(run(strip, DdMode::kMinimize).failing["s"] == markup["min"]);
  }
}

TEST_CASE("the strategies are the book's calls on a text") {
  const Json golden = support::golden("debuggingbook");
  const std::map<std::string, std::string> recorded = {{"dd-min", "dd_minimise_mystery"},
                                                       {"dd-max", "dd_maximise_mystery"},
                                                       {"dd-diff", "dd_difference_mystery"}};
  for (const auto& row : recorded) {
    const std::string& name = row.first;
    const std::string& trace = row.second;
    CAPTURE(name);
    const Json& tests = golden["traces"][trace]["tests"];
    FunctionOracle oracle(support::mystery);
    const Pass& strategy = *find_pass(name);
    Session session(oracle, tests[0][0]["inp"].get<std::string>(), strategy.cache);
    support::TraceRecorder recorder;
    session.add_observer(&recorder);
    Problem problem;
    problem.python_set_order = true;
    run_strategy(strategy, session, problem);
    Trace expected;
    for (const Json& test : tests) expected.emplace_back(test[0]["inp"], test[1]);
    CHECK(support::difference(expected, recorder.trace) == "");
  }
}

/// A list of at most ten things; a set of them is tested as a text with their digits.
RemovableList digits(std::uint32_t count) {
  RemovableList list;
  list.count = count;
  list.things = "digits";
  list.render = [](const Kept& kept) {
    Candidate candidate;
    for (const std::uint32_t i : kept) candidate.text += static_cast<char>('0' + i);
    return candidate;
  };
  return list;
}

/// An arbitrary but fixed outcome for each text; the empty text passes and the whole one fails.
support::Judge arbitrary(std::string whole, std::uint32_t seed) {
  return [whole = std::move(whole), seed](std::string_view text) {
    if (text.empty()) return Outcome::kPass;
    if (text == whole) return Outcome::kFail;
    constexpr Outcome kAll[] = {Outcome::kPass, Outcome::kFail, Outcome::kUnresolved};
    return kAll[(hash128(std::string(text) + std::to_string(seed)).low) % 3];
  };
}

struct Found {
  std::string passing;
  std::string failing;
};

Found find(std::uint32_t count, const support::Judge& judge, DdOptions options) {
  const RemovableList list = digits(count);
  FunctionOracle oracle(judge);
  const std::string whole = list.render(keep_all(list)).text;
  Session session(oracle, whole, CachePolicy::kAll);
  const DdResult result = dd(session, list, options);
  const Found found{list.render(result.passing).text, list.render(result.failing).text};
  CHECK(session.best() == (options.mode == DdMode::kMaximize ? whole : found.failing));
  if (options.mode != DdMode::kMinimize) CHECK(session.passing() == found.passing);
  CHECK(result.difference().size() == result.failing.size() - result.passing.size());
  return found;
}

/// Whether one element of the difference can be moved to the other side without changing the
/// outcome.
bool one_can_go_over(const Found& found, const support::Judge& judge, DdMode mode) {
  for (const char thing : found.failing) {
    if (found.passing.find(thing) != std::string::npos) continue;
    std::string less = found.failing;
    less.erase(less.find(thing), 1);
    std::string more = found.passing + thing;
    std::ranges::sort(more);
    if (mode != DdMode::kMaximize && judge(less) == Outcome::kFail) return true;
    if (mode != DdMode::kMinimize && judge(more) == Outcome::kPass) return true;
  }
  return false;
}

TEST_CASE("no single thing of the difference can go over to the other side") {
  const std::uint32_t kSeeds = support::runs(200);
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    CAPTURE(seed);
    const std::uint32_t count = 1 + seed % 10;
    const support::Judge judge = arbitrary(std::string("0123456789").substr(0, count), seed);
    for (const DdMode mode : {DdMode::kMinimize, DdMode::kMaximize, DdMode::kBoth}) {
      for (const bool python : {false, true}) {
        const Found found = find(count, judge, {mode, python});
        CHECK(judge(found.passing) == Outcome::kPass);
        CHECK(judge(found.failing) == Outcome::kFail);
        CHECK_FALSE(one_can_go_over(found, judge, mode));
      }
    }
  }
}

TEST_CASE("the essay's example") {
  FunctionOracle oracle(support::fails_if([](std::string_view text) {
    return text.find('0') != text.npos && text.find('2') != text.npos;
  }));
  Session session(oracle, "012", CachePolicy::kAll);
  support::TraceRecorder recorder;
  session.add_observer(&recorder);
  CHECK(dd(session, digits(3), {}).failing == Kept{0, 2});
  const Trace expected = {{"", "PASS"},   {"012", "FAIL"}, {"01", "PASS"}, {"2", "PASS"},
                          {"12", "PASS"}, {"02", "FAIL"},  {"0", "PASS"}};
  CHECK(support::difference(expected, recorder.trace) == "");
}

TEST_CASE("senseless answers end the search") {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    for (const DdMode mode : {DdMode::kMinimize, DdMode::kMaximize, DdMode::kBoth}) {
      FunctionOracle oracle([&](std::string_view) {
        constexpr Outcome kAll[] = {Outcome::kPass, Outcome::kFail, Outcome::kUnresolved};
        return kAll[random() % 3];
      });
      for (const CachePolicy cache : {CachePolicy::kNone, CachePolicy::kNegative}) {
        Session session(oracle, "0123456789", cache);
        try {
          dd(session, digits(10), {mode, false});
        } catch (const NotPassing&) {
        } catch (const NotFailing&) {
        }
        CHECK(session.counts().committed < 1000);
      }
    }
  }
}

TEST_CASE("each wrong beginning is told apart") {
  const auto always = [](Outcome outcome) {
    return [outcome](std::string_view) { return outcome; };
  };
  const auto run = [](const char* name, const support::Judge& judge) {
    return support::run(name, "ab", judge);
  };
  const auto fails_empty = support::fails_if([](std::string_view text) { return text != "a"; });
  CHECK_THROWS_AS(run("dd-min", always(Outcome::kPass)), NotFailing);
  CHECK_THROWS_AS(run("dd-min", always(Outcome::kUnresolved)), NotReproduced);
  CHECK_THROWS_AS(run("dd-max", always(Outcome::kFail)), NotPassing);
  CHECK_THROWS_AS(run("dd-diff", always(Outcome::kFail)), NotPassing);
  CHECK(run("dd-min", fails_empty).result.empty());
  try {
    run("dd-max", always(Outcome::kFail));
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kNotPassing);
  }
}

TEST_CASE("dd-max begins with a part that passes where the empty text fails") {
  const auto grammar = support::grammar_of(R"json({
    "name": "lists", "start": "list",
    "rules": {"list": "'[' (item % ',')? ']'", "item": ["'1'", "list"]}, "tokens": {},
    "skip": {"SPACE": " +"}
  })json");
  const Parser parser(grammar);
  struct Case {
    std::string input, repaired;
    bool with_grammar;
  };
  for (const Case& one : {Case{"[1,[1,x],1,?]", "[1,[1],1]", true}, Case{"[1,,1]", "[1,1]", true},
                          Case{"[1,[1 x],1]", "[1,[1 ],1]", false}}) {
    CAPTURE(one.input);
    FunctionOracle oracle([&](std::string_view text) {
      return parser.accepts(text) ? Outcome::kPass : Outcome::kFail;
    });
    Session session(oracle, one.input, CachePolicy::kAll);
    Problem problem;
    if (one.with_grammar) problem.parser = std::make_shared<const Parser>(grammar);
    run_dd_max(session, problem);
    REQUIRE(session.passing());
    CHECK(*session.passing() == one.repaired);
  }
}

TEST_CASE("dd itself takes an unresolved whole, and a passing one where only that is wanted") {
  FunctionOracle oracle([](std::string_view text) {
    return text.size() == 3 ? Outcome::kUnresolved : Outcome::kPass;
  });
  Session session(oracle, "012", CachePolicy::kAll);
  CHECK(dd(session, digits(3), {DdMode::kMaximize, false}).passing.size() == 2);
  CHECK_FALSE(session.best_fails());
  FunctionOracle passes([](std::string_view) { return Outcome::kPass; });
  Session other(passes, "012", CachePolicy::kAll);
  CHECK(dd(other, digits(3), {DdMode::kMaximize, false}).passing == Kept{0, 1, 2});
  CHECK_THROWS_AS(dd(other, digits(3), {DdMode::kBoth, false}), NotFailing);
}

TEST_CASE("parts that pass beside failing ones must pass together") {
  const ListsTogether lists = {{2, 2}, [](std::span<const Kept> kept) {
                                 Candidate candidate;
                                 for (const std::uint32_t i : kept[0])
                                   candidate.text += static_cast<char>('a' + i);
                                 for (const std::uint32_t i : kept[1])
                                   candidate.text += static_cast<char>('c' + i);
                                 return candidate;
                               }};
  const auto maximise = [&](const char* also_failing) {
    FunctionOracle oracle(support::fails_if(
        [&](std::string_view text) { return text == "abcd" || text == also_failing; }));
    Session session(oracle, "abcd", CachePolicy::kAll);
    dd_in_turns(session, lists, {DdMode::kMaximize, false});
    return session.passing();
  };
  CHECK(maximise("") == "bd");
  CHECK_THROWS_AS(maximise("bd"), NotPassing);
}

struct Lines : Observer {
  std::string text;
  void on_test(const TestRecord& record) override {
    text += std::string(record.text) + (record.accepted ? " taken\n" : "\n");
  }
  void on_best(const SharedText& best) override { text += "best " + std::string(best) + "\n"; }
  void on_passing(std::string_view passing) override {
    text += "passing " + std::string(passing) + "\n";
  }
};

TEST_CASE("between two texts, with any number of workers") {
  const std::string good = "int a;\nint b = 1;\nint c;\nreturn a;\n";
  const std::string bad = "int a;\nint b = 0;\nint d;\nint e;\nreturn a / b;\n";
  const auto judge = [](std::string_view text) {
    if (text.find("b = 0") != text.npos && text.find("/ b") != text.npos) return Outcome::kFail;
    return text.size() % 7 == 1 ? Outcome::kUnresolved : Outcome::kPass;
  };
  for (const char* strategy : {"dd-min", "dd-max", "dd-diff"}) {
    for (const bool from_nothing : {false, true}) {
      CAPTURE(strategy);
      std::string alone;
      for (const unsigned jobs : {1U, 2U, 8U}) {
        SimulatedOracle oracle(judge, jobs, jobs);
        Judge judging(oracle);
        Session session(judging, bad, CachePolicy::kAll);
        Lines lines;
        session.add_observer(&lines);
        Problem problem;
        if (!from_nothing) problem.passing = good;
        problem.unit = from_nothing ? Unit::kChars : Unit::kTokens;
        run_strategy(*find_pass(strategy), session, problem);
        CHECK(judge(session.best()) == Outcome::kFail);
        const bool looks_for_passing = strategy != std::string("dd-min");
        CHECK(session.passing().has_value() == looks_for_passing);
        if (looks_for_passing) CHECK(judge(*session.passing()) == Outcome::kPass);
        if (jobs == 1) alone = lines.text;
        CHECK(lines.text == alone);
      }
    }
  }
}

TEST_CASE("a passing text that was given must pass") {
  Problem problem;
  problem.passing = "c";
  for (const Outcome outcome : {Outcome::kFail, Outcome::kUnresolved}) {
    FunctionOracle oracle(
        [&](std::string_view text) { return text == "ab" ? Outcome::kFail : outcome; });
    Session session(oracle, "ab", CachePolicy::kAll);
    CHECK_THROWS_AS(run_strategy(*find_pass("dd-diff"), session, problem), NotPassing);
  }
}

}  // namespace
}  // namespace grabr
