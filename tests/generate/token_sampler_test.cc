#include "generate/token_sampler.h"

#include <doctest/doctest.h>

#include <set>

#include "grammar/lex/lexer.h"
#include "support/grammars.h"

using namespace grabr;

namespace {

constexpr int kTexts = 300;

/// Different texts of a terminal; each is checked to be lexed as that terminal.
std::set<std::string> texts_of(const std::shared_ptr<const Grammar>& grammar,
                               const std::string& name) {
  CAPTURE(name);
  TokenSampler sampler(*grammar);
  RandomNumbers random(1);
  const SymbolId terminal = grammar->find(name);
  std::set<std::string> texts;
  for (int i = 0; i < kTexts; ++i) {
    sampler.begin_text();
    const std::string text = sampler.text(terminal, random);
    INFO(text);
    const Match match = grammar->lexer->match(text, 0);
    CHECK(match.length == text.size());
    CHECK((match.length > 0 && match.terminals[0] == terminal));
    CHECK(text.size() < 200);
    texts.insert(text);
  }
  return texts;
}

}  // namespace

TEST_CASE("tokens: every terminal of C is read back as itself") {
  const auto grammar = support::fixed("c");
  for (const Symbol& symbol : grammar->symbols) {
    if (symbol.kind != SymbolKind::kPattern && symbol.kind != SymbolKind::kLiteral) continue;
    const auto texts = texts_of(grammar, symbol.name);
    if (symbol.name == "IDENTIFIER") {
      CHECK(texts.size() > 100);
      CHECK(texts.count("if") == 0);
    }
    if (symbol.name == "STRING") {
      CHECK(texts.count("\"\"") == 1);  // from the grammar's hints
      CHECK(texts.size() > 100);
    }
    if (symbol.name == "CONST") CHECK(texts.size() == 3);
  }
}

TEST_CASE("tokens: what is never this token gets the shortest that is") {
  const auto grammar = support::grammar_of(R"json({
    "start": "s", "rules": { "s": ["'a'", "'b'", "NAME"] },
    "tokens": { "NAME": "[ab]|xyzzyx" } })json");
  CHECK(texts_of(grammar, "NAME") == std::set<std::string>{"xyzzyx"});
}

TEST_CASE("tokens: bytes beyond ASCII are well-formed UTF-8") {
  const auto grammar = support::grammar_of(R"json({
    "start": "s", "rules": { "s": "T" }, "tokens": { "T": "[\\u{80}-\\u{10FFFF}]{2,3}" } })json");
  CHECK(texts_of(grammar, "T").size() > 100);
}

TEST_CASE("tokens: names repeat within a text") {
  const auto grammar = support::fixed("c");
  TokenSampler sampler(*grammar);
  RandomNumbers random(1);
  std::set<std::string> texts;
  for (int i = 0; i < kTexts; ++i) texts.insert(sampler.text(grammar->find("IDENTIFIER"), random));
  CHECK(texts.size() <= 6);
}

TEST_CASE("tokens: nested comments as tokens") {
  const auto grammar = support::grammar_of(R"json({
    "start": "s", "rules": { "s": "NOTE" },
    "tokens": { "NOTE": {"match": "nested", "open": "(*", "close": "*)"} } })json");
  const auto texts = texts_of(grammar, "NOTE");
  CHECK(texts.size() > 50);
  const auto nests = [](const std::string& text) { return text.find("(*", 2) != text.npos; };
  CHECK(std::any_of(texts.begin(), texts.end(), nests));
}
