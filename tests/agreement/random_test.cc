// The fast engine against the reference on random pairs of a grammar and a text: every kind of
// support/random_grammar.h; sentences, broken sentences and random strings; the whole text as the
// start symbol or as another one; the documented choice of a tree or the book's.
// GRABR_AGREEMENT_PAIRS sets how many pairs are tried.
#include <doctest/doctest.h>

#include <cstdlib>
#include <iterator>
#include <string>

#include "support/agreement.h"
#include "support/build.h"
#include "support/random_grammar.h"
#include "support/random_text.h"

namespace grabr {
namespace {

const long kPairs = support::runs(50'000);
constexpr long kTextsPerGrammar = 16;

/// Counts what was tried, so that the test cannot silently test nothing. For each kind on which the
/// engines differ, one pair is shown.
struct Tally {
  long accepted = 0;
  long refused = 0;
  bool differs = false;
};

void report(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
            const ParseOptions& options) {
  const auto wrong = [&](const support::Pair& pair) {
    return !support::disagreement(Parser(pair.grammar), pair.text, options).empty();
  };
  const support::Pair pair = support::shrunk({grammar, text}, wrong);
  const std::string start =
      options.start == kNoSymbol ? "" : " from " + grammar->symbols[options.start].name;
  const bool book = options.choice == ParseOptions::Choice::kBook;
  const std::string message = "the engines differ" + start + (book ? ", the book's choice," : "") +
                              " on " + support::shown({grammar, text}) +
                              "shrunk: " + support::shown(pair) +
                              support::disagreement(Parser(pair.grammar), pair.text, options);
  FAIL_CHECK(message);
}

void check_grammar(const std::shared_ptr<const Grammar>& grammar, const support::Choices& below,
                   Tally& tally) {
  const Parser parser(grammar);
  support::RandomTexts texts(*grammar, below);
  for (long k = 0; k < kTextsPerGrammar; ++k) {
    ParseOptions options;
    if (k % 4 == 3) options.start = below(static_cast<std::uint32_t>(grammar->rules.size()));
    if (k % 8 == 6) options.choice = ParseOptions::Choice::kBook;
    const std::string text =
        texts.next(options.start == kNoSymbol ? grammar->start : options.start);
    if (!support::disagreement(parser, text, options).empty()) {
      tally.differs = true;
      return report(grammar, text, options);
    }
    ++(parser.accepts(text, options) ? tally.accepted : tally.refused);
  }
}

TEST_CASE("both engines agree on random grammars and texts") {
  const char* wanted = std::getenv("GRABR_AGREEMENT_PAIRS");
  const long pairs = wanted != nullptr ? std::atol(wanted) : kPairs;
  const support::Choices below = support::seeded_choices(20261121);
  support::RandomGrammars grammars(below);
  Tally tally[std::size(support::kGrammarKinds)];
  for (long i = 0; i * kTextsPerGrammar < pairs; ++i) {
    const std::size_t kind = static_cast<std::size_t>(i) % std::size(tally);
    if (tally[kind].differs) continue;
    check_grammar(grammars.next(support::kGrammarKinds[kind]), below, tally[kind]);
  }
  for (std::size_t kind = 0; kind < std::size(tally); ++kind) {
    INFO(support::kGrammarKinds[kind].name << ": " << tally[kind].accepted << " accepted, "
                                           << tally[kind].refused << " refused");
    if (tally[kind].differs) continue;
    const long all = tally[kind].accepted + tally[kind].refused;
    CHECK(10 * tally[kind].accepted >= all);
    CHECK(10 * tally[kind].refused >= all);
  }
}

}  // namespace
}  // namespace grabr
