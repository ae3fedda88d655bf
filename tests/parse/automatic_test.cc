// Tokens that line ends stand for, with both engines.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "parse/parser.h"
#include "support/agreement.h"
#include "support/script_like.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// The tokens, an automatic one as $; or the failure's position and the expected tokens.
std::string shown(const ParseResult& result) {
  const auto* tree = std::get_if<Tree>(&result);
  if (tree == nullptr) {
    return "!" + std::to_string(std::get<ParseFailure>(result).span.begin);
  }
  std::string all;
  for (const NodeId id : preorder(*tree, tree->root())) {
    const Node& node = (*tree)[id];
    if (node.kind != NodeKind::kToken) continue;
    const bool automatic = node.symbol == tree->grammar().automatic->token;
    all += (all.empty() ? "" : " ") + (automatic ? "$" : std::string(tree->token_text(id)));
  }
  return all;
}

void check(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
           const std::string& expected) {
  CAPTURE(text);
  const Parser parser(grammar);
  CHECK(support::disagreement(parser, text) == "");
  CHECK(shown(parser.parse(text)) == expected);
}

TEST_CASE("automatic tokens: where nothing else fits") {
  const auto script = support::script_like();
  check(script, "", "");
  check(script, "\n", "");
  check(script, "a", "a $");
  check(script, "a // b", "a $");
  check(script, "a\nb", "a $ b $");
  check(script, "a /*\n*/ b;", "a $ b ;");
  check(script, "a // x\n b", "a $ b $");
  check(script, "{a}", "{ a $ }");
  check(script, "{a;}", "{ a ; }");
  check(script, "{\n}\n", "{ }");
  check(script, "a\n(b)", "a ( b ) $");
  check(script, "a\n+ b", "a + b $");
  check(script, "a\n\n\n;", "a ;");
  check(script, "a;\n;", "a ; ;");
  check(script, "if (a\n) b", "if ( a ) b $");
  check(script, "if (a)\nb\nelse c", "if ( a ) b $ else c $");
  check(script, "\"a\" \n \"b\"", "\" a \" $ \" b \" $");
}

TEST_CASE("automatic tokens: restricted neighbours") {
  const auto script = support::script_like();
  check(script, "return\na", "return $ a $");
  check(script, "return a", "return a $");
  check(script, "return // x\na", "return $ a $");
  check(script, "return", "return $");
  check(script, "{return}", "{ return $ }");
  check(script, "a\n++b", "a $ ++ b $");
  check(script, "a\n++\nb", "a $ ++ b $");
  check(script, "a++\nb", "a ++ $ b $");
  check(script, "(a\n++)", "( a ++ ) $");
}

TEST_CASE("automatic tokens: failures") {
  const auto script = support::script_like();
  check(script, "a b", "!2");
  check(script, "a +", "!3");
  check(script, "if (a", "!5");
  check(script, "a\n}", "!2");
  check(script, "if (a) else b", "!7");
}

TEST_CASE("automatic tokens: always") {
  const auto go = support::go_like();
  check(go, "func f() {}", "func f ( ) { } $");
  check(go, "func f() {}\n", "func f ( ) { } $");
  check(go, "func f() { a; b }\nvar a = b", "func f ( ) { a ; b } $ var a = b $");
  check(go, "func f() {\n a\n b\n}\n", "func f ( ) { a $ b $ } $");
  check(go, "var a = b +\n c", "var a = b + c $");
  check(go, "var a = b\n + c", "!11");
  check(go, "var a = f(b,\n c,\n)", "var a = f ( b , c , ) $");
  check(go, "var a = f(b,\n c\n)", "!15");
  check(go, "func f()\n{}", "!8");
  check(go, "func f() { for a {\n}; return\n}", "func f ( ) { for a { } ; return $ } $");
}

TEST_CASE("automatic tokens: messages name a line end") {
  const Parser parser(support::script_like());
  const Source source("x", "a b");
  const auto failure = parser.check(source.bytes());
  REQUIRE(failure.has_value());
  const std::string message = parser.describe(*failure, source).message;
  CHECK(message.find("line end") != std::string::npos);
  const Parser go(support::go_like());
  const Source other("x", "func f()\n{}");
  const auto early = go.check(other.bytes());
  REQUIRE(early.has_value());
  CHECK(go.describe(*early, other).message == "unexpected line end, expected '{'");
}

TEST_CASE("automatic tokens: part of a text") {
  const Parser go(support::go_like());
  ParseOptions options;
  options.start = go.grammar().find("expression");
  CHECK(support::disagreement(go, "a + b", options) == "");
  CHECK(go.accepts("a + b", options));
  CHECK(go.accepts("a + b\n", options));
  options.start = go.grammar().find("end");
  for (const char* const text : {"", "\n", ";"}) {
    CHECK(support::disagreement(go, text, options) == "");
    CHECK(go.accepts(text, options));
  }
}

TEST_CASE("automatic tokens: engines agree about random texts") {
  const std::vector<std::string> parts = {
      "a", "b",      "1",      "(",      ")",  "{",    "}",  "+", "++",   ";",   "\n", "\n",
      " ", "// c\n", "/*\n*/", "return", "if", "else", "\"", ",", "func", "var", "=",  "for"};
  std::mt19937 random(7);
  for (const auto& grammar : {support::script_like(), support::go_like()}) {
    const Parser parser(grammar);
    for (int i = 0; i < 1500; ++i) {
      std::string text;
      const std::size_t count = 1 + random() % 14;
      for (std::size_t k = 0; k < count; ++k) text += parts[random() % parts.size()];
      CAPTURE(text);
      CHECK(support::disagreement(parser, text) == "");
    }
  }
}

}  // namespace
}  // namespace grabr
