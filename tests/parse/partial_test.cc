#include "parse/repair/partial.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "parse/repair/repair.h"
#include "support/build.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

using support::grammar_of;

constexpr const char* kNestedBlocks = R"json({
  "name": "blocks", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["block", "if_statement", "NAME '=' sum ';'", "call ';'", "';'"],
    "block": "'{' statement* '}'",
    "if_statement": "'if' '(' sum ')' statement ('else' statement)?",
    "call": "NAME '(' (sum % ',')? ')'",
    "sum": "term % ('+' | '-')",
    "term": ["NAME", "NUMBER", "call", "'(' sum ')'"]
  },
  "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+", "STRING": "'[^'\\n]*'"},
  "skip": {"SPACE": "[ \\n]+", "COMMENT": "/\\*([^*]|\\*+[^*/])*\\*+/"}
})json";

constexpr const char* kLayout = R"json({
  "name": "lines", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["call NEWLINE", "'if' NAME ':' NEWLINE block"],
    "block": "INDENT statement+ DEDENT",
    "call": "NAME '(' (NAME % ',')? ')'"
  },
  "tokens": {"NAME": "[a-z]+"},
  "skip": {"SPACE": "[ \\t]+", "COMMENT": "#[^\n]*"},
  "layout": {"style": "python", "newline": "NEWLINE", "indent": "INDENT", "dedent": "DEDENT",
             "brackets": [["(", ")"]]}
})json";

constexpr const char* kAutomatic = R"json({
  "name": "ends", "start": "program", "lexing": "contextual",
  "rules": {
    "program": "(statement (';' | END))*",
    "statement": ["NAME '=' sum", "'return' sum?", "'{' program statement? '}'"],
    "sum": "term % '+'",
    "term": ["NAME", "'(' sum ')'"]
  },
  "tokens": {"NAME": "[a-z]+"},
  "automatic": {"token": "END", "before": ["}"], "restricted_after": ["return"]},
  "skip": {"SPACE": "[ \n]+"}
})json";

/// The tokens with spaces between them; `<…>` is an opaque list, `[rule …]` a subtree in one, `!;`
/// a missing token.
void sketch(const Tree& tree, NodeId id, bool in_opaque, std::string& text) {
  const Node& node = tree[id];
  std::string close;
  if (node.kind == NodeKind::kToken) {
    const bool missing = node.text().size() == 0 && node.symbol != kNoSymbol;
    text += (missing ? "!" + tree.grammar().symbols[node.symbol].name
                     : std::string(tree.token_text(id))) +
            " ";
  } else if (node.opaque) {
    text += "<";
    close = "> ";
  } else if (in_opaque && node.kind == NodeKind::kRule) {
    text += "[" + tree.grammar().symbols[node.symbol].name + " ";
    close = "] ";
  }
  for (const NodeId child : tree.children(id)) {
    sketch(tree, child, node.opaque || (in_opaque && node.kind == NodeKind::kGroup), text);
  }
  if (close.empty()) return;
  if (text.ends_with(' ')) text.pop_back();
  text += close;
}

std::string sketch(const Tree& tree) {
  std::string text;
  sketch(tree, tree.root(), false, text);
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

/// Every byte is printed back, from the list view as well; parent links are correct.
void check_whole(const PartialTree& partial, const std::string& text) {
  CHECK(print(partial.tree) == text);
  CHECK(print(list_view(partial.tree)) == text);
  for (const NodeId id : preorder(partial.tree, partial.tree.root())) {
    const auto knows_it = [&](NodeId child) { return partial.tree[child].parent == id; };
    const auto children = partial.tree.children(id);
    if (!std::all_of(children.begin(), children.end(), knows_it)) FAIL_CHECK("parent of " << id);
  }
  for (const Opaque& opaque : partial.opaque) {
    CHECK(opaque.span.end <= text.size());
    CHECK((opaque.node == kNoNode) == (opaque.span.size() == 0 && !partial.bare));
    if (opaque.node != kNoNode) CHECK(partial.tree[opaque.node].opaque);
  }
}

void check_partial(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                   const std::string& expected) {
  CAPTURE(text);
  const Parser parser(grammar);
  const PartialTree partial = parse_partially(parser, text);
  check_whole(partial, text);
  CHECK(sketch(partial.tree) == expected);
  CHECK(partial.opaque.empty() == parser.accepts(text));
}

TEST_CASE("what parses is its parse") {
  const auto blocks = grammar_of(kNestedBlocks);
  const std::string text = " a = 1; /* c */ { f(2, b); }\n";
  const PartialTree partial = parse_partially(Parser(blocks), text);
  CHECK(dump(partial.tree) == dump(support::tree_of(blocks, text)));
  CHECK(partial.opaque.empty());
  CHECK(partial.opaque_tokens == 0);
}

TEST_CASE("the least that does not fit is left out of the parse") {
  const auto blocks = grammar_of(kNestedBlocks);
  check_partial(blocks, "{ a = 1; b b b; c = 2; }", "{ a = 1 ; b <b> != b ; c = 2 ; }");
  check_partial(blocks, "a = + 1; b = 2;", "a = <+> 1 ; b = 2 ;");
  check_partial(blocks, "if (a b) c = 1; else d = 2;", "if ( a <b> ) c = 1 ; else d = 2 ;");
  check_partial(blocks, "f(1, 2 2, 3); ;", "f ( 1 , 2 !, 2 , 3 ) ; ;");
  check_partial(blocks, "a = 1; @ b = 2;", "a = 1 ; <@> b = 2 ;");
  check_partial(blocks, "a = 1; } b = 2;", "a = 1 ; <}> b = 2 ;");
  check_partial(blocks, "a = b { + 1; { b = 2; } c = 3; d = 4; { e = 5; }",
                "a = b <{> + 1 ; { b = 2 ; } c = 3 ; d = 4 ; { e = 5 ; }");
  check_partial(blocks, "class x [] b = 1; { c = 2; d = 3; }",
                "<class x [ ]> b = 1 ; { c = 2 ; d = 3 ; }");
}

TEST_CASE("bytes that no token matches are printed in a language with layout, too") {
  const std::string text = "a = $\n? b\nif c:\n  d $ e\n";
  const PartialTree partial = parse_partially(Parser(support::python_like()), text);
  check_whole(partial, text);
  const NodeId last = tokens_of(partial.tree, partial.tree.root()).back();
  const Edit edits[] = {{Edit::Kind::kRemove, last, kNoNode}};
  CHECK(print(partial.tree, edits) == text.substr(0, text.size() - 1));
}

TEST_CASE("what is missing is there without a text") {
  const auto blocks = grammar_of(kNestedBlocks);
  check_partial(blocks, "a = 1 b = 2; c = 3;", "a = 1 !; b = 2 ; c = 3 ;");
  check_partial(blocks, "{ a = f(1; b = 2; }", "{ a = f ( 1 !) ; b = 2 ; }");
  check_partial(blocks, "if (a { b = 1; } c = 2;", "if ( a !) { b = 1 ; } c = 2 ;");
}

TEST_CASE("a text that is cut off has its brackets closed") {
  const auto blocks = grammar_of(kNestedBlocks);
  check_partial(blocks, "{ a = 1; { b = f(2, c", "{ a = 1 ; { b = f ( 2 , c !) !; !} !}");
  check_partial(blocks, "{ a = 1; { b = f(2,", "{ a = 1 ; { b = f ( 2 <,> !) !; !} !}");
  check_partial(blocks, "{ a = 1; if (b", "{ a = 1 ; if ( b !) !; !}");
  check_partial(blocks, "a = 1; b = ", "a = 1 ; <b =>");
  check_partial(blocks, "{{{", "{ { { !} !} !}");
}

TEST_CASE("strings and comments that do not end") {
  const auto blocks = grammar_of(kNestedBlocks);
  check_partial(blocks, "a = 1; /* b = 2;\nc = 3;", "a = 1 ; </ *> b = 2 ; c = 3 ;");
  check_partial(blocks, "a = 'x; b = 2;\nc = 3;", "a = <'> x ; b = 2 ; c = 3 ;");
}

TEST_CASE("brackets in what does not parse are parsed on their own; lines stay together") {
  const auto json = support::fixed("json");
  check_partial(json, "[1] nonsense [2, {\"a\": 3}]",
                "<[array [ 1 ]] nonsense> [ 2 , { \"a\" : 3 } ]");
  check_partial(json, "[1]\n{\"a\": 2}\n{\"b\": 3} {\"c\": 4}\n[5 5]",
                "<[array [ 1 ]] [object { \"a\" : 2 }] [object { \"b\" : 3 }]> { \"c\" : 4 } "
                "<[array [ 5 !, 5 ]]>");
  check_partial(json, "{\"a\": 1, \"b\" 2, \"c\": 3}", "{ \"a\" : 1 , \"b\" !: 2 , \"c\" : 3 }");
  check_partial(json, "{\"a\": [1, 2, {\"b\": ", "{ \"a\" : [ 1 , 2 , { \"b\" : !true !} !] !}");
}

TEST_CASE("without a nearest sentence all is opaque") {
  const auto json = support::fixed("json");
  check_partial(json, "", "<>");
  check_partial(json, "nope", "<nope>");
  check_partial(json, ", (a) }\n]", "<, ( a ) }> ![ ]");
  const PartialTree partial = parse_partially(Parser(json), "nope");
  CHECK(partial.bare);
  CHECK(partial.opaque_tokens == 1);
}

TEST_CASE("classic grammars: bytes are left out, words are divided") {
  const auto list = grammar_of(
      R"json({"<start>": ["<list>"], "<list>": ["[<items>]"], "<items>": ["<item>", "<item>,<items>"],
              "<item>": ["true", "<list>", "0", "1"]})json");
  check_partial(list, "[true,0,[1,1]]", "[ true , 0 , [ 1 , 1 ] ]");
  check_partial(list, "[true,2,1]", "[ true , <2 ,> 1 ]");
  check_partial(list, "[trxue,1,0,1]", "[ tr <x> ue , 1 , 0 , 1 ]");
  check_partial(list, "[1,[0,tr", "[ 1 , [ 0 , tr !] !]");
}

TEST_CASE("each stretch tells its reason and place") {
  const auto grammar = grammar_of(kNestedBlocks);
  const Source source("in", "a = 1;\nb = + 2;\n{ c = $ 3; d = 4");
  const Parser parser(grammar);
  const PartialTree partial = parse_partially(parser, source.bytes());
  std::string reasons;
  for (const Opaque& opaque : partial.opaque) {
    const std::string shown = render(parser.describe(opaque.failure, source), source);
    reasons += shown.substr(0, shown.find('\n')) + "\n";
  }
  CHECK(reasons ==
        "in:2:5: error: unexpected '+', expected NAME, NUMBER or '('\n"
        "in:3:7: error: no token matches here: '$'; valid here: NAME, NUMBER or '('\n"
        "in:3:17: error: the input ends while sum (line 3) is open, expected ';', '+' or '-'\n");
  REQUIRE(partial.opaque.size() == 3);
  CHECK(source.slice(partial.opaque[0].span) == "+");
  CHECK(source.slice(partial.opaque[1].span) == "$");
  CHECK(partial.opaque[2].node == kNoNode);
  CHECK(partial.tokens == 18);
  CHECK(partial.opaque_tokens == 2);
}

TEST_CASE("any start symbol") {
  const auto blocks = grammar_of(kNestedBlocks);
  const PartialTree partial =
      parse_partially(Parser(blocks), "a + + 1", {.start = blocks->find("sum")});
  CHECK(sketch(partial.tree) == "a + <+> 1");
}

/// Tries `count` random texts made of parts of `alphabet`.
void check_random(const std::shared_ptr<const Grammar>& grammar,
                  const std::vector<std::string>& alphabet, int count, std::uint32_t seed) {
  const Parser parser(grammar);
  std::mt19937 random(seed);
  for (int i = 0; i < support::runs(count); ++i) {
    std::string text;
    for (auto length = random() % 60; length > 0; --length) {
      text += alphabet[random() % alphabet.size()];
    }
    CAPTURE(text);
    const PartialTree partial = parse_partially(parser, text);
    check_whole(partial, text);
    CHECK(partial.opaque.empty() == parser.accepts(text));
    if (partial.opaque.empty()) CHECK(dump(partial.tree) == dump(support::tree_of(grammar, text)));
  }
}

TEST_CASE("random texts come back byte for byte") {
  const std::vector<std::string> parts = {"a",     "b ", "1", " = ", ";",  "{", "}",
                                          "(",     ")",  "[", "]",   ",",  "+", "if",
                                          "else ", "\n", "'", "/*",  "*/", "@"};
  check_random(grammar_of(kNestedBlocks), parts, 1500, 1);
  std::vector<std::string> bytes;
  for (int b = 0; b < 256; ++b) bytes.emplace_back(1, static_cast<char>(b));
  check_random(grammar_of(kNestedBlocks), bytes, 300, 2);
  check_random(support::fixed("json"), {"[", "]", "{", "}", ",", ":", "\"a\"", "1", " ", "\n", "x"},
               1500, 3);
  check_random(support::fixed("c"),
               {"int ", "x", "(", ")", "{", "}", ";", "=", "1", ",", "\n", "*"}, 200, 4);
  check_random(grammar_of(R"json({"<start>": ["<s>"], "<s>": ["", "(<s>)<s>", "ab<s>", "<t>;<s>"],
                                  "<t>": ["x", "<t>,<t>"]})json"),
               {"(", ")", "a", "b", "ab", ";", "x", ",", "\n"}, 1500, 5);
  check_random(grammar_of(kLayout),
               {"if", " x", ":", "\n", "\n  ", "\n    ", "\n\t", "(", ")", "#", "@"}, 1500, 6);
  check_random(grammar_of(kAutomatic), {"a", " = ", "return", ";", "\n", "{", "}", "(", ")", "+"},
               1500, 7);
}

TEST_CASE("brackets are those that a rule has both of") {
  const auto patterns = grammar_of(R"json({
    "start": "pattern",
    "rules": {
      "pattern": "(LETTER | '{' | group)*", "group": "('(' | '(?:') pattern ')'"
    },
    "tokens": {"LETTER": "[a-z]"}
  })json");
  check_partial(patterns, "a{b(c{d(?:e)f", "a { b ( c { d (?: e ) f !)");
  check_partial(patterns, "a{b(?:c{d)e)f", "a { b (?: c { d ) e <)> f");
}

TEST_CASE("lines and their indentation are tokens") {
  const auto lines = grammar_of(kLayout);
  check_partial(lines, "if x:\n  f()\n  g( = )\n  h()\nk()\n",
                "if x : \n !INDENT f ( ) \n g ( <=> ) \n h ( ) \n !DEDENT k ( ) \n");
  check_partial(lines, "if x\n    f()\n    if g\nh()\n",
                "if x !: \n !INDENT f ( ) \n <if g \n> !DEDENT h ( ) \n");
  const std::string odd_end = " f:\n  :@f x\n@";
  check_whole(parse_partially(Parser(lines), odd_end), odd_end);
}

TEST_CASE("what is missing before a token that does not fit is added") {
  const auto blocks = grammar_of(kNestedBlocks);
  check_partial(blocks, "(a) { b = 1; } c = 2;", "!if ( a ) { b = 1 ; } c = 2 ;");
  check_partial(blocks, "if (a) = 1 + 2; b = 2; c = 3;",
                "if ( a ) !NAME = 1 + 2 ; b = 2 ; c = 3 ;");
}

TEST_CASE("a comment that lost its beginning costs its lines") {
  const std::string rest = "a = 1; b = 2; c = 3; d = 4; e = 5; f(1); g(2); h(3);\n";
  const auto cost = [&](const std::string& text) {
    const PartialTree partial = parse_partially(Parser(grammar_of(kNestedBlocks)), text);
    check_whole(partial, text);
    return partial.opaque_tokens;
  };
  CHECK(cost("x = 1;\nof it; it is; some words; of a comment; that is long; y; z */\n" + rest) ==
        1);
}

TEST_CASE("a line with a wrong indentation costs its indentation") {
  const auto lines = grammar_of(kLayout);
  const auto check = [&](const std::string& text, const std::string& expected) {
    const PartialTree partial = parse_partially(Parser(lines), text);
    check_partial(lines, text, expected);
    CHECK(partial.opaque_tokens == 0);
    CHECK(partial.opaque.size() == 1);
  };
  const std::string end = "\n !DEDENT i ( ) \n";
  // To a level that does not exist: the nearest expected level continues.
  check("if x:\n    f()\n  g()\n  h()\ni()\n",
        "if x : \n !INDENT f ( ) \n <!DEDENT !INDENT> g ( ) \n h ( ) " + end);
  check("if x:\n  if y:\n      f()\n    g()\n  h()\ni()\n",
        "if x : \n !INDENT if y : \n !INDENT f ( ) \n <!DEDENT !INDENT> g ( ) \n !DEDENT h ( ) " +
            end);
  check("if x:\n    f()\n\tg()\ni()\n",
        "if x : \n !INDENT f ( ) \n <!DEDENT !INDENT> g ( ) " + end);
  // Deeper than the line before: the following lines are parsed as if it were not.
  check("if x:\n  f()\n    g()\n    h()\ni()\n",
        "if x : \n !INDENT f ( ) \n <!INDENT> g ( ) \n h ( ) \n <!DEDENT> !DEDENT i ( ) \n");
  check("  f()\n  g()\ni()\n", "<!INDENT> f ( ) \n g ( ) \n <!DEDENT> i ( ) \n");
}

TEST_CASE("a bracket without a partner does not take line ends away") {
  const auto lines = grammar_of(kLayout);
  check_partial(lines, "f(\nif x:\n  g(a,\n b)\nh()\n",
                "f ( !) \n if x : \n !INDENT g ( a , b ) \n !DEDENT h ( ) \n");
  check_partial(lines, "f())\nif x:\n  g()\n", "f ( ) <)> \n if x : \n !INDENT g ( ) \n !DEDENT");
}

TEST_CASE("line ends that end something are tokens") {
  const auto ends = grammar_of(kAutomatic);
  check_partial(ends, "a = b\nc = = d\nreturn\n{ e = f }\nreturn g",
                "a = b !END c = <=> d !END return !END { e = f } !END return g !END");
  check_partial(ends, "a = b\n= c = d\ne = f", "a = b <=> !END c = d !END e = f !END");
  check_partial(ends, "a = b c = d\ne = f", "a = b !; c = d !END e = f !END");
}

TEST_CASE("a sign that begins and ends something is left out where the other one is missing") {
  const auto formulas = grammar_of(R"json({
    "start": "text",
    "rules": {"text": "paragraph % '/'", "paragraph": "(WORD | SIGN WORD* SIGN)*"},
    "tokens": {"WORD": "[a-z]+", "SIGN": "[$]"}, "skip": {"SPACE": " +"}
  })json");
  check_partial(formulas, "a $ b c d / e $f$ g h i j k l", "a <$> b c d / e $ f $ g h i j k l");
  check_partial(formulas, "a $ b $ c $ d / e $f$ g h i j", "a $ b $ c <$> d / e $ f $ g h i j");
  check_random(formulas, {"a", " ", "$", "/", "@"}, 1500, 8);
}

TEST_CASE("words that end something are added, a closer too many is left out") {
  const auto routines = grammar_of(R"json({
    "start": "file",
    "rules": {
      "file": "(routine | block)*", "routine": "'def' NAME '{' call* '}'",
      "block": "'begin' (call | block)* 'end'", "call": "NAME ';'"
    },
    "tokens": {"NAME": "[a-z]"}, "skip": {"SPACE": " +"}
  })json");
  check_partial(routines, "begin a; begin b; end", "begin a ; begin b ; end !end");
  check_partial(routines, "def f { a; } b; } def g { c; }", "def f { a ; <}> b ; } def g { c ; }");
}

TEST_CASE("the shortest end of what is under way is added where nothing nearer fits") {
  const auto tags = grammar_of(R"json({
    "start": "element",
    "rules": {"element": "'<' NAME '>' element* '</' NAME '>'"},
    "tokens": {"NAME": "[a-z]"}, "skip": {"SPACE": " +"}
  })json");
  check_partial(tags, "<a><b><c></c></b>", "< a > < b > < c > </ c > </ b > !</ !NAME !>");
  check_partial(tags, "<a><b><c></c><b></b></a>",
                "< a > < b > < c > </ c > < b > </ b > </ a > !</ !NAME !>");
}

TEST_CASE("a text is split anew where a parse would have read other tokens") {
  const auto lines = grammar_of(R"json({
    "start": "file", "lexing": "contextual",
    "rules": {"file": "line*", "line": ["'set' NAME '=' REST ';'", "'eq' NAME '=' NAME NAME ';'"]},
    "tokens": {"NAME": "[a-z]", "REST": "[a-z]( ?[a-z])*"}, "skip": {"SPACE": " +"}
  })json");
  check_partial(lines, "eq a = b c; eq a = b c; set = a = b c; eq a = b c;",
                "eq a = b c ; eq a = b c ; set <=> a = b c ; eq a = b c ;");
}

TEST_CASE("a text is split anew behind a bracket that is not closed") {
  const auto tags = grammar_of(R"json({
    "start": "file", "lexing": "contextual",
    "rules": {
      "file": "(TEXT | tag)*",
      "tag": "'<%' NAME '=' sum CLOSE",
      "sum": "value % '%'",
      "value": ["NAME", "'{' sum % ',' '}'"]
    },
    "tokens": {"NAME": "[a-z]+", "TEXT": "[a-z ]+", "CLOSE": "%\\}"}, "skip": {"SPACE": " +"}
  })json");
  std::string text = "<%a={b,c%}", expected = "<% a = { b , c !} %}";
  for (int i = 0; i < 20; ++i) {
    text += "of a text<%d={e%f}%}";
    expected += " of a text <% d = { e % f } %}";
  }
  check_partial(tags, text, expected);
}

TEST_CASE("a place where nothing fits leaves reads to the others") {
  const Parser parser(grammar_of(kNestedBlocks));
  const Punctuation punctuation(parser.grammar(), parser.lowered());
  const std::string words = "* some words, that are of no statement; but of a long text.\n";
  std::string text = words;
  for (int i = 0; i < 10; ++i) text += "{ a = 1 f(2, b); }\n";
  RoughText rough{parser, punctuation, text, {}};
  rough.tokens = tokenize_roughly(parser.grammar(), parser.lowered(), punctuation, text);
  const Span all{0, static_cast<std::uint32_t>(rough.tokens.size())};
  RepairBudget budget{1500};
  const auto sentence = repair(rough, all, parser.grammar().start, {}, budget, false);
  REQUIRE(sentence);
  const auto read = std::ranges::count_if(sentence->tokens, [&](const SentenceToken& token) {
    return !token.added && rough.tokens[token.at].text.begin >= words.size();
  });
  CHECK(read > 100);  // of 120 texts
}

/// For a text of many tokens the fast engine builds the tree without keeping a chart.
void check_many_tokens(const char* grammar, const std::string& part, const std::string& wrong) {
  std::string text;
  for (std::size_t i = 0; i < 2500; ++i) text += i % 700 == 300 ? wrong : part;
  const Parser parser(grammar_of(grammar));
  ParseOptions reference;
  reference.engine = ParseOptions::Engine::kReference;
  const PartialTree partial = parse_partially(parser, text);
  CHECK(partial.tokens > 50'000);
  CHECK(partial.opaque.size() == 4);
  check_whole(partial, text);
  const PartialTree by_chart = parse_partially(parser, text, reference);
  CHECK(dump(partial.tree) == dump(by_chart.tree));
}

TEST_CASE("of many tokens, too, the tree is that of a chart") {
  check_many_tokens(kNestedBlocks, "a = 1; { f(2, b); if (b) ; else c = d + (3); }\n",
                    "a = 1; { f(2, = b); } b = a;\n");
  check_many_tokens(kAutomatic, "a = b + c + (d + e) + f\nreturn\n{ a = b; c = e + f + g }\n",
                    "a = = b\n");
}

TEST_CASE("deep nesting and many errors take no deep stack and not much time") {
  const auto json = support::fixed("json");
  for (const std::string& text :
       {std::string(20000, '['), std::string(20000, ']'),
        std::string(10000, '(') + "x" + std::string(10000, ')'), std::string(5000, '[') + "@"}) {
    check_whole(parse_partially(Parser(json), text), text);
  }
  std::string errors;
  for (int i = 0; i < 2000; ++i) errors += "a = = 1;\n";
  const PartialTree partial = parse_partially(Parser(grammar_of(kNestedBlocks)), errors);
  check_whole(partial, errors);
  CHECK(partial.opaque.size() == 2000);
}

}  // namespace
}  // namespace grabr
