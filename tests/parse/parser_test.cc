#include "parse/parser.h"

#include <doctest/doctest.h>

#include "parse/ambiguity/chart_dump.h"
#include "support/build.h"
#include "support/grammars.h"
#include "tree/print.h"

namespace grabr {
namespace {

using support::grammar_of;

constexpr const char* kBlocks = R"json({
  "name": "blocks", "start": "program",
  "rules": {
    "program": "statement*",
    "statement": ["block", "if_statement", "NAME '=' sum ';'", "';'"],
    "block": "'{' statement* '}'",
    "if_statement": "'if' '(' sum ')' statement ('else' statement)?",
    "sum": "term % ('+' | '-')",
    "term": ["NAME", "NUMBER", "'(' sum ')'"]
  },
  "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
  "skip": {"SPACE": "[ \\n]+"}
})json";

std::string message(const std::string& grammar, const std::string& text) {
  const Parser parser(grammar_of(grammar));
  const ParseResult result = parser.parse(text);
  REQUIRE(std::holds_alternative<ParseFailure>(result));
  const Source source("in", text);
  return render(parser.describe(std::get<ParseFailure>(result), source), source);
}

void check_message(const std::string& text, const std::string& head, const std::string& hint) {
  const std::string shown = message(kBlocks, text);
  INFO(shown);
  CHECK(shown.substr(0, shown.find('\n')) == head);
  REQUIRE_FALSE(hint.empty());
  CHECK(shown.find(hint) != std::string::npos);
}

TEST_CASE("failures say what was found, what was expected and in what") {
  check_message("a = 1",
                "in:1:6: error: the input ends while sum (line 1) is open, expected ';', '+' or "
                "'-'",
                "note: in statement (line 1)\n");
  check_message("{\n a = 1;\n b = + 2;\n}",
                "in:3:6: error: unexpected '+', expected NAME, NUMBER or '('",
                "in statement (line 3), in block (line 1)");
  check_message("a = $;",
                "in:1:5: error: no token matches here: '$'; valid here: NAME, NUMBER or '('",
                "note: in statement (line 1)\n");
  check_message("a = 1; }",
                "in:1:8: error: unexpected '}', expected NAME, ';', '{', 'if' or end of input",
                "note: no bracket is open for this '}' to close\n");
  check_message("if (a) b = \x01;",
                "in:1:12: error: no token matches here: '\\x01'; valid here: NAME, NUMBER or '('",
                "note: in statement (line 1), in if_statement (line 1)\n");
}

TEST_CASE("a token may open a bracket with its last byte") {
  const auto maps = support::grammar_of(R"json({
    "start": "map", "rules": {"map": "'%{' (NAME ':' NAME) % ',' '}'"},
    "tokens": {"NAME": "[a-z]+"}, "skip": {"SPACE": " +"}
  })json");
  const auto described = [&](const std::string& text) {
    const Parser parser(maps);
    const ParseResult result = parser.parse(text);
    const Source source("sample", text);
    return render(parser.describe(std::get<ParseFailure>(result), source), source);
  };
  CHECK(described("%{a: }").find("no bracket is open") == std::string::npos);
  CHECK(described("%{a: b").find("'{' of line 1, column 2 is never closed") != std::string::npos);
}

TEST_CASE("a byte order mark is skipped where nothing reads it") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string in_context = R"("lexing": "contextual", )";
  const std::string bare = R"("start": "a", "rules": {"a": "('x' | MARK)*"}, "tokens": {"MARK": )";
  for (const std::string& lexing : {std::string(), in_context}) {
    const Parser skips(grammar_of("{" + lexing + bare + R"("m"}})"));
    const Parser reads(grammar_of("{" + lexing + bare + R"("\\u{FEFF}"}})"));
    for (const auto engine : {ParseOptions::Engine::kFast, ParseOptions::Engine::kReference}) {
      ParseOptions options;
      options.engine = engine;
      const ParseResult result = skips.parse(mark + "xmx", options);
      REQUIRE(std::holds_alternative<Tree>(result));
      const Tree& tree = std::get<Tree>(result);
      CHECK(print(tree) == mark + "xmx");
      CHECK(count_tokens(tree, tree.root()) == 3);
      CHECK(skips.accepts(mark, options));
      CHECK_FALSE(skips.accepts("x" + mark, options));
      CHECK_FALSE(skips.accepts(mark + mark, options));
      CHECK(skips.check(mark + "?", options)->span.begin == 3);
      CHECK(reads.accepts("x" + mark, options));
      const ParseResult read = reads.parse(mark, options);
      CHECK(count_tokens(std::get<Tree>(read), std::get<Tree>(read).root()) == 1);
    }
  }
}

TEST_CASE("a byte order mark is skipped where a name could begin with it") {
  const std::string mark = "\xEF\xBB\xBF";
  for (const char* lexing : {"plain", "contextual"}) {
    const Parser parser(grammar_of(std::string(R"({"lexing": ")") + lexing + R"(", "start": "a",
        "rules": {"a": "'use' NAME"}, "tokens": {"NAME": "[a-z\\u{80}-\\u{10FFFF}]+"},
        "skip": {"SPACE": " +"}})"));
    CHECK(parser.accepts(mark + "use x"));
    CHECK(parser.accepts("use x"));
    CHECK_FALSE(parser.accepts(mark + mark + "use x"));
  }
}

TEST_CASE("an empty input names what a text begins with") {
  const std::string shown =
      message(R"json({"start": "s", "rules": {"s": "'a' | 'b'"}, "tokens": {}})json", "");
  CHECK(shown.substr(0, shown.find('\n')) ==
        "in:1:1: error: the input is empty, expected 'a' or 'b'");
}

TEST_CASE("expected bytes of a classic grammar are grouped") {
  const std::string shown = message(R"json({"<start>": ["<d>,<d>"],
      "<d>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "x"]})json",
                                    "1*");
  CHECK(shown.substr(0, shown.find('\n')) == "in:1:2: error: unexpected '*', expected ','");
  const std::string first = message(R"json({"<start>": ["<d>,<d>"],
      "<d>": ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "x"]})json",
                                    "*");
  CHECK(first.substr(0, first.find('\n')) ==
        "in:1:1: error: unexpected '*', expected '0'…'9' or 'x'");
}

TEST_CASE("any nonterminal may be the start") {
  const auto grammar = grammar_of(kBlocks);
  const Parser parser(grammar);
  CHECK(parser.accepts("a + 1", {.start = grammar->find("sum")}));
  CHECK(!parser.accepts("a + 1"));
  CHECK(parser.accepts("{ ; }", {.start = grammar->find("block")}));
}

TEST_CASE("else belongs to the inner if: the earlier part is the longest") {
  const Tree tree = support::tree_of(grammar_of(kBlocks), "if (a) if (b) ; else ;");
  const std::vector<NodeId> nodes = preorder(tree, tree.root());
  std::vector<std::uint32_t> else_parts;
  for (const NodeId id : nodes) {
    if (tree[id].kind == NodeKind::kOptional) else_parts.push_back(tree[id].child_count());
  }
  CHECK(else_parts == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("priority, then the earlier alternative") {
  const auto chosen = [](const std::string& first, const std::string& second) {
    const Tree tree = support::tree_of(
        grammar_of("{\"<start>\": [" + first + "," + second + "], \"<x>\": [\"a\"]}"), "a");
    return tree[tree.root()].alternative();
  };
  CHECK(chosen(R"("<x>")", R"("a")") == 0);
  CHECK(chosen(R"("<x>")", R"(["a", {"priority": 1}])") == 1);
  CHECK(chosen(R"(["<x>", {"priority": 2}])", R"(["a", {"priority": 1}])") == 0);
}

TEST_CASE("a bound on memory is kept and named") {
  const auto grammar = grammar_of(kBlocks);
  const ParseResult result =
      Parser(grammar).parse(std::string(100000, '{'), {.max_memory = 100000});
  REQUIRE(std::holds_alternative<ParseFailure>(result));
  CHECK(std::get<ParseFailure>(result).reason == ParseFailure::Reason::kMemory);
}

TEST_CASE("where ambiguity takes the memory, its symbol is named") {
  const Parser parser(grammar_of(R"json({"start": "list", "rules":
    {"list": "item*", "item": ["item item", "item item item", "'b'"]}})json"));
  const std::string text(150, 'b');
  const ParseResult result = parser.parse(text, {.max_memory = 200000});
  REQUIRE(std::holds_alternative<ParseFailure>(result));
  const auto& failure = std::get<ParseFailure>(result);
  CHECK(failure.reason == ParseFailure::Reason::kMemory);
  const Source source("in", text);
  CHECK(parser.describe(failure, source).hint.find("'item' can be read in very many ways") !=
        std::string::npos);
}

TEST_CASE("where ambiguity takes the time, the parser gives up, and its symbol is named") {
  const Parser parser(grammar_of(R"json({"start": "list", "rules":
    {"list": "item*", "item": ["item item", "item item item", "'b'"]}})json"));
  const std::string text(150, 'b');
  ParseOptions options;
  options.max_derived_again = 1000;
  CHECK(std::holds_alternative<Tree>(parser.parse(text.substr(0, 20), options)));
  const ParseResult result = parser.parse(text, options);
  REQUIRE(std::holds_alternative<ParseFailure>(result));
  const auto& failure = std::get<ParseFailure>(result);
  CHECK(failure.reason == ParseFailure::Reason::kAmbiguous);
  CHECK(failure.span.begin > 20);
  CHECK(failure.span.begin < 300);
  const Diagnostic words = parser.describe(failure, Source("in", text));
  CHECK(words.message == "too ambiguous: the parser gave up here");
  CHECK(words.hint == "'item' can be read in very many ways: make the rule less ambiguous");
}

TEST_CASE("deep nesting and long lists need no deep stack") {
  const auto grammar = grammar_of(kBlocks);
  const std::string deep = std::string(20000, '{') + std::string(20000, '}');
  CHECK(print(support::tree_of(grammar, deep)) == deep);
  std::string list;
  for (int i = 0; i < 20000; ++i) list += "a = b + 1;\n";
  CHECK(print(support::tree_of(grammar, list)) == list);
}

// If every step were cubic, these would take minutes.
TEST_CASE("sets full of items are searched by index") {
  const auto round_trip = [](const std::string& grammar, const std::string& text) {
    CHECK(print(support::tree_of(grammar_of(grammar), text)) == text);
  };
  std::string casts;
  for (int i = 0; i < 2000; ++i) casts += "(T)";
  round_trip(R"json({"start": "cast", "rules": {"cast": ["'(' 'T' ')' cast", "'1'"]}})json",
             casts + "1");
  const std::string text(support::is_sanitized() ? 60 : 150, 'b');
  round_trip(R"json({"<start>": ["<S>"], "<S>": ["<S><S><S>", "<S><S>", "b"]})json", text);
  round_trip(
      R"json({"start": "s", "rules": {"s": ["s s s", "s s", "s", "t", "'b'", "()"], "t": ["s t", "s"]}})json",
      text);
}

TEST_CASE("a large derivation is given back while its tree is built, never too early") {
  std::string blocks;
  for (std::size_t i = 0; i < 60'000; ++i) {
    blocks += i % 5 == 0 ? "{ if (b) a = 1 + (2 - c); else ; }\n" : "x = y - 7;\n";
  }
  std::string array = "[0";
  for (std::size_t i = 1; i < 700'000; ++i) array += ",1";
  const auto check = [](const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                        std::size_t tokens) {
    const ParseResult result = Parser(grammar).parse(text);
    REQUIRE(std::holds_alternative<Tree>(result));
    const Tree& tree = std::get<Tree>(result);
    CHECK(print(tree) == text);
    CHECK(count_tokens(tree, tree.root()) == tokens);
    CHECK(count_nodes(tree, tree.root()) == tree.size());
  };
  check(grammar_of(kBlocks), blocks, 12'000 * 18 + 48'000 * 6);
  check(support::fixed("json"), array + "]", 1'400'001);
}

TEST_CASE("chart and forest can be read") {
  const auto grammar = grammar_of(R"json({"<start>": ["<e>"], "<e>": ["<e>+<e>", "1"]})json");
  const Parser parser(grammar);
  ParseOptions textbook;
  textbook.engine = ParseOptions::Engine::kReference;
  CHECK(dump_chart(parser, "1", textbook) ==
        "set 0, before \"1\"\n"
        "  <start> → • <e>  (0)\n"
        "  <e> → • <e> \"+\" <e>  (0)\n"
        "  <e> → • \"1\"  (0)\n"
        "set 1, at the end\n"
        "  <e> → \"1\" •  (0)\n"
        "  <start> → <e> •  (0)\n"
        "  <e> → <e> • \"+\" <e>  (0)\n");
  CHECK(dump_forest(parser, "1+1+1") ==
        "<start> 0…5\n"
        "  #0 → <e> 0…5\n"
        "<e> 0…5\n"
        "  #0 → <e> 0…3 \"+\" 3…4 <e> 4…5\n"
        "  #0 → <e> 0…1 \"+\" 1…2 <e> 2…5\n"
        "<e> 0…3\n"
        "  #0 → <e> 0…1 \"+\" 1…2 <e> 2…3\n"
        "<e> 0…1\n"
        "  #1 → \"1\" 0…1\n"
        "<e> 2…3\n"
        "  #1 → \"1\" 2…3\n"
        "<e> 4…5\n"
        "  #1 → \"1\" 4…5\n"
        "<e> 2…5\n"
        "  #0 → <e> 2…3 \"+\" 3…4 <e> 4…5\n");
}

}  // namespace
}  // namespace grabr
