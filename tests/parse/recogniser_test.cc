// Parser::accepts on texts that are nearly alike, against a parse of each.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "parse/parser.h"
#include "support/grammars.h"
#include "support/random_grammar.h"
#include "text/units.h"

namespace grabr {
namespace {

const char* const kPlain = R"json({
  "name": "plain", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["expression ';'", "'if' '(' expression ')' statement ('else' statement)?",
                  "'{' statement* '}'", "TYPE NAME ';'", "NAME NAME ';'"],
    "expression": "cast % ('*' | '+')",
    "cast": ["'(' NAME ')' cast", "operand"],
    "operand": ["NAME", "'(' expression ')'"]
  },
  "tokens": {"TYPE": "int|char", "NAME": "[a-z]+"},
  "skip": {"SPACE": "[ \\n]+"}
})json";

const char* const kAmbiguous = R"json({
  "name": "ambiguous", "start": "e", "rules": {"e": ["e e", "'a'"]}
})json";

bool parses(const Parser& parser, const std::string& text) {
  return std::holds_alternative<Tree>(parser.parse(text));
}

TEST_CASE("texts without one or two of their tokens are accepted if they parse") {
  const std::string text =
      "a; if (a) { b; (c) * d + e; } else if (f) g; int h; { i j; (k) (l); (m * n) + o; }";
  const Parser parser(support::grammar_of(kPlain));
  const std::vector<Span> units = split_units(text, Unit::kTokens);
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (std::size_t k = i; k < units.size(); ++k) {
      std::string shorter = text;
      shorter.erase(units[k].begin, units[k].size());
      if (k != i) shorter.erase(units[i].begin, units[i].size());
      CAPTURE(shorter);
      const bool sentence = parses(parser, shorter);
      CHECK(parser.accepts(shorter) == sentence);
      accepted += sentence ? 1 : 0;
    }
  }
  CHECK(accepted >= 50);
}

TEST_CASE("what can be read in very many ways is left to the engine") {
  const Parser parser(support::grammar_of(kAmbiguous));
  std::string text(120, 'a');
  CHECK(parser.accepts(text));
  CHECK(!parser.accepts(text + "b"));
  CHECK(parser.accepts("aa"));
  CHECK(!parser.accepts(""));
}

TEST_CASE("what is kept does not grow with the texts asked about") {
  const Parser parser(support::grammar_of(kPlain));
  const support::Choices below = support::seeded_choices(7);
  const std::vector<std::string> pieces = {"{", "}", "a",   "(",    ")",
                                           ";", "+", "if ", "int ", "else "};
  std::string deep;
  for (int i = 0; i < 400; ++i) {
    deep += below(2) == 0 ? "{" : "if (a) ";
    std::string text = deep;
    for (int k = 0; k < 200; ++k) text += pieces[below(static_cast<std::uint32_t>(pieces.size()))];
    CHECK(parser.accepts(text) == parses(parser, text));
    text = deep + "a;" + std::string(static_cast<std::size_t>(std::ranges::count(deep, '{')), '}');
    CHECK(parser.accepts(text));
  }
}

}  // namespace
}  // namespace grabr
