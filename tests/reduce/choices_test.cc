#include <doctest/doctest.h>

#include <algorithm>

#include "grammar/model/print.h"
#include "reduce/literature/choice_sequence.h"
#include "reduce/literature/choice_text.h"
#include "support/build.h"
#include "support/golden.h"
#include "support/random_grammar.h"
#include "support/random_text.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr const char* kStatements =
    R"json({"name": "Statements", "start": "start",
            "rules": {"start": "stmt*",
                      "stmt": ["NAME '=' expr ';'", "'return' expr? ';'"],
                      "expr": ["expr '+' NUMBER", "NUMBER"]},
            "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
            "skip": {"SPACE": "[ \\n]+"}})json";

support::Judge has(std::string part) {
  return support::fails_if(
      [part = std::move(part)](std::string_view text) { return text.find(part) != text.npos; });
}

std::string token_texts(std::span<const YieldToken> tokens) {
  std::string texts;
  for (const YieldToken& token : tokens) texts += token.text + "|";
  return texts;
}

/// For a classic grammar, adjacent tokens of a tree are joined.
std::string token_texts(const Tree& tree, bool classic) {
  std::string texts;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kToken) continue;
    texts += tree.token_text(id);
    if (!classic) texts += "|";
  }
  return texts;
}

TEST_CASE("a derivation as numbers") {
  const auto grammar = support::grammar_of(kStatements);
  const Analysis analysis = analyse(*grammar);
  const struct {
    const char* text;
    ChoiceValues values;
  } rows[] = {
      {"", {0}},
      {"return;", {1, 0, 0, 0}},
      {"return 7 + 0;", {1, 0, 1, 1, 0, 1, 0, 0}},
      {"a = 3; b = 3;", {1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0}},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const Tree tree = support::tree_of(grammar, row.text);
    const ChoiceCoder coder(tree, analysis);
    const auto values = coder.encode(tree);
    REQUIRE(values.has_value());
    std::string shown;
    for (const std::uint32_t value : *values) shown += std::to_string(value) + " ";
    CAPTURE(shown);
    CHECK((*values == row.values));
  }
}

TEST_CASE("spans: what each piece of the grammar took") {
  const auto grammar = support::grammar_of(kStatements);
  const Analysis analysis = analyse(*grammar);
  const Tree tree = support::tree_of(grammar, "return 7 + 0;");
  const ChoiceCoder coder(tree, analysis);
  const auto decoded = coder.decode(*coder.encode(tree), {8, 8});
  REQUIRE(decoded.has_value());
  std::string shown;
  for (const ChoiceSpan& span : decoded->spans) {
    shown += "rcolet"[static_cast<int>(span.kind)];
    shown += std::to_string(span.begin) + "-" + std::to_string(span.end) + " ";
  }
  CHECK(shown == "r0-8 l0-8 e0-7 r1-7 o2-7 r3-7 r4-6 t5-6 t6-7 ");
  CHECK(!coder.decode(*coder.encode(tree), {7, 8}).has_value());
  CHECK(!coder.decode(*coder.encode(tree), {8, 4}).has_value());
}

TEST_CASE("decode(encode(tree)) has the tree's tokens, and encodes to the same numbers") {
  const auto below = support::seeded_choices(17);
  support::RandomGrammars grammars(below);
  const int kRounds = support::runs(200);
  int trees = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (const char* kind :
         {"plain", "nullable", "cyclic", "hidden left recursion", "rich", "rich EBNF"}) {
      const auto grammar = grammars.next(support::grammar_kind(kind));
      const Parser parser(grammar);
      support::RandomTexts random(*grammar, below);
      const std::string input = random.joined(random.sentence(grammar->start));
      ParseResult parsed = parser.parse(input);
      if (!std::holds_alternative<Tree>(parsed)) continue;
      const Tree& tree = std::get<Tree>(parsed);
      INFO(print_rules(*grammar));
      INFO(input);
      INFO(dump(tree));
      const Analysis analysis = analyse(*grammar);
      const ChoiceCoder coder(tree, analysis);
      const auto values = coder.encode(tree);
      REQUIRE(values.has_value());
      const auto decoded = coder.decode(*values, {values->size(), input.size() + 1});
      REQUIRE(decoded.has_value());
      CHECK((decoded->values == *values));
      const bool classic = grammar->notation == Notation::kClassic;
      std::string texts = token_texts(decoded->tokens);
      if (classic) std::erase(texts, '|');
      CHECK(texts == token_texts(tree, classic));
      ChoicePrinter printer(grammar);
      printer.keep_layout(tree);
      if (!classic) CHECK(printer.print(decoded->tokens) == input);
      ++trees;
    }
  }
  CHECK(trees > support::runs(100));
}

TEST_CASE("any numbers stand for something: decoding ends, and gives what it writes") {
  const auto grammar = support::fixed("c");
  const Analysis analysis = analyse(*grammar);
  const Tree tree = support::tree_of(grammar, "int f(int a) { return a + 1; }\n");
  const ChoiceCoder coder(tree, analysis);
  const auto below = support::seeded_choices(3);
  int decoded = 0;
  for (int round = 0; round < 500; ++round) {
    ChoiceValues values;
    for (std::uint32_t n = below(40); n > 0; --n) values.push_back(below(4));
    const auto once = coder.decode(values, {60, 100});
    if (!once) continue;
    const auto again = coder.decode(once->values, {60, 100});
    REQUIRE(again.has_value());
    CHECK((again->values == once->values));
    CHECK(token_texts(again->tokens) == token_texts(once->tokens));
    ++decoded;
  }
  CHECK(decoded > 20);
}

TEST_CASE("a worked trace") {
  const auto parser = std::make_shared<const Parser>(support::grammar_of(kStatements));
  const support::Run run =
      support::run("choices", "a = 1; return 7 + 0; b = 2;", has("return"), parser);
  CHECK(run.result == "return;");
  CHECK(run.tests.size() < 12);
}

TEST_CASE("new material, names merged, order") {
  const auto statements = std::make_shared<const Parser>(support::grammar_of(kStatements));
  const auto fails = [](auto condition) { return support::fails_if(condition); };
  CHECK(support::run("choices", "abc = 12 + 13;",
                     fails([](std::string_view text) { return !text.empty(); }), statements)
            .result == "return;");
  CHECK(support::run("choices", "foo = 1; bar = 2;", fails([](std::string_view text) {
                       return std::ranges::count(text, '=') == 2;
                     }),
                     statements)
            .result == "a=0;a=0;");
  CHECK(support::run("choices", "b=2;a=1;", fails([](std::string_view text) {
                       return text.find("a=1") != text.npos && text.find("b=2") != text.npos;
                     }),
                     statements)
            .result == "a=1;b=2;");
  const auto json = std::make_shared<const Parser>(support::fixed("json"));
  CHECK(support::run("choices", "{\"a\": [1, {\"b\": [true, null]}, \"x\"]}\n", has("null"), json)
            .result == "null");
}

TEST_CASE("where the layout matters it is kept") {
  const auto parser = std::make_shared<const Parser>(support::grammar_of(kStatements));
  const support::Run run =
      support::run("choices", "a = 1;\nreturn  7 + 0;\n b = 2;", has("return  7"), parser);
  CHECK(run.result == "\nreturn  7;");
}

TEST_CASE("senseless oracles: it ends; the result fails, is a sentence and no larger") {
  const struct {
    const char* grammar;
    const char* input;
  } cases[] = {{"expr", "-(4.2 / +(1 + 2)) * 3 - 4 + (5 + 6) * 7"},
               {"json", "{\"a\": [1, 2, {\"b\": [true, null], \"c\": {}}], \"d\": \"e\"}"},
               {"c", "int f(int a, int b) { if (a) { return b + 1; } while (b) g(a, 2); }"}};
  for (const auto& given : cases) {
    const auto parser = std::make_shared<const Parser>(support::fixed(given.grammar));
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto judge = [&](std::string_view text) {
        const std::uint64_t draw = (hash128(text).low ^ (seed * 0x9E3779B97F4A7C15u)) % 100;
        return text == given.input || draw < 3 * seed ? Outcome::kFail : Outcome::kPass;
      };
      CAPTURE(seed);
      const support::Run run = support::run("choices", given.input, judge, parser);
      CHECK(judge(run.result) == Outcome::kFail);
      CHECK(parser->accepts(run.result));
      CHECK(run.result.size() <= std::string(given.input).size());
    }
  }
}

}  // namespace
}  // namespace grabr
