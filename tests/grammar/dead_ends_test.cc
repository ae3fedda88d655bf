// Lexing with stored dead ends of the text against lexing without: the same tokens.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/lex/scan_memory.h"

namespace grabr {
namespace {

std::shared_ptr<const Lexer> lexer_of(const std::vector<std::string>& expressions) {
  Grammar grammar;
  grammar.notation = Notation::kRich;
  for (const std::string& expression : expressions) {
    grammar.symbols.push_back({expression, SymbolKind::kPattern, expression, {}});
    grammar.rule_of.push_back(~std::uint32_t{0});
  }
  std::vector<Diagnostic> problems;
  auto lexer = Lexer::compile(grammar, problems);
  REQUIRE(problems.empty());
  return lexer;
}

/// Lexes the text token by token (one byte where nothing matches). Returns how many dead ends were
/// stored.
std::size_t check_same(const Lexer& lexer, const std::string& text) {
  ScanMemory memory;
  for (std::size_t at = 0; at < text.size();) {
    const Match plain = lexer.match(text, at);
    const Match kept = lexer.match(text, at, &memory);
    INFO("offset " << at << " of " << text.substr(0, 100));
    REQUIRE(kept.length == plain.length);
    if (plain.length > 0) REQUIRE(kept.terminals[0] == plain.terminals[0]);
    at += plain.length == 0 ? 1 : plain.length;
  }
  return memory.dead_ends.size();
}

std::string repeated(const std::string& part, std::size_t count) {
  std::string text;
  for (; count > 0; --count) text += part;
  return text;
}

TEST_CASE("places are noted where much is read in vain, and nowhere else") {
  const auto lexer = lexer_of({"a*b", "a", "/\\*([^*]|\\*+[^*/])*\\*+/", "/", "[^a/]"});
  CHECK(check_same(*lexer, repeated("aaab /* x */", 300)) == 0);
  CHECK(check_same(*lexer, "/*" + repeated("x", 3000) + "*/" + repeated("a", 200)) == 0);
  CHECK(check_same(*lexer, repeated("a", 3000)) > 0);
  CHECK(check_same(*lexer, repeated("/* ", 1000)) > 0);
  CHECK(check_same(*lexer, repeated("a", 2000) + "b" + repeated("a", 2000)) > 0);
  CHECK(check_same(*lexer, repeated("/*\xC3\xA9\xFF", 900) + "*/" + repeated("/*a", 900)) > 0);
}

TEST_CASE("a long text of the worst kind") {
  // Reading to the end from each place would take 10^12 steps.
  const auto lexer = lexer_of({"a*b", "a"});
  const std::string text(1'000'000, 'a');
  ScanMemory memory;
  std::size_t tokens = 0;
  for (std::size_t at = 0; at < text.size(); ++tokens) at += lexer->match(text, at, &memory).length;
  CHECK(tokens == text.size());
  CHECK(memory.dead_ends.size() <= text.size() / 16);
}

TEST_CASE("random texts of a few letters") {
  std::mt19937 random(20261121);
  const std::vector<std::vector<std::string>> terminals = {
      {"a", "b", "(ab)*c", "(a|b)*d"},
      {"a(a|b){300}d", "b[^d]*d[^c]*c", "[abcd]"},
      {"a", "(aa|b)*c|d", "\\u00e9|.[^d]*dd"},
  };
  for (const auto& expressions : terminals) {
    const auto lexer = lexer_of(expressions);
    std::size_t noted = 0;
    for (int round = 0; round < 30; ++round) {
      std::string text;
      const unsigned letters = round % 2 == 0 ? 4000 : 8;
      while (text.size() < 3000) {
        const auto letter = random() % letters;
        text += letter < 2    ? "cd"[letter]
                : letter == 2 ? "\xC3\xA9"[random() % 2]
                              : "ab"[random() % 2];
      }
      noted += check_same(*lexer, text);
    }
    CHECK(noted > 0);
  }
}

}  // namespace
}  // namespace grabr
