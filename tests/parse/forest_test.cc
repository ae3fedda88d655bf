#include "parse/earley/forest.h"

#include <doctest/doctest.h>

#include "parse/earley/reading.h"
#include "support/grammars.h"

namespace grabr {
namespace {

/// Checks the ways to split a symbol over the whole text.
void check_splits(const char* json, const std::string& text, const std::string& symbol,
                  const std::string& expected) {
  CAPTURE(json);
  CAPTURE(text);
  const auto grammar = support::grammar_of(json);
  const Parser parser(grammar);
  const Reading reading = parser.read(text);
  REQUIRE(reading.accepted);
  const auto size = static_cast<std::uint32_t>(text.size());
  Forest forest(reading.chart);
  std::string found;
  for (const std::uint32_t rule : forest.rules(grammar->find(symbol), 0, size)) {
    const Splits splits(forest, rule, 0, size);
    bool first = true;
    splits.for_each([&](const std::vector<std::uint32_t>& ends) {
      if (first) CHECK(ends == splits.first());
      first = false;
      found += "#" + std::to_string(forest.grammar().rules[rule].alternative);
      for (const std::uint32_t at : ends) found += " " + std::to_string(at);
      found += "\n";
      return true;
    });
  }
  CHECK(found == expected);
}

TEST_CASE("splits come longest part first") {
  check_splits(R"({"<start>": ["<E>+<E>", "n"], "<E>": ["<E>+<E>", "n"]})", "n+n+n", "<start>",
               "#0 3 4 5\n#0 1 2 5\n");
  check_splits(R"({"<start>": ["<a><a><a>", "<a>b"], "<a>": ["", "b", "bb"]})", "bb", "<start>",
               "#0 2 2 2\n#0 1 2 2\n#0 1 1 2\n#0 0 2 2\n#0 0 1 2\n#0 0 0 2\n#1 1 2\n");
  check_splits(R"({"<start>": ["x<start>", "<start>y", ""]})", "xy", "<start>", "#0 1 2\n#1 1 2\n");
  check_splits(R"({"<start>": ["<x>ab<x>"], "<x>": ["", "ab", "abab"]})", "ababab", "<start>",
               "#0 4 5 6 6\n#0 2 3 4 6\n#0 0 1 2 6\n");
  check_splits(R"({"<start>": [""]})", "", "<start>", "#0\n");
}

TEST_CASE("a part is only as long as the others let it be") {
  check_splits(R"({"<start>": ["<l><r>c"], "<l>": ["a<l>", ""], "<r>": ["<r>b", "a"]})", "aaabbc",
               "<start>", "#0 2 5 6\n");
}

TEST_CASE("of the ways to share a span, those of least height come first") {
  const auto grammar = support::grammar_of(R"({"<start>": ["<a><a>"], "<a>": ["", "x", "xx"]})");
  const Parser parser(grammar);
  const Reading reading = parser.read("xx");
  Forest forest(reading.chart);
  Splits splits(forest, forest.rules(grammar->start, 0, 2)[0], 0, 2);
  CHECK(splits.first() == std::vector<std::uint32_t>{2, 2});
  splits.order([](std::uint32_t part, const Splits::Edge& edge) -> std::uint32_t {
    if (edge.to - edge.from < 2) return 0;
    return part == 0 ? 3 : 1;
  });
  std::vector<std::uint32_t> first_ends;
  splits.for_each([&](const std::vector<std::uint32_t>& ends) {
    first_ends.push_back(ends[0]);
    return true;
  });
  CHECK(first_ends == std::vector<std::uint32_t>{1, 0, 2});
  CHECK(splits.height() == 0);
}

}  // namespace
}  // namespace grabr
