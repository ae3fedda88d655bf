#include "parse/earley/chart.h"

#include <doctest/doctest.h>

#include "parse/ambiguity/chart_dump.h"
#include "parse/earley/completions.h"
#include "support/grammars.h"

namespace grabr {
namespace {

ParseOptions reference() {
  ParseOptions options;
  options.engine = ParseOptions::Engine::kReference;
  return options;
}

/// Checks the chart of a text for classic rules; the symbol of the first rule is <s>.
void check_chart(const std::string& rules, const std::string& text, const std::string& chart) {
  CAPTURE(rules);
  CAPTURE(text);
  const Parser parser(
      support::grammar_of(R"({"<start>": ["<s>"], )" + rules + R"(, "ebnf": false})"));
  CHECK(dump_chart(parser, text, reference()) == chart);
}

TEST_CASE("the fast engine's chart: states, where they began, what they stand for") {
  const Parser parser(support::grammar_of(R"({"<start>": ["<s>"], "<s>": ["a<s>", "a"]})"));
  CHECK(dump_chart(parser, "aa") ==
        "set 0\n"
        "  state 0\n"
        "set 1\n"
        "  state 2 ← state 0 (0)\n"
        "    <s> ::= 'a' • <s>\n"
        "    <s> ::= 'a' •\n"
        "set 2\n"
        "  state 2 ← state 2 (1)\n"
        "    <s> ::= 'a' • <s>\n"
        "    <s> ::= 'a' •\n"
        "  state 5 ← state 2 (1)\n"
        "    <s> ::= 'a' <s> •\n"
        "  state 3 ← state 0 (0)\n"
        "    <start> ::= <s> •\n"
        "  state 1 ← state 0 (0)\n");
}

TEST_CASE("right recursion: every open list waits, and all are completed at the end") {
  check_chart(R"("<s>": ["a<s>", "a"])", "aa",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • \"a\" <s>  (0)\n"
              "  <s> → • \"a\"  (0)\n"
              "set 1, before \"a\"\n"
              "  <s> → \"a\" • <s>  (0)\n"
              "  <s> → \"a\" •  (0)\n"
              "  <s> → • \"a\" <s>  (1)\n"
              "  <s> → • \"a\"  (1)\n"
              "  <start> → <s> •  (0)\n"
              "set 2, at the end\n"
              "  <s> → \"a\" • <s>  (1)\n"
              "  <s> → \"a\" •  (1)\n"
              "  <s> → • \"a\" <s>  (2)\n"
              "  <s> → • \"a\"  (2)\n"
              "  <s> → \"a\" <s> •  (0)\n"
              "  <start> → <s> •  (0)\n");
}

TEST_CASE("left recursion: a set has the same few items however long the list is") {
  check_chart(R"("<s>": ["<s>a", "a"])", "aa",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • <s> \"a\"  (0)\n"
              "  <s> → • \"a\"  (0)\n"
              "set 1, before \"a\"\n"
              "  <s> → \"a\" •  (0)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <s> • \"a\"  (0)\n"
              "set 2, at the end\n"
              "  <s> → <s> \"a\" •  (0)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <s> • \"a\"  (0)\n");
}

TEST_CASE("an empty symbol is predicted and stepped over at once") {
  check_chart(R"("<s>": ["<e><e>a"], "<e>": [""])", "a",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • <e> <e> \"a\"  (0)\n"
              "  <e> → •  (0)\n"
              "  <s> → <e> • <e> \"a\"  (0)\n"
              "  <s> → <e> <e> • \"a\"  (0)\n"
              "set 1, at the end\n"
              "  <s> → <e> <e> \"a\" •  (0)\n"
              "  <start> → <s> •  (0)\n");
}

TEST_CASE("hidden left recursion: <s> begins with itself behind an empty symbol") {
  check_chart(R"("<s>": ["<e><s>b", "a"], "<e>": [""])", "ab",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • <e> <s> \"b\"  (0)\n"
              "  <s> → • \"a\"  (0)\n"
              "  <e> → •  (0)\n"
              "  <s> → <e> • <s> \"b\"  (0)\n"
              "set 1, before \"b\"\n"
              "  <s> → \"a\" •  (0)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <e> <s> • \"b\"  (0)\n"
              "set 2, at the end\n"
              "  <s> → <e> <s> \"b\" •  (0)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <e> <s> • \"b\"  (0)\n");
}

TEST_CASE("an ambiguous text completes <s> in a set once for each place where it may begin") {
  check_chart(R"("<s>": ["<s><s>", "a"])", "aa",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • <s> <s>  (0)\n"
              "  <s> → • \"a\"  (0)\n"
              "set 1, before \"a\"\n"
              "  <s> → \"a\" •  (0)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <s> • <s>  (0)\n"
              "  <s> → • <s> <s>  (1)\n"
              "  <s> → • \"a\"  (1)\n"
              "set 2, at the end\n"
              "  <s> → \"a\" •  (1)\n"
              "  <s> → <s> <s> •  (0)\n"
              "  <s> → <s> • <s>  (1)\n"
              "  <start> → <s> •  (0)\n"
              "  <s> → <s> • <s>  (0)\n"
              "  <s> → • <s> <s>  (2)\n"
              "  <s> → • \"a\"  (2)\n");
}

TEST_CASE("the chart ends with the last set that has an item") {
  check_chart(R"("<s>": ["ab"])", "axb",
              "set 0, before \"a\"\n"
              "  <start> → • <s>  (0)\n"
              "  <s> → • \"a\" \"b\"  (0)\n"
              "set 1, before \"x\"\n"
              "  <s> → \"a\" • \"b\"  (0)\n");
}

TEST_CASE("accepted: all tokens are read and the start is complete from the first on") {
  const Parser parser(support::grammar_of(R"({"<start>": ["a<x>"], "<x>": ["<start>", "b"]})"));
  const auto check = [&](const std::string& text, bool accepted, std::uint32_t sets) {
    CAPTURE(text);
    const Reading reading = parser.read(text);
    CHECK(reading.chart.accepted() == accepted);
    CHECK(reading.chart.set_count() == sets);
  };
  check("ab", true, 3);
  check("aab", true, 4);
  check("a", false, 2);
  check("b", false, 1);
  check("aba", false, 3);
  check("", false, 1);
}

}  // namespace
}  // namespace grabr
