// Draws sentences of a grammar of texts like a result, and has them tested.
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
  std::uint64_t samples = 20;    ///< of each part
  std::uint64_t together = 100;  ///< of all parts at once
};

/// Tests one text after the other, and hands out the answers in that order, until there are no more
/// texts or `take` returns false: what is under way then does not count. Throws Error when it is to
/// stop or may not test any more.
using NextText = std::function<std::optional<std::string>()>;
using TakeAnswer = std::function<bool(const TestResult& result)>;
using AskTests = std::function<void(const NextText& next, const TakeAnswer& take)>;

/// A sentence that was drawn.
struct Drawn {
  std::string text;
  std::string start;                             ///< the rule
  std::vector<std::optional<RuleItems>> values;  ///< of the rules that were asked for
};

/// Draws different sentences of a rule: different in what stands for some of its rules.
class Draws {
 public:
  /// From the start symbols in turns. Ends after `most` draws.
  Draws(AbstractGrammar& grammar, std::vector<std::string> starts, std::vector<std::string> rules,
        std::uint64_t seed, std::uint64_t most);

  /// Sentences with this in place of the first rule do not count.
  void leave_out(RuleItems value) { left_out_ = std::move(value); }

  /// Nothing: there are no others, or none was found.
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

/// What came of tests of such sentences.
struct Sampled {
  Tally tally;
  std::optional<Drawn> miss;  ///< the first that did not fail
};

/// Tests up to `wanted` of them, as many as the test answers, and ends with the first that does not
/// fail.
Sampled sample(Draws& draws, std::uint64_t wanted, const AskTests& ask);

/// The answer for a single text.
Outcome ask_one(const std::string& text, const AskTests& ask);

}  // namespace grabr
