#include "generate/generator.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "support/build.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "support/random_grammar.h"
#include "text/error.h"
#include "tree/print.h"

using namespace grabr;

namespace {

const std::uint32_t kGrammars = support::runs(60);
const std::uint64_t kSentences = support::runs(200);

constexpr GenerateStrategy kStrategies[] = {GenerateStrategy::kRandom, GenerateStrategy::kCost,
                                            GenerateStrategy::kCoverage};

std::string text_of(const Tree& tree) { return print(tree); }

std::vector<std::string> sentences(const std::shared_ptr<const Grammar>& grammar,
                                   const GeneratorOptions& options, std::uint64_t count) {
  Generator generator(grammar, options);
  std::vector<std::string> texts;
  for (std::uint64_t n = 0; n < count; ++n) texts.push_back(text_of(generator.sentence(n)));
  return texts;
}

struct Shape {
  std::size_t nonterminals = 0;
  std::size_t depth = 0;
};

Shape shape_of(const Tree& tree) {
  Shape shape;
  std::vector<std::pair<NodeId, std::size_t>> todo{{tree.root(), 0}};
  while (!todo.empty()) {
    auto [id, depth] = todo.back();
    todo.pop_back();
    if (tree[id].kind == NodeKind::kRule) {
      ++depth;
      ++shape.nonterminals;
      shape.depth = std::max(shape.depth, depth);
    }
    for (const NodeId child : tree.children(id)) todo.emplace_back(child, depth);
  }
  return shape;
}

/// Generates and parses `count` sentences with each strategy.
void check_parses(const std::shared_ptr<const Grammar>& grammar, std::uint64_t count,
                  GeneratorOptions options = {}) {
  const Parser parser(grammar);
  for (const GenerateStrategy strategy : kStrategies) {
    options.strategy = strategy;
    for (const std::string& text : sentences(grammar, options, count)) {
      INFO(text);
      CHECK(parser.accepts(text));
    }
  }
}

std::shared_ptr<const Grammar> expr() { return support::fixed("expr"); }

}  // namespace

TEST_CASE("generate: sentences of real grammars parse") {
  for (const char* name : {"c", "json", "expr", "html-select", "lines"}) {
    CAPTURE(name);
    check_parses(support::fixed(name), kSentences);
    GeneratorOptions larger;
    larger.seed = 7;
    larger.min_nonterminals = 100;
    larger.max_nonterminals = 400;
    check_parses(support::fixed(name), kSentences / 10, larger);
  }
}

TEST_CASE("generate: sentences with layout, by context, with matchers parse") {
  check_parses(support::python_like(), kSentences);
  check_parses(support::grammar_of(R"json({
    "start": "list", "lexing": "contextual",
    "rules": { "list": "(NAME | string)*", "string": "'\"' (TEXT | ESCAPE)* QUOTE" },
    "tokens": {
      "NAME": "[a-z]+",
      "TEXT": { "regex": "[^\"\\\\]+", "immediate": true },
      "ESCAPE": { "regex": "\\\\.", "immediate": true },
      "QUOTE": { "regex": "\"", "immediate": true }
    },
    "skip": { "SPACE": "[ \\n]+" } })json"),
               kSentences / 10);
  check_parses(support::grammar_of(R"json({
    "start": "list", "rules": { "list": "(RAW | NEST | DOC | 'x' | 'if' | NAME)+" },
    "tokens": {
      "RAW": {"match": "delimited", "open": "r{delimiter}\"", "delimiter": "#*",
              "close": "\"{delimiter}"},
      "NEST": {"match": "nested", "open": "(*", "close": "*)"},
      "DOC": {"match": "heredoc", "open": "<<{delimiter}", "delimiter": "[A-Z]+"},
      "NAME": "[a-z]{1,2}" },
    "skip": { "SPACE": "[ \\n]+" }, "hints": {"identifiers": ["NAME"]} })json"),
               kSentences / 4);
}

TEST_CASE("generate: sentences of random grammars parse, or there are none") {
  for (const support::GrammarKind& kind : support::kGrammarKinds) {
    CAPTURE(kind.name);
    for (std::uint32_t seed = 0; seed < kGrammars; ++seed) {
      CAPTURE(seed);
      const auto grammar = support::RandomGrammars(support::seeded_choices(seed)).next(kind);
      GeneratorOptions options;
      options.seed = seed;
      options.max_nonterminals = 15;
      const Parser parser(grammar);
      for (const GenerateStrategy strategy : kStrategies) {
        options.strategy = strategy;
        try {
          for (const std::string& text : sentences(grammar, options, 5)) {
            if (text.size() > 60) continue;  // parsing may take cubic time in the length here
            INFO(text);
            CHECK(parser.accepts(text));
          }
        } catch (const Error& error) {
          const std::string reason = error.what();
          const bool empty = reason.find("has no sentence") != std::string::npos;
          const bool glued = reason.find("cannot be separated") != std::string::npos && kind.rich;
          CHECK((empty || glued));
        }
      }
    }
  }
}

TEST_CASE("generate: the tree is the one that its text parses to") {
  for (const char* name : {"json", "expr", "html-select"}) {
    const auto grammar = support::fixed(name);
    Generator generator(grammar, {.min_nonterminals = 20});
    for (std::uint64_t n = 0; n < kSentences / 4; ++n) {
      const Tree tree = generator.sentence(n);
      const std::string text = text_of(tree);
      INFO(text);
      CHECK(dump(tree) == dump(support::tree_of(grammar, text)));
    }
  }
}

TEST_CASE("generate: the seed decides, byte for byte, on every machine") {
  // Recorded sentences: a change of the generator changes what seeds mean to users.
  const GeneratorOptions options{.seed = 1, .max_nonterminals = 30};
  const std::vector<std::string> texts = sentences(expr(), options, 3);
  CHECK(texts == sentences(expr(), options, 3));
  CHECK(texts != sentences(expr(), {.seed = 2, .max_nonterminals = 30}, 3));
  // A sentence does not depend on the ones generated before it.
  Generator generator(expr(), options);
  CHECK(text_of(generator.sentence(2)) == texts[2]);
  CHECK(texts == std::vector<std::string>{"-7 - 5 - 5 - (2) + 4", "9 / 9 - +2 - 9 * 1 + 9",
                                          "1.5705 + -7 * 1 * 63"});
  CHECK(sentences(support::fixed("json"), options, 1) == std::vector<std::string>{"0.8"});
}

TEST_CASE("generate: bounds hold") {
  for (const GenerateStrategy strategy : kStrategies) {
    for (const std::uint32_t most : {7U, 12U, 50U, 300U}) {
      for (const std::uint32_t least : {0U, most / 2}) {
        GeneratorOptions options;
        options.strategy = strategy;
        options.min_nonterminals = least;
        options.max_nonterminals = most;
        Generator generator(expr(), options);
        for (std::uint64_t n = 0; n < 20; ++n) {
          const Shape shape = shape_of(generator.sentence(n));
          CHECK(shape.nonterminals <= most);
          CHECK(shape.nonterminals >= least);
        }
      }
    }
    for (const std::uint32_t depth : {6U, 7U, 9U, 20U}) {
      Generator generator(expr(), {.strategy = strategy, .max_depth = depth});
      for (std::uint64_t n = 0; n < 20; ++n) {
        CHECK(shape_of(generator.sentence(n)).depth <= depth);
      }
    }
    // The limit is below the shortest derivation, so the shortest one is used.
    Generator generator(expr(), {.strategy = strategy, .max_nonterminals = 1});
    CHECK(shape_of(generator.sentence(0)).nonterminals == 6);
    Generator flat(expr(), {.strategy = strategy, .max_depth = 1});
    CHECK(shape_of(flat.sentence(0)).depth == 6);
  }
}

TEST_CASE("generate: every branch of the rules is covered within few sentences") {
  const std::pair<const char*, std::uint64_t> most[] = {
      {"expr", 6}, {"json", 6}, {"html-select", 6}, {"c", 20}};
  for (const auto& row : most) {
    const char* const name = row.first;
    const std::uint64_t count = row.second;
    CAPTURE(name);
    Generator generator(support::fixed(name), {.strategy = GenerateStrategy::kCoverage});
    std::uint64_t made = 0;
    while (generator.can_cover_more() && made < 200) generator.sentence(made++);
    CHECK(made <= count);
  }
}

TEST_CASE("generate: probabilities are respected by the random strategy") {
  const auto grammar = support::grammar_of(R"json({
    "<start>": [["<a>", {"prob": 0.9}], "<b>", "<c>"],
    "<a>": ["a"], "<b>": ["b"], "<c>": [["c", {"prob": 0.0}], "d"] })json");
  std::map<std::string, int> seen;
  for (const std::string& text : sentences(grammar, {}, 1000)) ++seen[text];
  CHECK(seen["a"] > 860);
  CHECK(seen["a"] < 940);
  CHECK(seen["b"] > 20);
  CHECK(seen["c"] == 0);
  seen.clear();
  const GeneratorOptions alike{.strategy = GenerateStrategy::kCost};
  for (const std::string& text : sentences(grammar, alike, 1000)) ++seen[text];
  CHECK(seen["a"] < 400);
  CHECK(seen["c"] > 100);
}

TEST_CASE("generate: what cannot be generated is refused") {
  std::string doubling = R"json({"<start>": ["<a0>"])json";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<a" + std::to_string(i + 1) + ">";
    doubling += ", \"<a" + std::to_string(i) + ">\": [\"" + next + next + "\"]";
  }
  doubling += R"json(, "<a40>": ["x"]})json";
  CHECK_THROWS_AS(Generator(support::grammar_of(doubling), {}), Error);
}

TEST_CASE("generate: deep sentences take no stack") {
  GeneratorOptions options;
  options.min_nonterminals = 100'000;
  options.max_nonterminals = 120'000;
  const auto grammar = support::grammar_of(R"json({"<start>": ["(<start>)", "x"]})json");
  const std::vector<std::string> texts = sentences(grammar, options, 1);
  CHECK(texts[0].size() >= 199'000);
}
