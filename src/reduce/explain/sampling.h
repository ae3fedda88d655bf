// Generates sentences of an abstract grammar (a result with parts left open), and tests them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "reduce/explain/abstract_grammar.h"
#include "reduce/explain/part.h"

namespace grabr {

struct ExplainOptions {
  std::uint64_t seed = 0;
  std::uint64_t samples = 20;    ///< tests with one part replaced, for each part
  std::uint64_t together = 100;  ///< tests with all parts replaced at once
};

/// Tests the texts and calls `take` with the answers, in the same order, until there are no more
/// texts or `take` returns false; tests still running then do not count. Throws Error if it is
/// stopped or the limit of tests is reached.
using NextText = std::function<std::optional<std::string>()>;
using TakeAnswer = std::function<bool(const TestResult& result)>;
using AskTests = std::function<void(const NextText& next, const TakeAnswer& take)>;

/// A generated sentence.
struct Drawn {
  std::string text;
  std::string start;                             ///< the rule it was generated from
  std::vector<std::optional<RuleItems>> values;  ///< the value of each of the given rules
};

/// Generates sentences that differ in the texts of some given rules.
class Draws {
 public:
  /// Uses the start symbols in turn. Ends after generating `most` sentences, equal ones included.
  Draws(AbstractGrammar& grammar, std::vector<std::string> starts, std::vector<std::string> rules,
        std::uint64_t seed, std::uint64_t most);

  /// Skips sentences in which the first rule has this value.
  void leave_out(RuleItems value) { left_out_ = std::move(value); }

  /// The next sentence; nothing if no further one was found.
  std::optional<Drawn> next();

 private:
  AbstractGrammar& grammar_;
  std::vector<std::string> starts_;
  std::vector<std::string> rules_;
  std::uint64_t seed_;
  std::uint64_t most_;
  std::uint64_t drawn_ = 0;
  std::optional<RuleItems> left_out_;
  std::vector<Drawn> seen_;
};

/// The results of testing generated sentences.
struct Sampled {
  Tally tally;
  std::optional<Drawn> miss;  ///< the first sentence that did not fail
};

/// Tests sentences until `wanted` have an answer or one does not fail. Unresolved ones are counted
/// apart.
Sampled sample(Draws& draws, std::uint64_t wanted, const AskTests& ask);

/// The answer for a single text.
Outcome ask_one(const std::string& text, const AskTests& ask);

}  // namespace grabr
