// Runs of strategies on trees that check that every new best is smaller than the one before: in
// macro definitions (each counts as one token), then tokens, then bytes, then byte order.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "parse/tokens/tokenize.h"
#include "reduce/strategy.h"
#include "support/grammars.h"
#include "text/hash.h"

namespace grabr::support {

inline std::size_t token_count(const Grammar& grammar, std::string_view text) {
  if (grammar.notation == Notation::kClassic) return text.size();
  const auto tokens = tokenize(grammar, text).tokens;
  return static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [](const Token& token) { return token.text.size() > 0; }));
}

/// Checks that each best is smaller; counts consecutive failing tests that were not accepted.
class SmallerAndSmaller : public Observer {
 public:
  SmallerAndSmaller(const Grammar& grammar, std::string first)
      : grammar_(grammar), last_(std::move(first)) {}

  std::size_t longest_escape = 0;
  std::vector<std::string> accepted;

  void on_test(const TestRecord& record) override {
    if (record.phase == "preflight" || record.result.outcome != Outcome::kFail) return;
    if (record.cached) return;
    escape_ = record.accepted ? 0 : escape_ + 1;
    longest_escape = std::max(longest_escape, escape_);
  }
  void on_best(const SharedText& best) override {
    if (!started_ && best == last_) {
      started_ = true;
      return;
    }
    CAPTURE(last_);
    CAPTURE(std::string(best));
    CHECK(measure(best) < measure(last_));
    last_ = best;
    accepted.push_back(last_);
  }

 private:
  std::tuple<std::size_t, std::size_t, std::size_t, std::string_view> measure(
      std::string_view text) const {
    std::size_t definitions = 0;
    for (std::size_t at = text.find("define"); at != text.npos; at = text.find("define", at + 1)) {
      ++definitions;
    }
    return {definitions, token_count(grammar_, text), text.size(), text};
  }

  const Grammar& grammar_;
  std::string last_;
  bool started_ = false;
  std::size_t escape_ = 0;
};

struct CheckedRun {
  std::string result;
  std::vector<std::string> accepted;
  std::size_t longest_escape = 0;
  std::uint64_t tests = 0;
};

/// A text that does not parse gets its partial tree.
inline CheckedRun checked_run(const std::string& strategy_name,
                              const std::shared_ptr<const Grammar>& grammar,
                              const std::string& text, const FunctionOracle::Function& judge,
                              std::uint64_t max_tests = 20000) {
  const Pass* strategy = find_pass(strategy_name);
  REQUIRE(strategy != nullptr);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(grammar);
  problem.partial = !problem.parser->accepts(text);
  problem.tree =
      problem.partial ? parse_partially(*problem.parser, text).tree : tree_of(grammar, text);
  FunctionOracle oracle(judge);
  Session session(oracle, text, strategy->cache);
  session.stop = StopToken().within({.tests = max_tests});  // throws if reached: the reduction must
                                                            // end before
  SmallerAndSmaller watch(*grammar, text);
  session.add_observer(&watch);
  run_strategy(*strategy, session, problem);
  CHECK(judge(session.best()) == Outcome::kFail);
  return {session.best(), watch.accepted, watch.longest_escape, session.counts().committed};
}

/// Fails for the original and for one in `of` other texts, chosen by hash.
inline FunctionOracle::Function senseless(const std::string& original, unsigned seed, unsigned of) {
  return [=](std::string_view text) {
    const bool fails = text == original || (hash128(text).low + seed) % of == 0;
    return fails ? Outcome::kFail : Outcome::kPass;
  };
}

/// Fails for every text with the same number of tokens as the original.
inline FunctionOracle::Function same_size(const std::shared_ptr<const Grammar>& grammar,
                                          const std::string& original) {
  return [grammar, tokens = token_count(*grammar, original)](std::string_view text) {
    return token_count(*grammar, text) == tokens ? Outcome::kFail : Outcome::kPass;
  };
}

inline FunctionOracle::Function contains_all(std::vector<std::string> parts) {
  return [parts = std::move(parts)](std::string_view text) {
    const bool all = std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
      return text.find(part) != std::string_view::npos;
    });
    return all ? Outcome::kFail : Outcome::kPass;
  };
}

}  // namespace grabr::support
