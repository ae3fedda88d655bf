#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/strategy.h"
#include "support/conditions.h"
#include "support/golden.h"
#include "support/grammars.h"

namespace grabr {
namespace {

using support::Fails;
using support::senseless;

std::shared_ptr<const Parser> choices() {
  return std::make_shared<const Parser>(support::grammar_of(R"json({
    "start": "statement",
    "rules": {
      "statement": ["call ';'", "choice", "block"],
      "choice": "'if' '(' call ')' statement ('else' statement)?",
      "block": "'{' statement* '}'",
      "call": "NAME '(' (NUMBER % ',')? ')'"
    },
    "tokens": {"NAME": "[a-z]+", "NUMBER": "[0-9]+"},
    "skip": {"SPACE": " +"},
    "hints": {"rewrites": {"choice": ["$statement", "$statement.2"]}}
  })json"));
}

TEST_CASE("keep-list: what is not kept is left out, or becomes what is kept") {
  const support::Run run = support::run("keep-list", "if (c()) { f(1); g(); } else h();",
                                        support::fails_if(support::contains({"g("})), choices());
  CHECK(support::show(run.tests) ==
        "P  h();\n"              // the second half: it ends the choice but does not contain it
        "P if (c()) { f(); }\n"  // the first half
        "F if (c()) { g(); } else h();\n"
        "P if (c()) { } else h();\n"
        "F if (c()) { g(); }\n"
        "P {}\n"
        "P if (c()) { }\n"
        "F  { g(); }\n"  // the choice itself is dropped, its block stays
        "P  { }\n");
  CHECK(run.result == " { g(); }");
}

TEST_CASE("keep-list: minimisers and grammars") {
  struct Row {
    const char* grammar;
    const char* text;
    std::vector<std::string> parts;
  };
  const Row rows[] = {
      {"json", R"({"a": [1, {"b": [true, {"x": -0.0}, false]}], "c": "d"})", {"-0.0"}},
      {"expr", "((4 / 2) - (1 + 1 + 2.5)) * 11", {"2.5"}},
      {"c",
       "int f(int a) { if (a) { while (a) { g(a, bug(1, 2)); h(); } } return 1; } int x;",
       {"bug("}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto parser = std::make_shared<const Parser>(support::fixed(row.grammar));
    const Fails fails = support::contains(row.parts);
    for (const Pass& minimizer : minimizers()) {
      CAPTURE(minimizer.name);
      FunctionOracle oracle(support::fails_if([&](std::string_view text) {
        CAPTURE(std::string(text));
        CHECK(parser->accepts(text));
        return fails(text);
      }));
      Session session(oracle, row.text);
      Problem problem;
      problem.parser = parser;
      problem.tree = support::tree_of(parser->grammar_ptr(), row.text);
      problem.lists = ListReducer(minimizer);
      run_strategy(*find_pass("keep-list"), session, problem);
      CHECK(fails(session.best()));
      CHECK(2 * session.best().size() < std::string(row.text).size());
    }
  }
}

TEST_CASE("keep-list: the body of a choice in C") {
  const auto parser = std::make_shared<const Parser>(support::fixed("c"));
  const support::Run run =
      support::run("keep-list", "f(a) { if (a) { b(1); c(); } else d(); }",
                   support::fails_if(support::contains({"f(", "{", "b(1"})), parser);
  CHECK(support::trimmed(run.result) == "f(a) { b(1); }");
}

TEST_CASE("keep-list: answers without sense, and partial trees") {
  const auto c = support::fixed("c");
  const auto parser = std::make_shared<const Parser>(c);
  const std::string whole =
      "int f(int a) { if (a ? b : c) { while (g(a, (h(1)))) { ; } } else return x[i(2)]; }";
  for (const std::string& text : {whole, whole + " } int ( ; { if (a) b(); @ }"}) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Fails fails = senseless(text, seed);
      FunctionOracle oracle(support::fails_if(fails));
      Session session(oracle, text);
      Problem problem;
      problem.parser = parser;
      problem.tree = parse_partially(*parser, text).tree;
      problem.partial = text != whole;
      run_strategy(*find_pass("keep-list"), session, problem);
      CHECK(fails(session.best()));
      CHECK(session.best().size() <= text.size());
    }
  }
}

TEST_CASE("keep-list: many nodes") {
  const auto parser = std::make_shared<const Parser>(support::fixed("json"));
  std::string text = "[";
  for (int i = 0; i < 3000; ++i) text += "[" + std::to_string(i) + "],";
  text += "\"end\"]";
  const support::Run run =
      support::run("keep-list", text, support::fails_if(support::contains({"[1777]"})), parser);
  CHECK(support::trimmed(run.result) == "[1777]");
}

}  // namespace
}  // namespace grabr
