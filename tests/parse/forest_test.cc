#include "parse/earley/forest.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "parse/ambiguity/counts.h"
#include "parse/earley/completions.h"
#include "support/grammars.h"

namespace grabr {
namespace {

constexpr std::uint32_t kWidth = 3;  // width of each token in the logs below

/// The log of a parser without a chart: in another order, with duplicates, and with tokens that are
/// `kWidth` positions wide.
Completions logged(const Chart& chart, std::span<const LoweredId> tokens) {
  const LoweredGrammar& grammar = chart.grammar();
  std::vector<Completed> log;
  for (std::uint32_t set = chart.set_count(); set-- > 0;) {
    for (const Item& item : chart.set(set)) {
      if (grammar.after_dot[item.dotted] != LoweredGrammar::kEnd) continue;
      const std::uint32_t rule = grammar.rule_at[item.dotted];
      log.push_back({grammar.rules[rule].lhs, rule, kWidth * item.origin, kWidth * set});
      if (set % 2 == 0) log.push_back(log.back());
    }
  }
  for (std::uint32_t t = 0; t < tokens.size(); ++t) {
    log.push_back({tokens[t], Completed::kNoRule, kWidth * t, kWidth * t + kWidth});
  }
  return Completions(grammar, chart.start(), kWidth * (chart.set_count() - 1), std::move(log));
}

std::string splits_of(Forest& forest, LoweredId symbol, std::uint32_t begin, std::uint32_t end,
                      std::uint32_t width) {
  std::string text;
  for (const std::uint32_t rule : forest.rules(symbol, begin * width, end * width)) {
    Splits splits(forest, rule, begin * width, end * width);
    bool first = true;
    while (const auto* ends = splits.next()) {
      if (first) REQUIRE(*ends == forest.longest_split(rule, begin * width, end * width));
      first = false;
      text += "#" + std::to_string(forest.grammar().rules[rule].alternative);
      for (const std::uint32_t at : *ends) text += " " + std::to_string(at / width);
      text += "\n";
    }
  }
  return text;
}

/// Checks the ways to split a symbol over the whole text, from the chart and from a log.
void check_splits(const char* json, const std::string& text, const std::string& symbol,
                  const std::string& expected) {
  CAPTURE(json);
  CAPTURE(text);
  const auto grammar = support::grammar_of(json);
  const Parser parser(grammar);
  const Reading reading = parser.read(text);
  REQUIRE(reading.accepted());
  const auto size = static_cast<std::uint32_t>(text.size());
  std::vector<LoweredId> tokens;
  for (const char c : text) {
    tokens.push_back(reading.chart.grammar().first_byte + static_cast<unsigned char>(c));
  }
  Forest from_chart{Completions(reading.chart)};
  Forest from_log(logged(reading.chart, tokens));
  CHECK(splits_of(from_chart, grammar->find(symbol), 0, size, 1) == expected);
  CHECK(splits_of(from_log, grammar->find(symbol), 0, size, kWidth) == expected);

  Counts chart_counts(from_chart, 1 << 20);
  Counts log_counts(from_log, 1 << 20);
  CHECK(chart_counts.of(whole_input(from_chart.completions())) ==
        log_counts.of(whole_input(from_log.completions())));
}

TEST_CASE("splits come longest part first, from a chart and from a log") {
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

TEST_CASE("positions that nothing names do no harm") {
  const auto grammar = support::grammar_of(R"({"<start>": ["ab"]})");
  const LoweredGrammar lowered = lower(*grammar);
  const LoweredId a = lowered.first_byte + 'a';
  const LoweredId b = lowered.first_byte + 'b';
  const std::uint32_t none = Completed::kNoRule;
  const Completions completions(
      lowered, 0, 100, {{0, 0, 0, 100}, {b, none, 60, 100}, {a, none, 0, 60}, {b, none, 7, 70}});
  CHECK(completions.derives(a, 0, 60));
  CHECK(!completions.derives(a, 0, 59));
  CHECK(!completions.derives(b, 0, 60));
  Forest forest(completions);
  CHECK(forest.longest_split(0, 0, 100) == std::vector<std::uint32_t>{60, 100});
}

}  // namespace
}  // namespace grabr
