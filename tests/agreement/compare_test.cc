// The comparison of engines itself: it must notice each kind of difference, and shrink what it
// finds.
#include <doctest/doctest.h>

#include "support/agreement.h"
#include "support/grammars.h"
#include "support/random_grammar.h"

namespace grabr {
namespace {

using support::difference;

const char* kAmbiguous =
    R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "<e>+<e>+<e>", "1"], "ebnf": false})";
const char* kSum = R"({"<start>": ["1+1", "1-1"]})";

ParseResult parsed(const char* grammar, std::string_view text, const ParseOptions& options = {}) {
  return Parser(support::grammar_of(grammar)).parse(text, options);
}

TEST_CASE("equal results have no difference") {
  for (const char* text : {"1", "1+1+1", "1+", ""}) {
    CHECK(difference(parsed(kAmbiguous, text), parsed(kAmbiguous, text)) == "");
  }
}

TEST_CASE("another tree, verdict, place or expected set is a difference") {
  const ParseOptions book{.choice = ParseOptions::Choice::kBook};
  CHECK(difference(parsed(kAmbiguous, "1+1+1"), parsed(kAmbiguous, "1+1+1", book)) != "");
  CHECK(difference(parsed(kAmbiguous, "1+1"), parsed(kAmbiguous, "1+")) != "");
  CHECK(difference(parsed(kSum, "1x"), parsed(kSum, "1+x")) != "");
  CHECK(difference(parsed(kSum, "1x"), parsed(kSum, "1")) != "");
  CHECK(difference(parsed(kSum, "1x"), parsed(R"({"<start>": ["1+1"]})", "1x")) != "");
  CHECK(difference(parsed(kSum, "1x"), parsed(R"({"<start>": ["1-1", "1+1"]})", "1x")) == "");
}

TEST_CASE("a pair shrinks to what is needed") {
  support::RandomGrammars random(support::seeded_choices(1));
  support::Pair pair{random.next(support::grammar_kind("large")), "aabbaabcdacb"};
  const auto wrong = [](const support::Pair& candidate) {
    return candidate.text.find('c') != std::string::npos;
  };
  REQUIRE(pair.grammar->rules.size() > 1);
  pair = support::shrunk(pair, wrong);
  CHECK(pair.text == "c");
  for (const Rule& rule : pair.grammar->rules) {
    CHECK(rule.alternatives.size() == 1);
    CHECK(rule.alternatives[0].body.parts.empty());
  }
  CHECK(support::shown(pair).starts_with("'c' with\n"));
}

}  // namespace
}  // namespace grabr
