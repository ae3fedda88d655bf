// Contextual lexing with both engines.
#include <doctest/doctest.h>

#include <string>

#include "parse/parser.h"
#include "support/agreement.h"
#include "support/grammars.h"
#include "tree/print.h"

namespace grabr {
namespace {

// A slash is a division after a value, and begins a regular expression elsewhere.
const char* const kScript = R"json({
  "name": "script", "start": "program", "lexing": "contextual",
  "rules": {
    "program": "statement*",
    "statement": ["expression ';'", "'if' '(' expression ')' statement", "'{' statement* '}'",
                  "NAME ':' statement"],
    "expression": "operand % ('/' | '+')",
    "operand": ["NAME", "NUMBER", "REGEX", "'(' expression ')'", "STRING_BEGIN TEXT? STRING_END"]
  },
  "tokens": {
    "NAME": "[a-z]+", "NUMBER": "[0-9]+", "REGEX": "/[^/\\n ;]+/[a-z]*",
    "STRING_BEGIN": "\"",
    "TEXT": {"regex": "[^\"\\n]+", "immediate": true},
    "STRING_END": {"regex": "\"", "immediate": true}
  },
  "skip": {"SPACE": "[ \\n]+", "COMMENT": "#([^\\n]|\\n *#)*"}
})json";

std::string tokens_of(const Tree& tree) {
  std::string all;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind != NodeKind::kToken) continue;
    all += (all.empty() ? "" : " ") + std::string("<") + std::string(tree.token_text(id)) + ">";
  }
  return all;
}

/// `expected`: the tokens, or the offset of the parse failure.
void check(const char* grammar, const std::string& text, const std::string& expected) {
  CAPTURE(text);
  const Parser parser(support::grammar_of(grammar));
  CHECK(support::disagreement(parser, text) == "");
  for (const auto engine : {ParseOptions::Engine::kFast, ParseOptions::Engine::kReference}) {
    ParseOptions options;
    options.engine = engine;
    const ParseResult result = parser.parse(text, options);
    if (const auto* tree = std::get_if<Tree>(&result)) {
      CHECK(tokens_of(*tree) == expected);
      CHECK(print(*tree) == text);
    } else {
      CHECK(std::to_string(std::get<ParseFailure>(result).span.begin) == expected);
    }
  }
}

TEST_CASE("what may come decides what is read") {
  check(kScript, "a / b / c;", "<a> </> <b> </> <c> <;>");
  check(kScript, "/b/g + a/ b;", "</b/g> <+> <a> </> <b> <;>");
  check(kScript, "(a) / b / c;", "<(> <a> <)> </> <b> </> <c> <;>");
  check(kScript, "if (a) /b/g;", "<if> <(> <a> <)> </b/g> <;>");
  check(kScript, "{a;} /b/;", "<{> <a> <;> <}> </b/> <;>");
  check(kScript, "", "");
  check(kScript, " \n", "");
}

TEST_CASE("immediate tokens follow at once") {
  check(kScript, "\" a  b \";", "<\"> < a  b > <\"> <;>");
  check(kScript, "\"\";", "<\"> <\"> <;>");
  check(kScript, "\"if\" / \"/\";", "<\"> <if> <\"> </> <\"> </> <\"> <;>");
}

TEST_CASE("nothing is skipped where only immediate tokens follow") {
  check(kScript, "\"#1\"; # 2", "<\"> <#1> <\"> <;>");
  check(kScript, "\"#\"/a; #", "<\"> <#> <\"> </> <a> <;>");
}

TEST_CASE("a grammar without a terminal") {
  const char* const nothing =
      R"json({"start": "a", "lexing": "contextual", "rules": {"a": "()"}})json";
  check(nothing, "", "");
  check(nothing, "x", "0");
  const char* const unused = R"json({"start": "a", "lexing": "contextual", "rules": {"a": "()"},
      "tokens": {"X": "x+"}, "skip": {"SPACE": " +"}})json";
  check(unused, "  ", "");
  check(unused, " xx", "1");
  check(unused, " yx", "1");
}

TEST_CASE("reserved words are no names") {
  check(kScript, "iff;", "<iff> <;>");
  check(kScript, "if;", "2");
  check(kScript, "a / if;", "4");
}

TEST_CASE("where nothing fits") {
  check(kScript, "a b;", "2");
  check(kScript, "a /", "3");
  check(kScript, "a; $", "3");
  check(kScript, "(a; ", "2");
}

// Two parses stay possible for long: the next token is the longest one that either of them accepts.
TEST_CASE("several parses under way ask for tokens together") {
  const char* grammar = R"json({"start": "s", "lexing": "contextual",
    "rules": {"s": ["x* 'end'", "y* '!'"], "x": "WORD", "y": ["WORD", "DASHED"]},
    "tokens": {"WORD": "[a-z]+", "DASHED": "[a-z]+-[a-z]+"}, "skip": {"SPACE": " +"}})json";
  check(grammar, "a b c end", "<a> <b> <c> <end>");
  check(grammar, "a b-c d !", "<a> <b-c> <d> <!>");
  check(grammar, "a b-c end", "6");
}

// A word can end as many nested parts as there are words before it, and the last character decides
// which of two beginnings was read: more stacks than are compared one by one.
TEST_CASE("a token is looked for behind a great many parts that end") {
  const char* grammar = R"json({"start": "s", "lexing": "contextual",
    "rules": {"s": ["p e ')'", "q f '!'"], "p": "'('", "q": "'('", "e": ["WORD e", "WORD"], "f": ["WORD f", "WORD"]},
    "tokens": {"WORD": "[a-z]+"}, "skip": {"SPACE": " +"}})json";
  std::string words;
  std::string tokens;
  for (int i = 0; i < 60; ++i) {
    words += "a ";
    tokens += "<a> ";
  }
  check(grammar, "(" + words + ")", "<(> " + tokens + "<)>");
  check(grammar, "(" + words + "!", "<(> " + tokens + "<!>");
  check(grammar, "(" + words + "?", std::to_string(words.size() + 1));
}

// A text of nothing but skipped text, except that a token may be read in it.
TEST_CASE("what may be a token is not skipped where the empty text is a sentence") {
  const char* grammar = R"json({"start": "s", "lexing": "contextual",
    "rules": {"s": "(DOC* 'q')*"}, "tokens": {"DOC": "///[^\\n]*"},
    "skip": {"COMMENT": "//[^\\n]*", "SPACE": "[ \\n]+"}})json";
  check(grammar, "/// x", "5");
  check(grammar, "// x", "");
  check(grammar, "/// x\nq", "</// x> <q>");
}

}  // namespace
}  // namespace grabr
