#include "reduce/explain/abstract_grammar.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "support/grammars.h"
#include "tree/print.h"

using namespace grabr;

namespace {

BaseGrammar base_to_extend(const std::string& json) {
  BaseGrammar base;
  base.path = "/base.json";
  base.read = [json](const std::string& path) { return Source(path, json); };
  base.grammar = support::grammar_of(json, base.path);
  return base;
}

const char* const kCallGrammar = R"G({
  "start": "call",
  "rules": { "call": "NAME '(' (value % ',')? ')'", "value": "NAME | STRING | ONLY | call" },
  "tokens": { "ONLY": "only", "NAME": "[a-z]+", "STRING": "\"[^\"]*\"" },
  "skip": { "SPACE": "[ \\n]+" },
  "hints": { "identifiers": ["NAME"] }
})G";

std::set<std::string> own_sentences(const BaseGrammar& base, const std::vector<OwnRule>& rules,
                                    std::size_t count) {
  auto loaded = AbstractGrammar::load(base, rules);
  REQUIRE(loaded.has_value());
  std::set<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    RandomNumbers random(1, i);
    const auto tree = loaded->sentence(rules.front().name, random);
    REQUIRE(tree.has_value());
    texts.insert(print(*tree));
  }
  return texts;
}

RuleItem text_item(const std::string& is) { return {RuleItem::Kind::kText, is}; }

}  // namespace

TEST_CASE("a grammar that extends a rich one, with texts that stay and a part that is free") {
  const BaseGrammar base = base_to_extend(kCallGrammar);
  const std::vector<OwnRule> rules = {
      {"result",
       {{text_item("f"), text_item("("), {RuleItem::Kind::kName, "part-1"}, text_item(")")}}},
      {"part-1", {{{RuleItem::Kind::kRule, "value % ','"}}}}};
  for (const std::string& sentence : own_sentences(base, rules, 40)) {
    CAPTURE(sentence);
    CHECK(sentence.find('f') != sentence.npos);
    CHECK(Parser(base.grammar).accepts(sentence));
  }
}

TEST_CASE("any text can be a token that stays") {
  const BaseGrammar base = base_to_extend(kCallGrammar);
  for (const std::string& odd : {std::string("'"), std::string("\\n\\"), std::string("a\nb\t"),
                                 std::string("é"), std::string("\x01\x7F"), std::string("\"x\"")}) {
    CAPTURE(odd);
    CHECK(own_sentences(base, {{"result", {{text_item(odd)}}}}, 3) == std::set<std::string>{odd});
  }
}

TEST_CASE("all of a classic grammar stands in its abstraction, also its start symbol") {
  const BaseGrammar base =
      base_to_extend(R"G({"<start>": ["<x>"], "<x>": [["a", {"prob": 0.9}], "(<start>)"]})G");
  const std::vector<OwnRule> rules = {
      {start_name(*base.grammar), {{text_item("!"), {RuleItem::Kind::kName, "<part-1>"}}}},
      {"<part-1>", {{{RuleItem::Kind::kName, "<start>"}}}}};
  const std::set<std::string> texts = own_sentences(base, rules, 200);
  CHECK(texts.contains("!a"));
  CHECK(texts.contains("!(a)"));
  CHECK(std::ranges::all_of(texts, [](const std::string& one) { return one.front() == '!'; }));
}

TEST_CASE("tokens as items: by name where there is no other text") {
  const BaseGrammar base = base_to_extend(kCallGrammar);
  const Tree tree = support::tree_of(base.grammar, "f ( \"a\", only )");
  const RuleItems items = items_below(tree, tree.root());
  REQUIRE(items.size() == 6);
  CHECK(items[0] == text_item("f"));
  CHECK(items[2] == text_item("\"a\""));
  CHECK(items[4] == RuleItem{RuleItem::Kind::kName, "ONLY"});
  CHECK(AbstractGrammar::load(base, {{"result", {items}}}).has_value());
}

TEST_CASE("names of own rules keep clear of those that there are") {
  const BaseGrammar base = base_to_extend(R"G({"start": "result", "rules": {"result": "'a'"}})G");
  CHECK(start_name(*base.grammar) == "own-result");
  CHECK(own_name(*base.grammar, "part-1") == "part-1");
}

TEST_CASE("a token that must follow another directly does so in the abstraction") {
  const BaseGrammar base = base_to_extend(R"G({
    "start": "string", "lexing": "contextual",
    "rules": { "string": "'\"' TEXT? QUOTE" },
    "tokens": { "TEXT": { "regex": "[^\"]+", "immediate": true },
                "QUOTE": { "regex": "\"", "immediate": true } },
    "skip": { "SPACE": "[ \\n]+" }
  })G");
  const Tree tree = support::tree_of(base.grammar, "\"a.b\"");
  const std::vector<OwnRule> rules = {{"result", {items_below(tree, tree.root())}}};
  CHECK(own_sentences(base, rules, 20) == std::set<std::string>{"\"a.b\""});
}

TEST_CASE("what cannot be a grammar is none") {
  const BaseGrammar base = base_to_extend(kCallGrammar);
  CHECK_FALSE(AbstractGrammar::load(base, {{"result", {{{RuleItem::Kind::kName, "missing"}}}}}));
}
