#include "reduce/style.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "reduce/compact.h"
#include "reduce/gaps.h"
#include "reduce/pretty.h"
#include "support/checked_run.h"
#include "support/conditions.h"
#include "support/grammars.h"
#include "support/python_like.h"
#include "support/script_like.h"

namespace grabr {
namespace {

using GrammarPtr = std::shared_ptr<const Grammar>;

struct Styled {
  std::string text;
  std::uint64_t tests = 0;
};

bool always(std::string_view) { return true; }

/// What a style makes of a text, which fails when `fails` says so.
Styled styled(Style style, const GrammarPtr& grammar, const std::string& text,
              const support::Fails& fails = always) {
  FunctionOracle oracle(
      [&](std::string_view one) { return fails(one) ? Outcome::kFail : Outcome::kPass; });
  Session session(oracle, text);
  Problem problem;
  if (grammar != nullptr) {
    problem.parser = std::make_shared<const Parser>(grammar);
    problem.partial = !problem.parser->accepts(text);
  }
  session.check_original("preflight");
  apply_style(style, session, problem);
  CHECK(fails(session.best()));
  CHECK(session.phase() == (style == Style::kKeep ? "" : "style"));
  if (style == Style::kCompact) CHECK(session.best().size() <= text.size());
  if (grammar != nullptr && !problem.partial) {
    CHECK(same_tokens(support::tree_of(grammar, text), support::tree_of(grammar, session.best())));
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
  CHECK(style_names() == "keep compact pretty");
  CHECK(style_by_name("compact") == Style::kCompact);
  CHECK(style_by_name("nice") == std::nullopt);
}

TEST_CASE("keep asks nothing") {
  const Styled kept = styled(Style::kKeep, support::fixed("c"), "int  x ; // y\n");
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
  const GrammarPtr c = support::fixed("c");
  check(c, "int  f ( ) { return 1 ; } // c\n", "int f(){return 1;}");
  check(c, "int x = a - -b + ++c - - - d;\n", "int x=a- -b+ ++c- - -d;");
  check(c, "\n\n#define A  1 // x\n\n  # include <x.h>\nint  y;\n\n#if 1\n#endif\n",
        "#define A  1 // x\n# include <x.h>\nint y;\n#if 1\n#endif");
  check(c, "int x;", "int x;");
  check(support::fixed("json"), "{ \"a\" : [ 1 , 2 ],\n\t\"b c\" : { } }\n",
        "{\"a\":[1,2],\"b c\":{}}");
  check(support::fixed("lines"), "a  b\n\n c\n", "a  b\n\n c\n");
  check(support::fixed("expr"), "1 + 2", "1 + 2");
}

TEST_CASE("compact: line ends and indentation that mean something stay") {
  const GrammarPtr python = support::python_like();
  CHECK(compacted(python, "# a\n\nif x :  # why\n\n      # b\n    y = f( 1,\n   2 )\n"
                          "    while z:\n\tq\n\n    r\nelse: s\n") ==
        "if x:\n y=f(1,2)\n while z:\n  q\n r\nelse:s\n");
  CHECK(compacted(python, "if a:\n\tb\n\tc\n") == "if a:\n\tb\n\tc\n");
  CHECK(compacted(python, "a + \\\n  b  ; c # d") == "a+b;c");

  const GrammarPtr script = support::script_like();
  CHECK(compacted(script, "a\n\n  b // c\nreturn\nc\n{ d\n}\n") ==
        "a\nb\nreturn\nc\n{d}");
  CHECK(compacted(script, "a + \n b\n++c\n( d )\n") == "a+b\n++c(d)");
  CHECK(compacted(script, "a + ++b ; \" x  \" ;\n") == "a+ ++b;\" x  \";");
  CHECK(compacted(support::go_like(), "func f ( ) {\n  g( 1,\n 2 )\n  return\n}\n\nvar x = 1\n") ==
        "func f(){g(1,2)\nreturn}\nvar x=1");
}

TEST_CASE("compact: what matters to the test stays, the rest goes") {
  const GrammarPtr c = support::fixed("c");
  const std::string text = "int  f ( void ) { /* BUG */ return 1 ; }\nint  g ; \n";
  CHECK(compacted(c, text, support::contains({"/* BUG */"})) ==
        "int f(void){ /* BUG */ return 1;}int g;");
  CHECK(compacted(c, text, support::contains({"f (", "g ;"})) ==
        "int f (void){return 1;}int g ;");
  const GrammarPtr python = support::python_like();
  CHECK(compacted(python, "if a :\n    b # c\n    d ( e )\n", support::contains({"    d"})) ==
        "if a:\n    b\n    d(e)\n");
}

TEST_CASE("compact: tests are bounded") {
  const GrammarPtr json = support::fixed("json");
  std::string text = "[ 0";
  for (int i = 1; i < 3000; ++i) text += " , " + std::to_string(i);
  text += " ]";
  const Styled none = styled(Style::kCompact, json, text,
                             [&](std::string_view one) { return one == text; });
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
  const GrammarPtr c = support::fixed("c");
  CHECK(compacted(c, "int f ( ) { return 1 ; } ) ) int  g ;\n") ==
        "int f(){return 1;}))int g;");
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
  const GrammarPtr c = support::fixed("c");
  check(c, "int f(){int x;if(x){g();}else h(\n1,\n2);for(;;){}l:return 1;} struct s{int a;\n\n};",
        "int f(){\n  int x;\n  if(x){\n    g();\n  }else h(1,2);\n  for(;;){}\n  l:return 1;\n}\n"
        "struct s{\n  int a;\n};\n");
  check(c, "#define A 1\n#if A\nint x;int\ny;\n#endif", "#define A 1\n#if A\nint x;\nint y;\n#endif\n");
  check(c, "int f(){ // a\n\n  // b\n  x; /* c */ y;}",
        "int f(){ // a\n  // b\n  x; /* c */\n  y;\n}\n");
  check(support::fixed("json"), "[{\"a\":1},{\"b\":[1,2],\"c\":{\"d\":null}}]",
        "[\n  {\"a\":1},\n  {\n    \"b\":[1,2],\n    \"c\":{\"d\":null}\n  }\n]\n");
  check(support::fixed("json"), "[1,2]", "[1,2]");
  check(support::script_like(), "a;{b\nif(c){d}}e\n\nreturn",
        "a;\n{\n  b\n  if(c){\n    d\n  }\n}\ne\nreturn\n");
  check(support::go_like(), "func f(){g(1,2);for x{y};return};var x=1\n",
        "func f(){\n  g(1,2);\n  for x{\n    y\n  };\n  return\n};\nvar x=1\n");
}

TEST_CASE("pretty: nothing changes where line ends mean something, or no list says how") {
  for (const auto& [grammar, text] : std::vector<std::pair<GrammarPtr, std::string>>{
           {support::python_like(), "if  x:\n      y;z\n"},
           {support::fixed("lines"), "{a;b;}\n"},
           {support::fixed("expr"), "1+2"},
           {support::fixed("json"), "[1,\n2]"},
           {nullptr, "{a;\n\n\nb;}  \n"}}) {
    CAPTURE(text);
    const Styled result = styled(Style::kPretty, grammar, text);
    CHECK(result.text == text);
    CHECK(result.tests == 0);
  }
}

TEST_CASE("pretty: what no longer fails is not kept") {
  const Styled result = styled(Style::kPretty, support::fixed("c"), "int f(){int x;}",
                               support::contains({"{int"}));
  CHECK(result.text == "int f(){int x;}");
  CHECK(result.tests == 1);
}

}  // namespace
}  // namespace grabr
