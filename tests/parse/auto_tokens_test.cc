// Which tokens are found, and how they cut texts. That they change no language and no tree is
// tested in auto_tokens_agreement_test.cc.
#include "parse/lr/auto_tokens.h"

#include <doctest/doctest.h>

#include <string>

#include "support/golden.h"
#include "support/grammars.h"

namespace grabr {
namespace {

std::string tokens_of(const std::string& json) {
  const auto grammar = support::grammar_of(json);
  const AutoTokens found = find_auto_tokens(lower(*grammar), grammar->start);
  std::string out;
  for (const AutoToken& token : found.tokens) {
    out += grammar->symbols[token.symbol].name + (token.may_be_empty ? "? " : " ");
  }
  for (const LiteralTerminal& literal : found.literals) out += "'" + literal.text + "' ";
  return out;
}

void check_tokens(const std::string& rules, const std::string& expected) {
  INFO(rules);
  CHECK(tokens_of("{" + rules + "}") == expected);
}

const std::string kDigit = R"(, "<d>": ["0", "1", "2"])";

TEST_CASE("which nonterminals become tokens") {
  check_tokens(R"("<start>": ["<n>,<n>"], "<n>": ["<d><n>", "<d>"])" + kDigit, "<n> ");
  check_tokens(R"("<start>": ["<n>,<n>"], "<n>": ["<n><d>", "<d>"])" + kDigit, "<n> ");
  check_tokens(R"("<start>": ["<e>"], "<e>": ["[<e>]", "<n>"], "<n>": ["<d><n>", "<d>"])" + kDigit,
               "<n> ");
  // The end would be unsure: two numbers side by side, but not two digits.
  check_tokens(R"("<start>": ["<n><n>"], "<n>": ["<d><n>", "<d>"])" + kDigit, "<d> ");
  check_tokens(R"("<start>": ["<d><d>"])" + kDigit, "<d> ");
  // The byte that follows would go on.
  check_tokens(R"("<start>": ["<n>0"], "<n>": ["<d><n>", "<d>"])" + kDigit, "");
  check_tokens(R"("<start>": ["<n>x"], "<n>": ["<d><n>", "<d>"])" + kDigit, "<n> ");
  // Rivals: the literal begins with a number, then with a digit, then with a byte.
  check_tokens(R"("<start>": ["<n>", "12x", "x"], "<n>": ["<d><n>", "<d>"])" + kDigit, "");
  check_tokens(R"("<start>": ["x<n>", "12x"], "<n>": ["<d><n>", "<d>"])" + kDigit, "<n> '12x' ");
  // Rivals: of <m> and <n> neither can stay, but what they are made of can.
  check_tokens(
      R"("<start>": ["<n>.", "<m>!"], "<n>": ["<d><n>", "<d>"], "<m>": ["<m><d>", "<d>"])" + kDigit,
      "<d> ");
  // Literals: the longer of two gives way.
  check_tokens(R"("<start>": [":=<start>", ":<start>", "=>", "-=", "x"])", "'-=' ");
  check_tokens(R"("<start>": ["if <start>", "int <start>", "i", "x"])", "");
  check_tokens(R"("<start>": ["if <start>", "int <start>", "x"])", "'if ' 'int ' ");
}

TEST_CASE("tokens that may be empty") {
  const std::string space = R"(, "<s>": ["", " <s>"])";
  check_tokens(R"("<start>": ["<s>x<s>"])" + space, "<s>? ");
  check_tokens(R"("<start>": ["<s>x<s>y<start>", "z"])" + space, "<s>? ");
  check_tokens(R"("<start>": ["x<s><s>y"])" + space, "");
  check_tokens(R"("<start>": ["x<s> y"])" + space, "");
  check_tokens(R"("<start>": ["x<s><s>y"], "<s>": ["", " "])", "<s>? ");
  check_tokens(R"("<start>": ["x<e>y"], "<e>": [""])", "");
}

TEST_CASE("what is not a word is not a token") {
  const std::string words = R"(, "<w>": ["a<w>", "b"])";
  check_tokens(R"("<start>": ["<list>"], "<list>": ["<w>,<list>", "<w>"])" + words, "<w> ");
  check_tokens(R"("<start>": ["x<list>"], "<list>": ["<w>,<list>", "<w>"])" + words, "<w> ");
  check_tokens(R"("<start>": ["{<start>}", "<p>"], "<p>": ["[<p>]", ""])", "");
  // In a cycle the heights of derivations decide.
  check_tokens(R"("<start>": ["x<a>"], "<a>": ["<b>", "1"], "<b>": ["<a>", "2"])", "");
}

TEST_CASE("tokens of the book's grammars") {
  const support::Json grammars = support::golden("grabr").at("grammars");
  const auto check = [&](const std::string& name, const std::string& expected) {
    INFO(name);  // the library has sorted the symbols by name
    CHECK(tokens_of(grammars.at(name).dump()) == expected);
  };
  check("EXPR_GRAMMAR", "<integer> ' + ' ' - ' ' * ' ' / ' ");
  check("JSON_EBNF_GRAMMAR",
        "<number> <string> <ws> 'true' 'false' 'null' ''; DROP TABLE STUDENTS' ");
  check("URL_GRAMMAR", "<authority> <param> <path>? <scheme> '://' ");
  check("CGI_GRAMMAR", "<letter> ");
  check("XML_GRAMMAR", "<close-tag> <open-tag> 'Text' ");
  check("VAR_GRAMMAR", "<identifier> <number> ");
  check("CSV_GRAMMAR", "");  // a comma is a letter, too
  check("RR_GRAMMAR9", "<B> ");
  check("PASCAL_STRING_GRAMMAR", "<chars>? <length> ");
}

/// How a text is cut, with | between terminals and ! where nothing matches.
std::string cut(const std::string& name, const std::string& text) {
  const auto grammar = support::grammar_of(support::golden("grabr").at("grammars").at(name).dump());
  const AutoTokens found = find_auto_tokens(lower(*grammar), grammar->start);
  const TextTokens read = found.scanner.read(text, grammar->start);
  std::string out;
  for (const TextToken& token : read.tokens) {
    out += (token.begin > 0 ? "|" : "") + text.substr(token.begin, token.end - token.begin);
  }
  return read.stuck_at ? out + "!" + text.substr(*read.stuck_at) : out;
}

TEST_CASE("texts cut into terminals") {
  CHECK(cut("EXPR_GRAMMAR", "(12 + 3.25) * -7") == "(|12| + |3|.|25|)| * |-|7");
  CHECK(cut("EXPR_GRAMMAR", "12 x") == "12! x");
  CHECK(cut("EXPR_GRAMMAR", "") == "");
  CHECK(cut("JSON_EBNF_GRAMMAR", " [ \"a b\" , -1.5E+3 ] ") == " |[| |\"a b\"| |,| |-1.5E+3| |]| ");
  CHECK(cut("URL_GRAMMAR", "http://cispa.saarland:80/abc?abc=12") ==
        "http|://|cispa.saarland:80|/abc|?|abc=12");
  CHECK(cut("XML_GRAMMAR", "<a><bc>Text</bc></a>") == "<a>|<bc>|Text|</bc>|</a>");
}

TEST_CASE("large grammars come to an end") {
  std::string chain = R"({"<start>": ["<n0>", "q"])";  // a candidate inside every other
  for (int i = 0; i < 10'000; ++i) {
    const auto name = [](int n) { return "<n" + std::to_string(n) + ">"; };
    chain += ", \"" + name(i) + "\": [\"a" + name(i + 1) + "b\", \"c\"]";
  }
  CHECK(tokens_of(chain + R"(, "<n10000>": ["x"]})") == "");
  std::string words = R"({"<start>": ["[<start>]")";  // no literal is a rival of another
  std::string expected;
  for (int i = 0; i < 10'000; ++i) {
    const std::string word = "w" + std::to_string(100'000 + i);
    words += ", \"" + word + "<start>\"";
    expected += "'" + word + "' ";
  }
  CHECK(tokens_of(words + R"(, "!"]})") == expected);
}

}  // namespace
}  // namespace grabr
