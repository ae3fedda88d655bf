#include "parse/repair/rough_tokens.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

namespace grabr {
namespace {

constexpr const char* kGrammar = R"json({
  "start": "list", "rules": {"list": "(NAME | STRING | '(' list ')' | '[' list ']' | '/' | '*')*"},
  "tokens": {"NAME": "[a-z]+", "STRING": "\"[^\"\\n]*\""},
  "skip": {"SPACE": "[ \\n]+", "COMMENT": "/\\*([^*]|\\*+[^*/])*\\*+/"}
})json";

/// Each token's text; `?` before text that no terminal matches, `|` before the first token of a
/// line, the index of the matching bracket after a bracket.
void check_rough_tokens(const std::string& text, const std::string& expected,
                        const std::string& rules = kGrammar) {
  CAPTURE(text);
  const auto grammar = support::grammar_of(rules);
  const Parser parser(grammar);
  const Punctuation punctuation(*grammar, parser.lowered());
  std::string shown;
  for (const RoughToken& token : tokenize_roughly(*grammar, parser.lowered(), punctuation, text)) {
    shown += std::string(shown.empty() ? "" : " ") + (token.starts_line ? "|" : "") +
             (token.terminal == kNoTerminal ? "?" : "") +
             text.substr(token.text.begin, token.text.size()) +
             (token.partner == kNoPartner ? "" : std::to_string(token.partner));
  }
  CHECK(shown == expected);
}

TEST_CASE("every byte is in a token or skipped") {
  check_rough_tokens("", "");
  check_rough_tokens("ab (c)", "ab (3 c )1");
  check_rough_tokens("ab\n c /* d\n */ e\n\n", "ab |c |e");
  check_rough_tokens("a $$ b", "a ?$ ?$ b");
  check_rough_tokens("X1_9 B\x80y \xc3\xa9", "?X1_9 ?B\x80 y ?\xc3\xa9");
  check_rough_tokens("a \"b c\nd", "a ?\" b c |d");
  check_rough_tokens("a /* b", "a / * b");
}

TEST_CASE("a quotation mark is alone if the next line with some has an even number") {
  const auto is_lone = [](std::string_view text, std::uint32_t at) {
    return has_lone_quote(text, {at, at + 1}, true);
  };
  CHECK(is_lone("f(\" \"a\")\ng(\"b\")\n", 6));
  CHECK_FALSE(is_lone("f(\" \"a\")\ng(\"b\")\n", 2));
  CHECK_FALSE(is_lone("a = \"b\nc\" \"d\"\n", 4));
  CHECK_FALSE(is_lone("a = \"$(\nb \"c\")\"\n", 4));
}

TEST_CASE("a token that holds anything does not swallow the text") {
  const std::string with_rest = R"json({
    "start": "list", "lexing": "contextual",
    "rules": {"list": "(NAME | '(' list ')')* ('END' REST)?"},
    "tokens": {"NAME": "[a-z]+", "REST": "[\\s\\S]+"}, "skip": {"SPACE": "[ \\n]+"}
  })json";
  check_rough_tokens("a (b $)\n", "a (4 b ?$ )1", with_rest);
}

TEST_CASE("what is in brackets is read there, and what is outside of them outside") {
  const std::string lines = R"json({
    "start": "file", "lexing": "contextual",
    "rules": {
      "file": "line*", "line": "(WORD | value)+ ':' (WORD | value)* END",
      "value": "INTO (ARGUMENT | value)* ')'"
    },
    "tokens": {
      "WORD": "[a-z]+", "INTO": "\\$\\(", "ARGUMENT": "[^ \\n$()]+|\\n", "END": "\\n"
    },
    "skip": {"SPACE": " +"}
  })json";
  check_rough_tokens("a: b\nc: ) d\n", "a : b \n |c : ) d \n", lines);
  check_rough_tokens("$(a:b $(c) d:e):f\n", "$(6 a:b $(4 c )2 d:e )0 : f \n", lines);
  check_rough_tokens("$(a\nb: c\n", "$( a \n |b: c \n", lines);
}

TEST_CASE("what is in a string is read there only") {
  const std::string strings = R"json({
    "start": "list", "lexing": "contextual",
    "rules": {
      "list": "(NAME | '{' list '}' | string | block | template)*",
      "string": "OPEN (TEXT | INTO list '}')* CLOSE",
      "block": "BLOCK_OPEN (TEXT | QUOTE)* BLOCK_CLOSE",
      "template": "HEAD list TAIL"
    },
    "tokens": {
      "NAME": "[a-z]+", "OPEN": "\"", "BLOCK_OPEN": "\"\"\"", "HEAD": "`[^`$]*\\$\\{",
      "TAIL": "\\}[^`]*`", "TEXT": {"regex": "[^\"$]+", "immediate": true},
      "INTO": {"regex": "\\$\\{", "immediate": true}, "CLOSE": {"regex": "\"", "immediate": true},
      "QUOTE": {"regex": "\"\"?", "immediate": true},
      "BLOCK_CLOSE": {"regex": "\"\"\"", "immediate": true}
    },
    "skip": {"SPACE": "[ \\n]+", "COMMENT": "#[^\\n]*"}
  })json";
  check_rough_tokens("a \"b # c\" ) d", "a \" b # c \" ?) d", strings);
  check_rough_tokens("\"x ${ b {c} } y\" {d}", "\" x  ${7 b {6 c }4 }2  y \" {12 d }10", strings);
  check_rough_tokens("\"\"\"a\"b\"\"\" c \"d\" e", "\"\"\" a \" b \"\"\" c \" d \" e", strings);
  check_rough_tokens("{ a } ) `b${ c {d} } e` f", "{2 a }0 ?) `b${ c {8 d }6 } e` f", strings);
}

TEST_CASE("brackets find the nearest open one of their kind") {
  check_rough_tokens("( [ ] )", "(3 [2 ]1 )0");
  check_rough_tokens("( [ )", "(2 [ )0");
  check_rough_tokens("( ] )", "(2 ] )0");
  check_rough_tokens(") ( (", ") ( (");
  check_rough_tokens("[ ( ] )", "[2 ( ]0 )");
}

}  // namespace
}  // namespace grabr
