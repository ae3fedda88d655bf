#include "reduce/style/style.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/style/compact.h"
#include "reduce/style/gaps.h"
#include "reduce/style/pretty.h"
#include "support/conditions.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "support/script_like.h"
#include "text/file.h"

namespace grabr {
namespace {

using GrammarPtr = std::shared_ptr<const Grammar>;

struct Styled {
  std::string text;
  std::uint64_t tests = 0;
};

bool always(std::string_view) { return true; }

/// Created once for each grammar.
std::shared_ptr<const Parser> parser_of(const GrammarPtr& grammar) {
  static std::map<GrammarPtr, std::shared_ptr<const Parser>> parsers;
  auto& parser = parsers[grammar];
  if (parser == nullptr) parser = std::make_shared<const Parser>(grammar);
  return parser;
}

GrammarPtr fixed(const std::string& name) {
  static std::map<std::string, GrammarPtr> grammars;
  auto& grammar = grammars[name];
  if (grammar == nullptr) grammar = support::fixed(name);
  return grammar;
}

Tree tree_of(const GrammarPtr& grammar, const std::string& text) {
  ParseResult result = parser_of(grammar)->parse(text);
  CAPTURE(text);
  REQUIRE(std::holds_alternative<Tree>(result));
  return std::get<Tree>(std::move(result));
}

/// The result of a style for a text and a test.
Styled styled(Style style, const GrammarPtr& grammar, const std::string& text,
              const support::Fails& fails = always) {
  FunctionOracle oracle(
      [&](std::string_view one) { return fails(one) ? Outcome::kFail : Outcome::kPass; });
  Session session(oracle, text);
  Problem problem;
  if (grammar != nullptr) {
    problem.parser = parser_of(grammar);
    problem.partial = !problem.parser->accepts(text);
  }
  session.check_original("preflight");
  apply_style(style, session, problem);
  CHECK(fails(session.best()));
  CHECK(session.phase() == (style == Style::kKeep ? "" : "style"));
  if (style == Style::kCompact) CHECK(session.best().size() <= text.size());
  if (grammar != nullptr && !problem.partial) {
    CHECK(same_tokens(tree_of(grammar, text), tree_of(grammar, session.best())));
  }
  return {session.best(), session.counts().committed};
}

std::string compacted(const GrammarPtr& grammar, const std::string& text,
                      const support::Fails& fails = always) {
  return styled(Style::kCompact, grammar, text, fails).text;
}

std::string prettied(const GrammarPtr& grammar, const std::string& text,
                     const support::Fails& fails = always) {
  return styled(Style::kPretty, grammar, text, fails).text;
}

TEST_CASE("styles have names") {
  CHECK(value_by_name("compact", styles()) == Style::kCompact);
  CHECK(value_by_name("nice", styles()) == std::nullopt);
}

TEST_CASE("keep asks nothing") {
  const Styled kept = styled(Style::kKeep, fixed("c"), "int  x ; // y\n");
  CHECK(kept.text == "int  x ; // y\n");
  CHECK(kept.tests == 0);
}

TEST_CASE("compact: as few bytes as the lexer allows, by one test") {
  const auto check = [](const GrammarPtr& grammar, const std::string& text,
                        const std::string& expected) {
    CAPTURE(text);
    const Styled result = styled(Style::kCompact, grammar, text);
    CHECK(result.text == expected);
    CHECK(result.tests == (text == expected ? 0 : 1));
  };
  const GrammarPtr c = fixed("c");
  check(c, "int  f ( ) { return 1 ; } // c\n", "int f(){return 1;}");
  check(c, "int x = a - -b + ++c - - - d;\n", "int x=a- -b+ ++c- - -d;");
  check(c, "\n\n#define A  1 // x\n\n  # include <x.h>\nint  y;\n\n#if 1\n#endif\n",
        "#define A  1 // x\n# include <x.h>\nint y;\n#if 1\n#endif");
  check(c, "int x;", "int x;");
  check(support::shipped("python"), "a  = 0 or  1 if 'x' in 'y' else 2\n",
        "a=0 or 1 if'x'in'y'else 2\n");
  check(fixed("json"), "{ \"a\" : [ 1 , 2 ],\n\t\"b c\" : { } }\n", "{\"a\":[1,2],\"b c\":{}}");
  check(fixed("lines"), "a  b\n\n c\n", "a  b\n\n c\n");
  check(fixed("expr"), "1 + 2", "1 + 2");
}

TEST_CASE("compact: line ends and indentation that mean something stay") {
  const GrammarPtr python = support::python_like();
  CHECK(compacted(python,
                  "# a\n\nif x :  # why\n\n      # b\n    y = f( 1,\n   2 )\n"
                  "    while z:\n        q\n\n    r\nelse: s\n") ==
        "if x:\n y=f(1,2)\n while z:\n  q\n r\nelse:s\n");
  CHECK(compacted(python, "if a:\n\tb\n\tc\n") == "if a:\n\tb\n\tc\n");
  CHECK(compacted(python, "a + \\\n  b  ; c # d") == "a+b;c");

  const GrammarPtr script = support::script_like();
  CHECK(compacted(script, "a\n\n  b // c\nreturn\nc\n{ d\n}\n") == "a\nb\nreturn\nc\n{d}");
  CHECK(compacted(script, "a + \n b\n++c\n( d )\n") == "a+b\n++c(d)");
  CHECK(compacted(script, "a + ++b ; \" x  \" ;\n") == "a+ ++b;\" x  \";");
  CHECK(compacted(support::go_like(), "func f ( ) {\n  g( 1,\n 2 )\n  return\n}\n\nvar x = 1\n") ==
        "func f(){g(1,2)\nreturn}\nvar x=1");
}

TEST_CASE("compact: what matters to the test stays, the rest goes") {
  const GrammarPtr c = fixed("c");
  const std::string text = "int  f ( void ) { /* BUG */ return 1 ; }\nint  g ; \n";
  CHECK(compacted(c, text, support::contains({"/* BUG */"})) ==
        "int f(void){ /* BUG */ return 1;}int g;");
  CHECK(compacted(c, text, support::contains({"f (", "g ;"})) == "int f (void){return 1;}int g ;");
  const GrammarPtr python = support::python_like();
  CHECK(compacted(python, "if a :\n    b # c\n    d ( e )\n", support::contains({"    d"})) ==
        "if a:\n    b\n    d(e)\n");
}

TEST_CASE("compact: tests are bounded") {
  const GrammarPtr json = fixed("json");
  std::string text = "[ 0";
  for (int i = 1; i < 3000; ++i) text += " , " + std::to_string(i);
  text += " ]";
  const Styled none =
      styled(Style::kCompact, json, text, [&](std::string_view one) { return one == text; });
  CHECK(none.text == text);
  CHECK(none.tests <= 2 * 64);
  const Styled one = styled(Style::kCompact, json, text, support::contains({" , 17 "}));
  CHECK(one.tests <= 4 * 2 * 64);
  CHECK(one.text.size() < text.size() - 2 * 2900);
  const Styled all = styled(Style::kCompact, json, text);
  CHECK(all.tests == 1);
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Styled senseless = styled(Style::kCompact, json, text, support::senseless(text, seed));
    CHECK(senseless.tests <= 4 * 2 * 64);
  }
}

TEST_CASE("compact without a grammar: blanks at line ends and blank lines go") {
  CHECK(compacted(nullptr, "a  b  \n\n \t\n  c\t\n\n") == "a  b\n  c\n");
  CHECK(compacted(nullptr, "a\r\nb") == "a\r\nb");
  CHECK(compacted(nullptr, "\n\na \n\nb\n", support::contains({"a \n"})) == "a \nb\n");
  CHECK(compacted(nullptr, "a \nb \nc", support::contains({"b "})) == "a\nb \nc");
}

TEST_CASE("compact: a text that does not parse") {
  const GrammarPtr c = fixed("c");
  CHECK(compacted(c, "int f ( ) { return 1 ; } ) ) int  g ;\n") == "int f(){return 1;}))int g;");
}

TEST_CASE("pretty: a statement or element a line, by one test") {
  const auto check = [](const GrammarPtr& grammar, const std::string& text,
                        const std::string& expected) {
    CAPTURE(text);
    const Styled result = styled(Style::kPretty, grammar, text);
    CHECK(result.text == expected);
    CHECK(result.tests == (text == expected ? 0 : 1));
    CHECK(prettied(grammar, expected) == expected);
  };
  const GrammarPtr c = fixed("c");
  check(c, "int f(){int x;if(x){g();}else h(\n1,\n2);for(;;){}l:return 1;} struct s{int a;\n\n};",
        "int f(){\n  int x;\n  if(x){\n    g();\n  }else h(1, 2);\n  for(;;){}\n  l:\n"
        "  return 1;\n}\n"
        "struct s{\n  int a;\n};\n");
  check(c, "#define A 1\n#if A\nint x;int\ny;\n#endif",
        "#define A 1\n#if A\nint x;\nint y;\n#endif\n");
  check(c, "int f(){ // a\n\n  // b\n  x; /* c */ y;}",
        "int f(){ // a\n  // b\n  x; /* c */\n  y;\n}\n");
  check(fixed("json"), "[{\"a\":1},{\"b\":[1,2],\"c\":{\"d\":null}}]",
        "[\n  {\"a\":1},\n  {\n    \"b\":[1,2],\n    \"c\":{\"d\":null}\n  }\n]\n");
  check(fixed("json"), "[1,2]", "[1,2]");
  check(support::script_like(), "a;{b\nif(c){d}}e\n\nreturn",
        "a;\n{\n  b\n  if(c){\n    d\n  }\n}\ne\nreturn\n");
  check(support::go_like(), "func f(){g(1,2);for x{y};return};var x=1\n",
        "func f(){\n  g(1,2);\n  for x{y};\n  return\n};\nvar x=1\n");
}

TEST_CASE("pretty: nothing changes where line ends mean something, or no list says how") {
  for (const auto& row : std::vector<std::pair<GrammarPtr, std::string>>{
           {support::python_like(), "if  x:\n      y;z\n"},
           {fixed("lines"), "{a;b;}\n"},
           {fixed("expr"), "1+2"},
           {fixed("json"), "[1,\n2]"},
           {nullptr, "{a;\n\n\nb;}  \n"}}) {
    const auto& [grammar, text] = row;
    CAPTURE(row.second);
    const Styled result = styled(Style::kPretty, grammar, text);
    CHECK(result.text == text);
    CHECK(result.tests == 0);
  }
}

/// The samples of tests/grammars.
std::vector<std::string> samples(const std::string& language) {
  const std::string text = read_file(GRABR_SOURCE_DIR "/tests/grammars/" + language + "/valid.txt");
  std::vector<std::string> result;
  constexpr std::string_view kBetween = "\n---\n";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(kBetween, begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + kBetween.size();
  }
  return result;
}

TEST_CASE("each style of real languages has the same tokens and does not change again") {
  for (const std::string language :
       {"c", "css", "go", "javascript", "json", "lua", "markdown", "python", "shell", "sql"}) {
    const GrammarPtr grammar = support::shipped(language);
    for (const std::string& sample : samples(language)) {
      if (sample.empty() || !parser_of(grammar)->accepts(sample)) continue;
      CAPTURE(language);
      CAPTURE(sample);
      const std::string small = compacted(grammar, sample);
      CHECK(compacted(grammar, small) == small);
      const std::string pretty = prettied(grammar, small);
      CHECK(prettied(grammar, pretty) == pretty);
    }
  }
}

TEST_CASE("pretty: what no longer fails is not kept") {
  const Styled result =
      styled(Style::kPretty, fixed("c"), "int f(){int x;}", support::contains({"{int"}));
  CHECK(result.text == "int f(){int x;}");
  CHECK(result.tests == 1);
}

TEST_CASE("pretty: between words, and in the whole text, statements have lines") {
  const GrammarPtr lua = support::shipped("lua");
  CHECK(prettied(lua, "local x = 1 if x then f(x) return 2 else g() h() end") ==
        "local x = 1\n"
        "if x then\n"
        "  f(x)\n"
        "  return 2\n"
        "else\n"
        "  g()\n"
        "  h()\n"
        "end\n");
  CHECK(prettied(lua, "function f(a) while a do g() break end end -- c") ==
        "function f(a)\n"
        "  while a do\n"
        "    g()\n"
        "    break\n"
        "  end\n"
        "end -- c");
  CHECK(prettied(lua, "f()") == "f()");
  const GrammarPtr c = fixed("c");
  CHECK(prettied(c, "unsigned long f(static const int x);") ==
        "unsigned long f(static const int x);");
}

TEST_CASE("pretty: what cannot be laid out says why") {
  const auto why = [](const GrammarPtr& grammar, const std::string& text,
                      const support::Fails& fails = always) {
    FunctionOracle oracle(
        [&](std::string_view one) { return fails(one) ? Outcome::kFail : Outcome::kPass; });
    Session session(oracle, text);
    Problem problem;
    if (grammar != nullptr) problem.parser = parser_of(grammar);
    session.check_original("preflight");
    return apply_style(Style::kPretty, session, problem);
  };
  CHECK(why(support::shipped("python"), "x = 1\n") == "in Python indentation means something");
  CHECK(why(support::shipped("xml"), "<a><b/><c/></a>") == "in XML white space means something");
  CHECK(why(fixed("expr"), "1 + 2") == "in grammar white space means something");
  CHECK(why(fixed("c"), "int x") == "the result does not parse");
  CHECK(why(nullptr, "int x;") == "it takes a grammar");
  CHECK(why(fixed("c"), "int x; int y;", [](std::string_view text) {
          return text.find('\n') == text.npos;
        }) == "laid out, it does not fail");
  CHECK(why(fixed("c"), "int x; int y;").empty());
  CHECK(why(fixed("json"), "[1]").empty());
}

}  // namespace
}  // namespace grabr
