// The fast engine against the reference where conflicts are nested hundreds deep. There the engine
// looks for reductions that lead nowhere before it applies them (Engine::one_that_goes_on).
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "support/agreement.h"
#include "support/grammars.h"
#include "support/random_text.h"

namespace grabr {
namespace {

/// An else may belong to any `i` that has none yet; a `b` must have one; a block closes all that
/// are open.
const char* kUnitStatements = R"json({
  "<start>": ["<s>", "<start><s>"],
  "<s>": ["i<s>", "i<s>e<s>", "b<s>e<s>", "{<start>}", "s", "<x>;"],
  "<x>": ["x", "<x>?<x>:<x>", "(<x>)", "(<x>)<x>"],
  "ebnf": false})json";

/// `count` links; each is equal to the one before with probability 7/8.
std::string links(std::initializer_list<std::string_view> kinds, int count,
                  const support::Choices& below) {
  const auto any = [&] { return kinds.begin()[below(static_cast<std::uint32_t>(kinds.size()))]; };
  std::string text;
  std::string_view link = any();
  for (int i = 0; i < count; ++i) {
    if (below(8) == 0) link = any();
    text += link;
  }
  return text;
}

/// Nested statements; the innermost are blocks or an expression.
std::string chain(const support::Choices& below) {
  const std::string statements = links({"ise", "i", "bse", "iise"}, 100, below);
  if (below(2) == 0) return statements + std::string(50, '{') + "s" + std::string(50, '}');
  const std::string expression = links({"x?x:", "x?(x):", "("}, 100, below);
  std::string text = statements + expression + "x";
  for (std::size_t i = expression.size(); i-- > 0;) {
    if (expression[i] == '(' && expression.compare(i, 3, "(x)") != 0) text += ")";
  }
  return text + ";";
}

/// The text with one character removed, or with one replaced, or unchanged.
std::string damaged(std::string text, const support::Choices& below) {
  if (below(2) == 0) return text;
  const std::size_t at = below(static_cast<std::uint32_t>(text.size()));
  if (below(2) == 0) text.erase(at, 1);
  else text[at] = "ibes{}x?:;()"[below(12)];
  return text;
}

TEST_CASE("both engines agree on long chains of conflicts") {
  const Parser parser(support::grammar_of(kUnitStatements));
  const support::Choices below = support::seeded_choices(7);
  int accepted = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string text = damaged(chain(below), below);
    CAPTURE(text);
    CHECK(support::disagreement(parser, text) == "");
    if (parser.accepts(text)) ++accepted;
  }
  CHECK(accepted >= 5);
}

TEST_CASE("a chain of statements with and without else") {
  const Parser parser(support::grammar_of(kUnitStatements));
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "ise";
  CHECK(parser.accepts(text + "s"));
  CHECK_FALSE(parser.accepts(text + "ses"));
}

}  // namespace
}  // namespace grabr
