#include "generate/costs.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

using namespace grabr;

namespace {

struct CostRow {
  const char* symbol;
  std::vector<std::uint64_t> branches;
};

void check_costs(const RuleParts& parts, const Costs& costs, const std::vector<CostRow>& rows) {
  for (const CostRow& row : rows) {
    CAPTURE(row.symbol);
    const PartId rule = parts.of_rule(parts.grammar().find(row.symbol));
    REQUIRE(parts[rule].branch_count == row.branches.size());
    for (std::uint32_t b = 0; b < row.branches.size(); ++b) {
      CHECK(costs.of_branch(rule, b) == row.branches[b]);
    }
  }
}

}  // namespace

TEST_CASE("costs: as the book has them") {
  const auto grammar = support::grammar_of(
      R"json({"<start>": ["<e>"], "<e>": ["<e> + <d>", "<d>"], "<d>": ["0", "1"]})json");
  const RuleParts parts(*grammar);
  const Costs nonterminals(parts, Costs::Measure::kNonterminals);
  check_costs(parts, nonterminals, {{"<start>", {2}}, {"<e>", {3, 1}}, {"<d>", {0, 0}}});
  CHECK(nonterminals.of_symbol(grammar->start) == 3);
  const Costs levels(parts, Costs::Measure::kLevels);
  check_costs(parts, levels, {{"<start>", {2}}, {"<e>", {2, 1}}, {"<d>", {0, 0}}});
  const Costs without(parts, Costs::Measure::kNonterminals, Costs::Unlikely::kCounts,
                      grammar->find("<e>"));
  check_costs(parts, without, {{"<start>", {kNeverEnds}}, {"<e>", {kNeverEnds, 1}}});
}

TEST_CASE("costs: what has no share is left out where something else ends") {
  const auto grammar = support::grammar_of(
      R"json({"<start>": ["<a><b>"], "<a>": [["0", {"prob": 0}], "<b>x"],
              "<b>": ["<c>"], "<c>": [["1", {"prob": 0}]]})json");
  const RuleParts parts(*grammar);
  const Costs costs(parts, Costs::Measure::kNonterminals, Costs::Unlikely::kLeftOut);
  check_costs(parts, costs, {{"<start>", {5}}, {"<a>", {0, 2}}, {"<b>", {1}}, {"<c>", {0}}});
  CHECK(costs.of_symbol(grammar->find("<a>")) == 3);
  CHECK(Costs(parts, Costs::Measure::kNonterminals).of_symbol(grammar->find("<a>")) == 1);
}

TEST_CASE("costs: optional parts and repetitions are free, or cost what they must hold") {
  const auto grammar = support::grammar_of(R"json({
    "start": "s", "rules": {
      "s": ["a? a*", "a+", "a % b", "(a | 'x' b)+"], "a": "b b", "b": "'y'" } })json");
  const RuleParts parts(*grammar);
  const Costs costs(parts, Costs::Measure::kNonterminals);
  check_costs(parts, costs, {{"s", {0, 3, 3, 1}}, {"a", {2}}, {"b", {0}}});
  const auto alternatives = parts.children(parts.of_rule(grammar->start));
  const PartId list = parts.children(alternatives[2])[0];
  CHECK(costs.of_branch(list, kNone) == kNeverEnds);
  CHECK(costs.of_branch(list, kOne) == 3);
  CHECK(costs.of_branch(list, kMore) == 7);
}

TEST_CASE("costs: what is exponentially long does not overflow") {
  std::string doubling = R"json({"<start>": ["<a0>"])json";
  for (int i = 0; i < 100; ++i) {
    const std::string next = "<a" + std::to_string(i + 1) + ">";
    doubling += ", \"<a" + std::to_string(i) + ">\": [\"" + next + next + "\"]";
  }
  const auto grammar = support::grammar_of(doubling + R"json(, "<a100>": ["x"]})json");
  const RuleParts parts(*grammar);
  CHECK(Costs(parts, Costs::Measure::kNonterminals).of_symbol(grammar->start) == kNeverEnds);
  CHECK(Costs(parts, Costs::Measure::kLevels).of_symbol(grammar->start) == 102);
}
