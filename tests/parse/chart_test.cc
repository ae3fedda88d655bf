#include "parse/earley/chart.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "parse/ambiguity/chart_dump.h"
#include "parse/earley/reading.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// Checks the chart of a text for classic rules; the symbol of the first rule is <s>.
void check_chart(const std::string& rules, const std::string& text, const std::string& chart) {
  CAPTURE(rules);
  CAPTURE(text);
  const Parser parser(
      support::grammar_of(R"({"<start>": ["<s>"], )" + rules + R"(, "ebnf": false})"));
  CHECK(dump_chart(parser, text) == chart);
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
  const auto check = [&](const std::string& text, bool accepted, std::uint32_t read) {
    CAPTURE(text);
    const Reading reading = parser.read(text);
    CHECK(reading.accepted == accepted);
    CHECK(reading.chart.size() == read);
  };
  check("ab", true, 2);
  check("aab", true, 3);
  check("a", false, 1);
  check("b", false, 0);
  check("aba", false, 2);
  check("", false, 0);
}

/// Checks that the last sets are equal, and that each earlier set lists the items that wait for a
/// nonterminal, by nonterminal.
void check_kept(const Chart& all, const Chart& waiting) {
  const LoweredGrammar& grammar = all.grammar();
  const std::uint32_t last = all.size();
  REQUIRE(waiting.size() == last);
  CHECK(std::ranges::equal(waiting.set(last), all.set(last)));
  for (std::uint32_t set = last - std::min(last, 3u); set < last; ++set) {
    const auto next = [&](const Item& item) { return grammar.after_dot[item.dotted]; };
    std::vector<Item> expected;
    for (const Item& item : all.set(set)) {
      const bool ends = next(item) == LoweredGrammar::kEnd;
      if (!ends && !grammar.terminal(next(item))) expected.push_back(item);
    }
    std::ranges::stable_sort(expected, {}, next);
    CHECK(std::ranges::equal(waiting.set(set), expected));
  }
}

/// Pushes and pops tokens at random; the chart must always equal a fresh one of the same tokens.
void check_going_back(const std::string& rules, const std::string& alphabet, std::uint32_t seed) {
  CAPTURE(rules);
  const Parser parser(support::grammar_of(rules));
  const LoweredId byte = parser.lowered().first_byte;
  std::mt19937 random(seed);
  const TerminalSets sets(parser.lowered());
  Chart waiting = parser.viable_prefix();
  std::string read;
  for (int step = 0; step < 2000; ++step) {
    if (random() % 5 == 0) {
      read.resize(random() % (read.size() + 1));
      waiting.pop_to(static_cast<std::uint32_t>(read.size()));
    }
    const char next = alphabet[random() % alphabet.size()];
    CAPTURE(read);
    CAPTURE(next);
    const bool fits = waiting.push(byte + static_cast<unsigned char>(next));
    CHECK(fits == (parser.read(read + next).chart.size() == read.size() + 1));
    if (fits) read += next;
    Chart all(parser.lowered(), parser.grammar().start, &sets, 1 << 24, Chart::Keep::kAll);
    for (const char c : read) REQUIRE(all.push(byte + static_cast<unsigned char>(c)));
    CHECK(all.complete() == parser.accepts(read));
    CHECK(waiting.complete() == all.complete());
    check_kept(all, waiting);
  }
}

TEST_CASE("tokens taken back leave no trace") {
  check_going_back(R"({"<start>": ["<s>"], "<s>": ["", "(<s>)<s>", "a"]})", "()a", 1);
  check_going_back(R"({"<start>": ["<e>"], "<e>": ["<e>+<e>", "<e>*<e>", "n", "<e>?"]})", "n+*?",
                   2);
  check_going_back(R"({"<start>": ["<a>"], "<a>": ["<b><a>x", "y"], "<b>": ["", "b", "<a>"]})",
                   "bxy", 3);
}

TEST_CASE("without memory nothing is read") {
  const Parser parser(support::grammar_of(R"({"<start>": ["a<start>", ""]})"));
  ParseOptions little;
  little.max_memory = 64;
  Chart chart = parser.viable_prefix(little);
  const LoweredId a = parser.lowered().first_byte + 'a';
  std::uint32_t read = 0;
  while (read < 100 && chart.push(a)) ++read;
  CHECK(read < 10);
  CHECK(chart.out_of_memory());
  chart.pop_to(0);
  CHECK(chart.push(a));
}

}  // namespace
}  // namespace grabr
