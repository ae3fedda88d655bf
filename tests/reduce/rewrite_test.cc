#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "grammar/analyse/analysis.h"
#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/strategy.h"
#include "support/conditions.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/pass_run.h"
#include "tree/list_view.h"

namespace grabr {
namespace {

using support::contains;
using support::Fails;
using support::senseless;

TEST_CASE("rewrite: templates in their order, then those of what stands there") {
  const auto parser = std::make_shared<const Parser>(support::grammar_of(R"json({
    "start": "statement",
    "rules": {
      "statement": ["if", "call ';'"],
      "if": "'if' '(' call ')' statement ('else' statement)?",
      "call": "NAME '(' (call % ',')? ')'"
    },
    "tokens": {"NAME": "[a-z]+"},
    "skip": {"SPACE": " +"},
    "hints": {"rewrites": {
      "if": ["$statement", "$statement.2", "$call ;", "if ( $call ) $call ;"],
      "call": ["$call", "$call.2"]
    }}
  })json"));
  const support::Run run = support::run("rewrite", "if (f(x())) a(); else b(c(), d());",
                                        support::fails_if(contains({"d("})), parser);
  CHECK(support::show(run.tests) ==
        "P  a();\n"          // the first part
        "F  b(c(), d());\n"  // the second; a statement has no template, but the call in it has
        "P c();\n"
        "F  d();\n");
  CHECK(run.result == " d();");
}

TEST_CASE("replace: templates are among what may stand in the place of a node") {
  const std::string text = "(assert (and (f x) (= y (g z))))";
  const auto only_true = support::fails_if([&](std::string_view one) {
    return one == text || one == "(assert (and true (= y (g z))))";
  });
  const auto run = support::pass_run(find_tree_pass("replace")->tree, 0, support::shipped("smtlib"),
                                     text, only_true);
  CHECK(run.result == "(assert (and true (= y (g z))))");
  CHECK(run.tests_of_another == 0);
}

TEST_CASE("replace: a value of each kind may stand where a type asks for it") {
  const std::string text = "package p\nvar v = f(r[i].name, r[i].n-r[j].n)\n";
  const std::string result = "package p\nvar v = f(\"\", r[i].n-r[j].n)\n";
  const auto typed =
      support::fails_if([&](std::string_view one) { return one == text || one == result; });
  CHECK(support::pass_run(find_tree_pass("replace")->tree, 0, support::shipped("go"), text, typed)
            .result == result);
}

TEST_CASE("rewrite: what promises too few tokens is left out, and failures lower the odds") {
  std::string text = "int f(void) { while (g(1, 2, 3)) { a(4, 5, 6); } ";
  for (int i = 0; i < 30; ++i) text += "while (b(7)) { c(8); } ";
  const auto never = support::fails_if([&](std::string_view t) { return t == text + "}"; });
  const auto tests = [&](double least) {
    return support::pass_run(rewrite, least, support::fixed("c"), text + "}", never).tests;
  };
  CHECK(tests(0) > 60);
  CHECK(tests(1) > 2);
  CHECK(tests(1) < 20);
  CHECK(tests(1000) == 0);
}

TEST_CASE("auto: the header of a loop, which the list view hides from replacements") {
  const auto parser = std::make_shared<const Parser>(support::shipped("cpp"));
  const auto needs = support::fails_if([](std::string_view t) {
    return t.starts_with("a(){") && support::squeezed(t).find("x") != std::string::npos &&
           t.ends_with("}");
  });
  CHECK(support::run("auto", "a(){for(int b:x);}", needs, parser).result == "a(){x}");
}

TEST_CASE("rewrite: where nothing is skipped, nothing stands between the parts of a template") {
  const auto parser = std::make_shared<const Parser>(support::grammar_of(R"json({
    "start": "element",
    "rules": {"element": "'<' NAME ('/>' | '>' element* '</' NAME '>')"},
    "tokens": {"NAME": "[a-z]+"},
    "hints": {"rewrites": {"element": ["<$NAME/>"]}}
  })json"));
  const auto fails = support::fails_if(contains({"<a"}));
  CHECK(support::run("rewrite", "<a><b></b></a>", fails, parser).result == "<a/>");
}

TEST_CASE("rewrite: parts used twice, numbers and the sign itself") {
  const auto parser = std::make_shared<const Parser>(support::grammar_of(R"json({
    "start": "s",
    "rules": {"s": ["'[' s s s s ']'", "'$' s s", "NUM"]},
    "tokens": {"NUM": "[0-9]+"},
    "skip": {"SPACE": " +"},
    "hints": {"rewrites": {"s": ["$$ $s.2 $s.2", "$$ $s.3 $s.4"]}}
  })json"));
  const auto result = [&](const std::string& text, const Fails& fails) {
    return support::run("rewrite", text, support::fails_if(fails), parser).result;
  };
  CHECK(result("[1 2 3 4]", contains({"2"})) == "$ 2 2");
  CHECK(result("[1 2 3 4]", contains({"3"})) == "$ 3 4");
  CHECK(result("[1 2 3 4]", contains({"1"})) == "[1 2 3 4]");
}

TEST_CASE("rewrite: the templates of real grammars") {
  struct Row {
    const char* grammar;
    const char* text;
    std::vector<std::string> parts;
    const char* result;
  };
  const Row rows[] = {
      {"json", R"({"a": [1, {"b": 2}], "c": [3]})", {"3"}, "3"},
      {"json", R"([[[4, 5], 6], 7])", {"5"}, "5"},
      {"c", "int f(int a) { return g(a, 1); }", {"f("}, "int f(int a);"},
      {"c", "f(a) { if (a) b(); else c(d, e); }", {"{", "c"}, "f(a) { c; }"},
      {"c", "f(a) { for (i = 0; i < 3; i++) g(i); }", {"{", "i = 0"}, "f(a) {i = 0; }"},
      {"c",
       "f(a) { for (int i = 0; i < 3; i++) g(i); }",
       {"int i", "g(i"},
       "f(a){int i = 0; g(i);}"},
      {"c", "int x = (a ? (b) : c) + 1;", {"+", "b"}, "int x =b + 1;"},
      {"c", "struct s { int a; } *p;", {"p"}, "int *p;"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto parser = std::make_shared<const Parser>(support::fixed(row.grammar));
    const Fails fails = contains(row.parts);
    const support::Run run =
        support::run("rewrite", row.text, support::fails_if([&](std::string_view text) {
                       CAPTURE(std::string(text));
                       CHECK(parser->accepts(text));
                       return fails(text);
                     }),
                     parser);
    CHECK(support::trimmed(run.result) == row.result);
  }
}

TEST_CASE("rewrite: a classic grammar has no templates") {
  const auto parser = std::make_shared<const Parser>(support::fixed("expr"));
  const support::Run run =
      support::run("rewrite", "1 + (2 * 3)", support::fails_if(contains({"1"})), parser);
  CHECK(run.tests.empty());
  CHECK(run.result == "1 + (2 * 3)");
}

}  // namespace
}  // namespace grabr
