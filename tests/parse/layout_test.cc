#include <doctest/doctest.h>

#include "parse/parser.h"
#include "parse/tokens/tokenize.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Tokens as "a = 1 NEWLINE INDENT …"; "!" and the reason where lexing fails.
std::string shown(const std::string& text, const Grammar* grammar) {
  const Tokens tokens = tokenize(*grammar, text);
  std::string result;
  std::uint32_t at = 0;
  for (const Token& token : tokens.tokens) {
    CHECK(token.skipped.begin == at);
    CHECK(token.skipped.end == token.text.begin);
    at = token.text.end;
    const Symbol& symbol = grammar->symbols[token.terminal];
    const bool layout = symbol.kind == SymbolKind::kLayout;
    const std::string word =
        layout ? symbol.name.substr(0, 1) : text.substr(token.text.begin, token.text.size());
    result += (result.empty() ? "" : " ") + word;
  }
  CHECK(tokens.skipped_at_end.begin == at);
  if (!tokens.stuck_at) CHECK(tokens.skipped_at_end.end == text.size());
  if (tokens.stuck_at) result += " !" + std::to_string(*tokens.stuck_at) + tokens.stuck_reason;
  return result;
}

void check(const std::string& text, const std::string& expected) {
  CAPTURE(text);
  CHECK(shown(text, support::python_like().get()) == expected);
}

/// A language with braces or indentation, like Scala 3.
const Grammar& offside() {
  static const auto kGrammar = support::grammar_of(R"json({"start": "file",
    "rules": {
      "file": "statement % NEWLINE",
      "statement": ["NAME args?", "NAME '=' block", "'if' NAME 'then' block"],
      "args": "'(' (block % ',')? ')'",
      "block": ["INDENT statement % NEWLINE DEDENT", "'{' (statement % NEWLINE) '}'", "statement"]
    },
    "tokens": { "NAME": "[a-z]+" },
    "skip": { "SPACE": "[ \t]+", "COMMENT": "#[^\n]*" },
    "layout": {
      "style": "offside", "brackets": [["(", ")"]], "blocks": [["{", "}"]],
      "indent_after": ["=", "then"], "indent_after_outside": [")"],
      "newline_after": ["NAME", ")", "}", "DEDENT"], "newline_before": ["NAME", "if", "("]
}
})json");
  return *kGrammar;
}

void check_offside(const std::string& text, const std::string& expected) {
  CAPTURE(text);
  CHECK(shown(text, &offside()) == expected);
}

}  // namespace

TEST_CASE("layout: offside lines") {
  check_offside("", "");
  check_offside("a", "a");
  check_offside("\n\na # x\n\n# y\n  \nb\n", "a N b");
  check_offside("a\n  b\nc", "a b N c");  // a deeper line continues
  check_offside("a =\n  b\n  c\nd", "a = I b N c D N d");
  check_offside("a =\n  b =\n    c\nd", "a = I b = I c D D N d");
  check_offside("a =\n  b", "a = I b D");
  check_offside("a = {\n b\n   c\n}\nd", "a = { b N c } N d");
  check_offside("a(\n b\n)\nc", "a ( b ) N c");
  check_offside("a(b =\n  c, d)\ne", "a ( b = I c D , d ) N e");
  check_offside("a()\n  (b)\n(c)", "a ( ) ( b ) N ( c )");
  check_offside("a = {\n b =\n   }\nc", "a = { b = } N c");
  check_offside("a =\n  b, c\nd", "a = I b , c D N d");  // not in brackets
  check_offside("a(b = {\n c =\n  d, e\n}, f)", "a ( b = { c = I d , e D } , f )");
  check_offside("a()\n  b\nc", "a ( ) I b D N c");
  check_offside("if a\nthen b", "if a then b");
  check_offside("a ?", "a !2");
}

TEST_CASE("layout: offside texts are printed as they were, and parse") {
  const Parser parser(std::make_shared<const Grammar>(offside()));
  for (const std::string text :
       {"a", "a =\n  b\n  c\n\nd # x", "a = {\n b\n   c\n}\n", "a(b =\n  c, d)\ne\n"}) {
    CAPTURE(text);
    const ParseResult result = parser.parse(text);
    REQUIRE(std::holds_alternative<Tree>(result));
    CHECK(print(std::get<Tree>(result)) == text);
  }
  CHECK(!parser.accepts("a =\n"));
}

TEST_CASE("layout: lines") {
  check("", "");
  check("\n\n  \n", "");
  check("a\n", "a N");
  check("a", "a N");
  check("a\r\nb\r\n", "a N b N");
  check("\n\na # x\n\n# y\nb", "a N b N");
  check("a  # x", "a N");
  check("# only\n  # comments", "");
  check("a + \\\n  b\nc", "a + b N c N");
  check("f(a,\n b)\nc", "f ( a , b ) N c N");
  check("f(\n\n# x\n a\n)", "f ( a ) N");
  check("f([a)\nb\n", "f ( [ a ) b N");  // one depth for all kinds of brackets, as in CPython
  check("a)\nb", "a ) N b N");
}

TEST_CASE("layout: indentation") {
  check("if a:\n  b\n", "if a : N I b N D");
  check("if a:\n  b", "if a : N I b N D");
  check("if a:\n  b\nc\n", "if a : N I b N D c N");
  check("if a:\n  if b:\n    c\nd\n", "if a : N I if b : N I c N D D d N");
  check("if a:\n  if b:\n    c\n  d\ne", "if a : N I if b : N I c N D d N D e N");
  check("if a:\n\n # x\n  b\n # y\n  c\n", "if a : N I b N c N D");
  check("if a:\n  b\n    # deep\nc", "if a : N I b N D c N");
  check("if a:\n  f(\nx)\n  b", "if a : N I f ( x ) N b N D");
  check("  a\n", "I a N D");
}

TEST_CASE("layout: tabs and spaces") {
  check("if a:\n\tb\n\tc", "if a : N I b N c N D");
  check("if a:\n        b\n\tc",
        "if a : N I b N !17the indentation mixes tabs and spaces inconsistently");
  check("if a:\n\tif b:\n\t  c\n\td", "if a : N I if b : N I c N D d N D");
  check("if a:\n\f  b\n  c", "if a : N I b N c N D");
}

TEST_CASE("layout: a line between two levels") {
  static const auto kUneven = support::grammar_of(R"json({"start": "file",
    "rules": { "file": "line*", "line": "NAME+ NEWLINE block*", "block": "INDENT line+ DEDENT" },
    "tokens": { "NAME": "[a-z]+" }, "skip": { "SPACE": "[ \t]+" },
    "layout": { "style": "uneven" }
})json");
  CHECK(shown("a\n    b\n  c\n  d\ne", kUneven.get()) == "a N I b N D I c N d N D e N");
  CHECK(shown("a\n      b\n    c\n  d\n", kUneven.get()) == "a N I b N D I c N D I d N D");
  CHECK(shown("a\n        b\n\tc", kUneven.get()) ==
        "a N I b N !13the indentation mixes tabs and spaces inconsistently");
}

TEST_CASE("layout: a line that fits no level") {
  check("if a:\n    b\n  c\n", "if a : N I b N D !14the indentation matches no enclosing line");
  check("a ?", "a !2");
  check("if a:\n  b ?", "if a : N I b !10");
}

TEST_CASE("layout: what was parsed is printed") {
  for (const char* const text :
       {"", "# x", "a\n", "a", "\n\na # x\n\n# y\nb  ", "if a:\n\tb\n\n\t# x\n\tc\nd # y",
        "if a:\n  if b:\n    c\n  d", "f(a,\n  b)\n", "a + \\\n  b\n", "\f\nif a:\r\n  b\r\n",
        "if a:\n  \\\n  b\n", "while a:\n        b\n# end"}) {
    CAPTURE(text);
    CHECK(print(support::tree_of(support::python_like(), text)) == text);
  }
}

TEST_CASE("layout: problems of the grammar file") {
  const auto check_problem = [](const std::string& layout, const std::string& skip,
                                const std::string& expected) {
    const std::string text = R"({"start": "a", "rules": {"a": "X NEWLINE INDENT DEDENT"},
        "tokens": {"X": "x"}, "skip": {"S": ")" +
                             skip + R"("}, "layout": )" + layout + "}";
    const Source source("g.json", text);
    std::string found;
    for (const Diagnostic& problem : load_grammar(source).problems) {
      found += text.substr(problem.span.begin, problem.span.size()) + ": " + problem.message + "\n";
    }
    CAPTURE(layout);
    CHECK(found == expected);
  };
  check_problem(R"({"style": "python"})", " +", "");
  check_problem(R"({"style": "yaml"})", " +",
                "\"yaml\": `layout.style` must be \"python\", \"uneven\" or \"offside\"\n");
  check_problem(R"({"style": "python", "idnent": "I"})", " +",
                "\"idnent\": unknown key `idnent`\n");
  check_problem(R"({"style": "python", "indent": "X"})", " +",
                "\"X\": `X` is defined twice\nINDENT: `INDENT` is not defined\n");
  check_problem(R"({"style": "python", "brackets": ["("]})", " +",
                "[\"(\"]: `layout.brackets` must be an array of pairs of literals, "
                "[[\"(\", \")\"], …], but it is an array\n");
  check_problem(R"json({"style": "python", "brackets": [["(", ")"]]})json", " +",
                "\"(\": no rule uses the bracket `(`\n\")\": no rule uses the bracket `)`\n");
  check_problem(R"({"style": "python", "blocks": []})", " +", "\"blocks\": unknown key `blocks`\n");
  check_problem(
      R"({"style": "offside", "indent_after": "X"})", " +",
      "\"X\": `layout.indent_after` must be an array of literals and names of tokens, but "
      "it is a string\n");
  check_problem(R"({"style": "python"})", "\\\\s+", "\\\\s+: S takes line ends from the layout\n");
}

}  // namespace grabr
