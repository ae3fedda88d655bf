// Matchers: for tokens whose end depends on their beginning.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/lex/matcher_search.h"
#include "parse/tokens/tokenize.h"
#include "support/grammars.h"
#include "tree/print.h"

using namespace grabr;

namespace {

/// A grammar with these tokens, besides words and operators.
std::shared_ptr<const Grammar> grammar_with(const std::string& tokens) {
  return support::grammar_of(R"json({"start": "all", "rules": {"all": "item*",
      "item": "T | WORD | '/' | '*' | '<' | '<<' | '\"' | '[' | '=' | '$' | '(' | ')' | '#' | '|'"},
      "tokens": {"T": )json" +
                             tokens + R"json(, "WORD": "[A-Za-z0-9_.;-]+"},
      "skip": {"SPACE": "[ \\t\\r\\n]+"}})json");
}

const char* const kNested = R"({"match": "nested", "open": "/*", "close": "*/"})";
const char* const kRawCpp = R"({"match": "delimited", "open": "(u8|[uUL])?R\"{delimiter}\\(",
    "delimiter": "[^()\\\\ \\t\\n]{0,16}", "close": "){delimiter}\""})";
const char* const kRawRust = R"({"match": "delimited", "open": "r{delimiter}\"",
    "delimiter": "#*", "close": "\"{delimiter}"})";
const char* const kLua = R"({"match": "delimited", "open": "\\[{delimiter}\\[",
    "delimiter": "=*", "close": "]{delimiter}]"})";
const char* const kDollar = R"({"match": "delimited", "open": "\\${delimiter}\\$",
    "delimiter": "([A-Za-z_][A-Za-z0-9_]*)?", "close": "${delimiter}$"})";
const char* const kShell = R"({"match": "heredoc",
    "open": ["<<{delimiter}", "<<'{delimiter}'"], "open_indented": ["<<-{delimiter}"],
    "delimiter": "[A-Za-z_]+", "indent": "\t"})";
const char* const kPhp = R"({"match": "heredoc", "open_indented": "<<<{delimiter}",
    "delimiter": "[A-Za-z_]+", "end": "word"})";

/// The length of token T at the beginning of the text; 0 if nothing or another token matches.
std::size_t length_of(const Grammar& grammar, std::string_view text) {
  const Match match = grammar.lexer->match(text, 0);
  if (match.length == 0) return 0;
  CHECK(match.terminals.size() == 1);
  return match.terminals[0] == grammar.find("T") ? match.length : 0;
}

void check(const char* tokens, const std::string& text, std::size_t length) {
  CAPTURE(text);
  CHECK(length_of(*grammar_with(tokens), text) == length);
}

void check_all(const char* tokens, const std::string& text) { check(tokens, text, text.size()); }

}  // namespace

TEST_CASE("matcher: a token that goes on from an opener does not hide it, however text is read") {
  const auto grammar = support::grammar_of(R"json({"start": "all", "rules": {"all": "item*",
      "item": "T | WORD | SIGNS"}, "tokens": {"T": {"match": "nested", "open": "/-", "close": "-/"},
      "WORD": "[a-z]+", "SIGNS": "[-/!]+"}, "skip": {"SPACE": "[ \\t\\r\\n]+"}})json");
  const std::string text = "a /-! b /- c -/ -/ /! /-! b";
  std::vector<std::string> read, matched;
  for (const grabr::Token& token : tokenize(*grammar, text).tokens) {
    read.push_back(text.substr(token.text.begin, token.text.size()));
  }
  for (std::size_t at = 0; at < text.size();) {
    const Match match = grammar->lexer->match(text, at);
    REQUIRE(match.length > 0);
    if (text[at] != ' ') matched.push_back(text.substr(at, match.length));
    at += match.length;
  }
  CHECK(read == matched);
  CHECK(read == std::vector<std::string>{"a", "/-! b /- c -/ -/", "/!", "/-!", "b"});
}

TEST_CASE("matcher: nested") {
  check(kNested, "/**/", 4);
  check(kNested, "/* a */ b */", 7);
  check(kNested, "/* a /* b */ c */ d", 17);
  check(kNested, "/*/*/**/*/*/ */", 12);
  check(kNested, "/*/", 0);
  check(kNested, "/* /* */", 0);
  check(kNested, "/x", 0);
  check_all(R"json({"match": "nested", "open": "#|", "close": "|#"})json", "#|#||#|#");
  check_all(R"json({"match": "nested", "open": "(*", "close": "*)"})json", "(*(*)*)*)");
  check_all(R"json({"match": "nested", "open": "((", "close": ")"})json", "((((x))");
  check_all(R"json({"match": "nested", "open": "(", "close": "))"})json", "((x))))");
}

TEST_CASE("matcher: delimited") {
  check_all(kRawCpp, "R\"()\"");
  check_all(kRawCpp, "u8R\"x( )\" )y\" )x\"");
  check(kRawCpp, "R\"a(b)a\"c)a\"", 8);
  check(kRawCpp, "R\"a(b)a", 0);
  check(kRawCpp, "R\"01234567890123456(x)01234567890123456\"", 0);
  check_all(kRawRust, "r\"a\"");
  check_all(kRawRust, "r##\" \"# \"##");
  check(kRawRust, "r#\"a\"##", 6);
  check(kRawRust, "r##\"a\"#", 0);
  check_all(kLua, "[[a]]");
  check_all(kLua, "[==[ ]] ]=] ]==]");
  check(kLua, "[=[a]]", 0);
  check_all(kDollar, "$$a$$");
  check_all(kDollar, "$x$ $$ $y$ $x$");
  check(kDollar, "$x$ $X$", 0);
}

TEST_CASE("matcher: here-documents") {
  check_all(kShell, "<<E\nE");
  check_all(kShell, "<<EOF\na\n EOF\nEOFX\nEOF");
  check(kShell, "<<EOF\na\nEOF\nb", 11);
  check(kShell, "<<E\r\na\r\nE\r\n", 9);
  check(kShell, "<<EOF\na\nEOF;", 0);
  check(kShell, "<<EOF", 0);
  check_all(kShell, "<<'E'\n$x\nE");
  check(kShell, "<<-E\n\t\tE\n", 8);
  check(kShell, "<<-E\n  E\n", 0);
  check(kShell, "<<E\n\tE\n", 0);
  check(kPhp, "<<<E\n  a\n  E;", 12);
  check(kPhp, "<<<E\nEx\nE)", 9);
}

TEST_CASE("matcher: the longest match of all") {
  const char* const both = R"({"match": "nested", "open": "/*", "close": "*/"},
      "LONG": "/\\*\\*/[a-z]*", "SAME": "/\\*x\\*/")";
  const auto grammar = grammar_with(both);
  const auto name = [&](std::string_view text) {
    const Match match = grammar->lexer->match(text, 0);
    return grammar->symbols[match.terminals[0]].name + ":" + std::to_string(match.length);
  };
  CHECK(name("/**/ab") == "LONG:6");
  CHECK(name("/*a*/ab") == "T:5");
  CHECK(name("/*x*/") == "T:5");
  CHECK(name("/**/") == "T:4");
  CHECK(name("/*") == "/:1");
}

TEST_CASE("matcher: shortest texts and what glues") {
  const auto shortest = [](const char* tokens) {
    const auto grammar = grammar_with(tokens);
    return grammar->lexer->shortest_text(grammar->find("T"));
  };
  CHECK(shortest(kNested) == "/**/");
  CHECK(shortest(kRawCpp) == "R\"()\"");
  CHECK(shortest(kRawRust) == "r\"\"");
  CHECK(shortest(kLua) == "[[]]");
  CHECK(shortest(kDollar) == "$$$$");
  CHECK(shortest(kShell) == "<<a\na");
  CHECK(shortest(kPhp) == "<<<a\na");

  const auto separate = [](const char* tokens, const char* left, const char* between,
                           const char* right) {
    return grammar_with(tokens)->lexer->separate(left, between, right);
  };
  CHECK_FALSE(separate(kNested, "/", "", "*"));  // an end may follow
  CHECK(separate(kNested, "/", " ", "*"));
  CHECK(separate(kNested, "/*a*/", "", "*"));
  CHECK_FALSE(separate(kNested, "/*a", "", "*/"));
  CHECK_FALSE(separate(kShell, "<<E\nx\nE", "", "b"));
  CHECK_FALSE(separate(kShell, "<<E\nx\nE", " ", "b"));
  CHECK(separate(kShell, "<<E\nx\nE", "\n", "b"));
  CHECK_FALSE(separate(kShell, "<<", "", "b"));
  CHECK(separate(kShell, "<<", " ", "b"));
}

TEST_CASE("matcher: as skipped text") {
  const auto grammar = support::grammar_of(R"json({"start": "all",
      "rules": {"all": "WORD*"}, "tokens": {"WORD": "[a-z]+"},
      "skip": {"SPACE": "[ \\n]+", "C": {"match": "nested", "open": "/*", "close": "*/"}}})json");
  const std::string text = "a /* b /* c */ */ d";
  const Tokens tokens = tokenize(*grammar, text);
  REQUIRE(tokens.tokens.size() == 2);
  CHECK(tokens.tokens[1].skipped == Span{1, 18});
  CHECK(print(support::tree_of(grammar, text)) == text);
}

TEST_CASE("matcher: nested texts with and without memory, at all places of random texts") {
  std::mt19937 random(11);
  const std::vector<std::pair<std::string, std::string>> forms{
      {"/*", "*/"}, {"((", "))"}, {"((", ")"}, {"(", "))"}, {"#|", "|#"}};
  for (const auto& [open, close] : forms) {
    Matcher matcher;
    matcher.open = open;
    matcher.close = close;
    for (int round = 0; round < 60; ++round) {
      std::string text;
      for (int i = 0; i < 300; ++i) {
        const auto pick = random() % (round % 2 ? 8 : 5);
        text += pick < 2 ? close : pick < 4 ? open : std::string(1, open[pick % 2]);
        if (round % 3 == 0) text += open;
      }
      NestedMemory memory;
      for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, open.size(), open) != 0) continue;
        const std::size_t plain = nested_end(matcher, text, at + open.size(), nullptr);
        const std::size_t remembered = nested_end(matcher, text, at + open.size(), &memory);
        REQUIRE(plain == remembered);
      }
    }
  }
}

TEST_CASE("matcher: delimiters with and without memory, at all places of random texts") {
  std::mt19937 random(12);
  for (const char* const form : {kRawCpp, kRawRust, kLua, kDollar, kShell, kPhp}) {
    const auto grammar = grammar_with(form);
    const std::vector<std::string> pieces{"R\"", "(",   ")",  "\"", "a",   "b",    "r",
                                          "#",   "\"#", "[",  "]",  "=",   "$",    "<<",
                                          "<<-", "<<<", "\n", "\t", "a\n", "\na\n"};
    for (int round = 0; round < 4; ++round) {
      std::string text;
      while (text.size() < 3000) text += pieces[random() % pieces.size()];
      ScanMemory memory;
      for (std::size_t at = 0; at < text.size(); ++at) {
        const Match plain = grammar->lexer->match(text, at);
        const Match remembered = grammar->lexer->match(text, at, &memory);
        REQUIRE(plain.length == remembered.length);
        if (plain.length > 0) REQUIRE(plain.terminals[0] == remembered.terminals[0]);
      }
    }
  }
}

TEST_CASE("matcher: megabytes that never end are read in linear time") {
  const auto repeated = [](const std::string& piece, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += piece;
    return text;
  };
  std::string raw;
  std::string here;
  for (int i = 0; i < 100'000; ++i) {
    raw += "R\"d" + std::to_string(i) + "(";
    here += "<<w" + std::string(static_cast<std::size_t>(1 + i % 7), 'a') + "\n";
  }
  const auto count = [](const char* form, const std::string& text) {
    return tokenize(*grammar_with(form), text).tokens.size();
  };
  CHECK(count(kNested, repeated("/*", 500'000)) == 1'000'000);
  CHECK(count(kNested, repeated("/*/", 300'000)) > 300'000);
  CHECK(count(kRawCpp, raw) > 100'000);
  CHECK(count(kShell, here) == 200'000);
  // The same without a matcher: an expression that searches for an end that does not exist.
  const char* const comment = R"("/\\*([^*]|\\*+[^*/])*\\*+/")";
  CHECK(count(comment, repeated("/* ", 300'000)) == 600'000);
}

namespace {

void check_matcher_problem(const std::string& token, const std::string& expected) {
  const std::string text = R"({"start": "a", "rules": {"a": "T"}, "tokens": {"T": )" + token + "}}";
  const Source source("g.json", text);
  std::string found;
  for (const Diagnostic& problem : load_grammar(source).problems) {
    found += text.substr(problem.span.begin, problem.span.size()) + ": " + problem.message + "\n";
  }
  CAPTURE(token);
  CHECK(found == expected + "\n");
}

}  // namespace

TEST_CASE("matcher: problems of the grammar file") {
  check_matcher_problem("3",
                        "3: `tokens.T` must be a regular expression (a string), {\"regex\": …} or "
                        "{\"match\": …}, but it is a number");
  check_matcher_problem(R"({"rexeg": "a"})", R"({"rexeg": "a"}: `tokens.T` lacks the key `regex`)");
  check_matcher_problem(R"({"regex": "a", "imediate": true})",
                        "\"imediate\": unknown key `imediate`");
  check_matcher_problem(
      R"({"regex": "a", "immediate": true})",
      R"({"regex": "a", "immediate": true}: an immediate token needs contextual lexing)");
  check_matcher_problem(R"({"regex": "a+*"})", "+*: in T, at \"+*\": two repetitions in a row");
  check_matcher_problem(R"({"match": "nest"})", "\"nest\": there is no matcher `nest`");
  check_matcher_problem(R"({"match": "nested", "open": "("})",
                        R"({"match": "nested", "open": "("}: `tokens.T` lacks the key `close`)");
  check_matcher_problem(R"({"match": "nested", "open": "|", "close": "|"})",
                        "\"|\": a nested text cannot close as it opens");
  check_matcher_problem(
      R"({"match": "delimited", "open": "x", "delimiter": "=*", "close": "{delimiter}"})",
      "\"x\": `open` has no place for the delimiter");
  check_matcher_problem(
      R"({"match": "delimited", "open": "x{delimiter}", "delimiter": "=*", "close": "x"})",
      "\"x\": `close` does not repeat the delimiter");
  check_matcher_problem(
      R"({"match": "delimited", "open": "\"{delimiter}*", "delimiter": "=*", "close": "{delimiter}"})",
      "*: in `open`: there is nothing to repeat before this *");
  check_matcher_problem(R"({"match": "heredoc", "open": "<<{delimiter}", "delimiter": "[z-a]"})",
                        "z-a: in `delimiter`: the range z-a has its ends the wrong way round");
  check_matcher_problem(
      R"({"match": "heredoc", "open": "<<{delimiter}", "delimiter": "a", "end": "x"})",
      "\"x\": `end` must be \"line\" or \"word\"");
  check_matcher_problem(
      R"({"match": "delimited", "open": "{delimiter}", "delimiter": "=*", "close": "x{delimiter}"})",
      R"({"match": "delimited", "open": "{delimiter}", "delimiter": "=*", "close": "x{delimiter}"}: T matches the empty string)");
}
