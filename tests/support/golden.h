// Recorded runs of the books' reducers: the files of tests/golden, the oracles they name, and runs
// of our strategies in the same form.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/strategy.h"
#include "support/grammars.h"

namespace grabr::support {

using Json = nlohmann::json;

Json golden(const std::string& name);

/// Text and outcome ("FAIL", "PASS", "UNRESOLVED") of each test, in order.
using Trace = std::vector<std::pair<std::string, std::string>>;

inline Trace trace_of(const Json& tests) {
  Trace trace;
  for (const Json& test : tests) trace.emplace_back(test[0], test[1]);
  return trace;
}

inline std::string upper_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFail: return "FAIL";
    case Outcome::kPass: return "PASS";
    case Outcome::kUnresolved: break;
  }
  return "UNRESOLVED";
}

using Judge = FunctionOracle::Function;

inline Judge fails_if(std::function<bool(std::string_view)> condition) {
  return [condition = std::move(condition)](std::string_view text) {
    return condition(text) ? Outcome::kFail : Outcome::kPass;
  };
}

/// The chapter's MysteryRunner: a "(" before a ")".
inline Outcome mystery(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')');
  const bool fails = open != text.npos && close != text.npos && open < close;
  return fails ? Outcome::kFail : Outcome::kPass;
}

/// The condition that an "oracle" object of a golden file describes.
Judge judge_of(const Json& oracle);

/// A text that does not parse is unresolved; else `judge` decides.
inline Judge unless_unparsable(std::shared_ptr<const Parser> parser, Judge judge) {
  return [parser = std::move(parser), judge = std::move(judge)](std::string_view text) {
    return parser->accepts(text) ? judge(text) : Outcome::kUnresolved;
  };
}

struct Run {
  Trace tests;  ///< only those of the algorithm: no check before it, no cached answers
  std::string result;
  TestCounts counts;
};

class TraceRecorder : public Observer {
 public:
  Trace trace;
  void on_test(const TestRecord& record) override {
    if (record.cached || record.phase == "preflight") return;
    trace.emplace_back(record.text, upper_name(record.result.outcome));
  }
};

inline Run run(const std::string& strategy_name, const std::string& input, const Judge& judge,
               const std::shared_ptr<const Parser>& parser = nullptr) {
  const Pass* strategy = find_pass(strategy_name);
  REQUIRE(strategy != nullptr);
  Problem problem;
  if (parser != nullptr) {
    problem.parser = parser;
    ParseOptions options;
    options.choice = strategy->choice;
    ParseResult parsed = parser->parse(input, options);
    INFO(input);
    REQUIRE(std::holds_alternative<Tree>(parsed));
    problem.tree = std::get<Tree>(std::move(parsed));
  }
  FunctionOracle oracle(judge);
  Session session(oracle, input, strategy->cache);
  TraceRecorder recorder;
  session.add_observer(&recorder);
  run_strategy(*strategy, session, problem);
  return {recorder.trace, session.best(), session.counts()};
}

/// A line for each test: "F text" when it failed, "P text" when it passed.
inline std::string show(const Trace& trace) {
  std::string lines;
  for (const auto& [text, outcome] : trace) lines += outcome.substr(0, 1) + " " + text + "\n";
  return lines;
}

/// The first difference of two traces, or "".
inline std::string difference(const Trace& expected, const Trace& actual) {
  for (std::size_t i = 0; i < std::max(expected.size(), actual.size()); ++i) {
    const auto show = [i](const Trace& trace) {
      return i < trace.size() ? trace[i].second + " '" + trace[i].first + "'" : "nothing";
    };
    if (show(expected) != show(actual)) {
      return "test " + std::to_string(i + 1) + ": expected " + show(expected) + ", was " +
             show(actual);
    }
  }
  return "";
}

}  // namespace grabr::support
