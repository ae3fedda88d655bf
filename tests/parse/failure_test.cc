#include "parse/diagnose/failure.h"

#include <doctest/doctest.h>

#include "parse/diagnose/expected.h"
#include "parse/tokens/tokenize.h"
#include "support/grammars.h"

namespace grabr {
namespace {

std::shared_ptr<const Grammar> calls() {
  return support::grammar_of(R"json({"start": "call", "rules": {
      "call": "NAME '(' (value % ',')? ')'", "value": ["call", "NAME", "'<' value '>'"]},
      "tokens": {"NAME": "[a-z]+"}, "skip": {"SPACE": " +"}})json");
}

std::vector<Token> tokens_of(const Grammar& grammar, std::string_view text) {
  return tokenize(grammar, text).tokens;
}

/// Checks the offsets of brackets that are still open at the end of `text`.
void check_unclosed(const std::string& text, const std::vector<std::uint32_t>& expected) {
  CAPTURE(text);
  const auto grammar = calls();
  const std::vector<Token> tokens = tokens_of(*grammar, text);
  FailureFacts facts;
  facts.span = {static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(text.size())};
  facts.before = tokens;
  CHECK(make_failure(*grammar, facts, text).unclosed == expected);
}

void check_unclosed_bytes(const std::string& text, const std::vector<std::uint32_t>& expected) {
  CAPTURE(text);
  const auto grammar = support::grammar_of(
      R"json({"<start>": ["<list>"], "<list>": ["(<items>)"], "<items>": ["", "<list><items>"]})json");
  const ParseResult result = Parser(grammar).parse(text);
  REQUIRE(std::holds_alternative<ParseFailure>(result));
  CHECK(std::get<ParseFailure>(result).unclosed == expected);
}

}  // namespace

TEST_CASE("facts come in any order and number; the failure has them by symbol") {
  const auto grammar = calls();
  const SymbolId name = grammar->find("NAME");
  const SymbolId close = grammar->find(")");
  const SymbolId value = grammar->find("value");
  FailureFacts facts;
  facts.terminals = {close, name, close};
  facts.next = {close, value, value};
  facts.end = true;
  facts.open = {{value, 2}, {grammar->find("call"), 0}};
  const ParseFailure failure = make_failure(*grammar, facts, "a ( b");
  CHECK(failure.terminals == std::vector<SymbolId>{name, close});
  CHECK(failure.expected == std::vector<std::string>{"NAME", "')'", "end of input"});
  CHECK(failure.expected_rules == std::vector<std::string>{"value"});
  REQUIRE(failure.open.size() == 2);
  CHECK(failure.open[0].rule == "value");
  CHECK(failure.open[1].begin == 0);
  CHECK(failure.previous_token == kNoSymbol);
}

TEST_CASE("at most 16 open rules are kept, the innermost") {
  const auto grammar = calls();
  FailureFacts facts;
  for (std::uint32_t i = 0; i < 100; ++i) facts.open.push_back({grammar->find("call"), 100 - i});
  const ParseFailure failure = make_failure(*grammar, facts, "");
  REQUIRE(failure.open.size() == 16);
  CHECK(failure.open[0].begin == 100);
}

TEST_CASE("brackets that are open, innermost first") {
  check_unclosed("", {});
  check_unclosed("f(", {1});
  check_unclosed("f()", {});
  check_unclosed("f(g(a), h(", {9, 1});
  check_unclosed("f(a))", {});
  check_unclosed(")f(", {2});
}

TEST_CASE("brackets of a grammar without tokens") {
  check_unclosed_bytes("(", {0});
  check_unclosed_bytes("(()(", {3, 0});
  check_unclosed_bytes("())", {});
}

TEST_CASE("runs of bytes are ranges") {
  const auto grammar = calls();
  std::bitset<256> bytes;
  for (const char c : std::string("abcxy\n'")) bytes.set(static_cast<unsigned char>(c));
  CHECK(expected_names(*grammar, {}, bytes, false) ==
        std::vector<std::string>{"'\\n'", "'\\''", "'a'…'c'", "'x'", "'y'"});
}

TEST_CASE("rules stand for tokens only where these are too many") {
  const auto grammar = support::grammar_of(R"json({"start": "s", "rules": {
      "s": "'do' e ';' | 'do' '}'", "e": "f % '+'", "f": ["'a'", "'b'", "'c'", "'d'"]}, "tokens": {}})json");
  const ParseResult result = Parser(grammar).parse("do");
  const ParseFailure& failure = std::get<ParseFailure>(result);
  const LoweredGrammar lowered = lower(*grammar);
  ExpectedNamer namer(*grammar, lowered);
  const auto check = [&](std::size_t most, std::vector<std::string> names, std::size_t others) {
    CAPTURE(most);
    const ExpectedNames expected = namer.name(failure, '\0', most);
    CHECK(expected.names == names);
    CHECK(expected.others == others);
  };
  check(5, {"'}'", "'a'", "'b'", "'c'", "'d'"}, 0);
  check(4, {"e", "'}'"}, 0);
  check(2, {"e", "'}'"}, 0);
  check(1, {"'}'"}, 1);
}

}  // namespace grabr
