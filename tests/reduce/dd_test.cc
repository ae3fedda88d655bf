#include "reduce/dd.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "oracle/simulated_oracle.h"
#include "support/golden.h"
#include "support/sanitized.h"

namespace grabr {
namespace {

using support::Json;
using support::Trace;

/// The chapter's remover of markup, with its bug: quotes count outside of tags, too.
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
  if (function == "string_error") return failing_if(text("s2").find(text("s1")) != std::string::npos);
  REQUIRE(function == "list_error");
  const auto length = [&](const char* name) { return arguments[name].size(); };
  return failing_if(!(length("l1") < length("l2") &&
                      length("l2") < arguments["maxlen"].get<std::size_t>()));
}

/// The arguments of a call as lists; a candidate is a call with fewer elements in them, as JSON.
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
  FunctionOracle oracle([&](std::string_view text) {
    return judge_call(call.function(), Json::parse(text));
  });
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
  const Call call(recorded["function"], recorded["tests"][1][0].size() == 0
                                            ? Json()
                                            : recorded["tests"][begin == Begin::kAtOnce ? 1 : 0][0]);
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
  for (const auto& [name, trace] : recorded) {
    CAPTURE(name);
    const Json& tests = golden["traces"][trace]["tests"];
    FunctionOracle oracle(support::mystery);
    const Strategy& strategy = *find_strategy(name);
    Session session(oracle, tests[0][0]["inp"], strategy.cache);
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

}  // namespace
}  // namespace grabr
