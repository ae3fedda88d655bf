#include "parse/earley/chart_builder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "parse/earley/completions.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// Checks that the last sets are equal, and that each earlier set lists the items that wait for a
/// nonterminal, by nonterminal.
void check_kept(const Chart& all, const Chart& waiting) {
  const LoweredGrammar& grammar = all.grammar();
  const std::uint32_t last = all.set_count() - 1;
  REQUIRE(waiting.set_count() == all.set_count());
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

/// Pushes and pops tokens at random; the chart must always equal a fresh chart of the same tokens.
void check_going_back(const std::string& rules, const std::string& alphabet, std::uint32_t seed) {
  CAPTURE(rules);
  const Parser parser(support::grammar_of(rules));
  const LoweredId byte = parser.lowered().first_byte;
  std::mt19937 random(seed);
  ChartBuilder builder = parser.chart_builder();
  ChartBuilder waiting = parser.chart_builder({}, false);
  std::string read;
  for (int step = 0; step < 2000; ++step) {
    if (random() % 5 == 0) {
      read.resize(random() % (read.size() + 1));
      builder.pop_to(static_cast<std::uint32_t>(read.size()));
      waiting.pop_to(static_cast<std::uint32_t>(read.size()));
    }
    const char next = alphabet[random() % alphabet.size()];
    CAPTURE(read);
    CAPTURE(next);
    const bool fits = builder.push(byte + static_cast<unsigned char>(next));
    CHECK(fits == (parser.read(read + next).chart.set_count() == read.size() + 2));
    REQUIRE(waiting.push(byte + static_cast<unsigned char>(next)) == fits);
    if (fits) read += next;
    REQUIRE(builder.size() == read.size());
    CHECK(builder.complete() == parser.accepts(read));
    CHECK(builder.chart().set_count() == read.size() + 1);
    CHECK(waiting.complete() == builder.complete());
    check_kept(builder.chart(), waiting.chart());
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
  ChartBuilder builder = parser.chart_builder(little);
  const LoweredId a = parser.lowered().first_byte + 'a';
  std::uint32_t read = 0;
  while (read < 100 && builder.push(a)) ++read;
  CHECK(read < 10);
  CHECK(builder.chart().out_of_memory());
  builder.pop_to(0);
  CHECK(builder.push(a));
}

}  // namespace
}  // namespace grabr
