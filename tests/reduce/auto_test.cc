#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

#include "grammar/analyse/analysis.h"
#include "oracle/function_oracle.h"
#include "parse/repair/partial.h"
#include "reduce/pass/tree_passes.h"
#include "reduce/strategy.h"
#include "support/build.h"
#include "support/grammars.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

using support::grammar_of;

struct Reduced {
  std::string text;
  std::uint64_t tests = 0;
};

/// The result of `auto` for a text and this test. Without a grammar the text is plain text.
Reduced reduce_with(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                    const std::function<bool(std::string_view)>& fails) {
  FunctionOracle oracle([&](std::string_view candidate) {
    return fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text);
  Problem problem;
  if (grammar != nullptr) {
    problem.parser = std::make_shared<const Parser>(grammar);
    problem.tree = support::tree_of(grammar, text);
  }
  session.check_original("preflight");
  run_strategy(*find_pass("auto"), session, problem);
  CHECK(fails(session.best()));
  CHECK(session.best().size() <= text.size());
  return {session.best(), session.counts().committed};
}

std::function<bool(std::string_view)> contains(std::string part) {
  return [part = std::move(part)](std::string_view text) {
    return text.find(part) != std::string_view::npos;
  };
}

TEST_CASE("JSON: the one member that matters") {
  const auto json = support::fixed("json");
  std::string text = "{\n";
  for (int i = 0; i < 40; ++i) {
    text += "  \"key" + std::to_string(i) + "\": [1, 2, {\"a\": null}],\n";
  }
  text += "  \"bad\": [true, {\"x\": -0.0}, false]\n}\n";
  const Reduced reduced = reduce_with(json, text, contains("-0.0"));
  CHECK(reduced.text == "-0.0\n");
  CHECK(reduced.tests < 40);
}

TEST_CASE("C: a statement deep inside is hoisted, the rest deleted") {
  const auto c = support::fixed("c");
  const std::string text =
      "int unused(int a, int b) { return a + b; }\n"
      "struct s { int x; int y; };\n"
      "int main(void) {\n"
      "  int i; /* a comment */\n"
      "  for (i = 0; i < 10; i++) { if (i > 3) { while (i) { bug(i, 2, 3); } } else { i--; } }\n"
      "  return 0;\n"
      "}\n";
  const Reduced reduced = reduce_with(c, text, contains("bug("));
  CHECK(reduced.text.size() <= std::string("main() { bug(); }\n").size());
  CHECK(reduced.tests < 60);
}

TEST_CASE("classic grammars are reduced by their lists") {
  const auto grammar = grammar_of(
      R"json({"<start>": ["<stmts>"], "<stmts>": ["<stmt>;<stmts>", "<stmt>"],
              "<stmt>": ["<name>=<expr>", "print <expr>"],
              "<expr>": ["<expr>+<term>", "<term>"], "<term>": ["<name>", "(<expr>)"],
              "<name>": ["a", "b", "c", "d"]})json");
  const Reduced reduced =
      reduce_with(grammar, "a=b;print (a+b)+c;c=a+b;print (d+(a+b));b=c", contains("d"));
  CHECK(reduced.text == "print d");
}

TEST_CASE("names that must stay together stay") {
  const auto c = support::fixed("c");
  const std::string text = "int a, b, c;\nint f(void) { a = 1; b = 2; return c; }\nint g;\n";
  const Reduced reduced = reduce_with(c, text, [](std::string_view t) {
    return t.find("int a") != std::string_view::npos && t.find("a = 1") != std::string_view::npos;
  });
  CHECK(reduced.text.find("int a") != std::string::npos);
  CHECK(reduced.text.find('b') == std::string::npos);
  CHECK(reduced.text.find('g') == std::string::npos);
}

TEST_CASE("a text without a grammar goes by lines, tokens and characters") {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "line " + std::to_string(i) + " (x)\n";
  const Reduced reduced = reduce_with(nullptr, text, contains("37"));
  CHECK(reduced.text == "37");
}

/// Checks that every deletion of a single list element or optional part of the result passes.
void check_one_minimal(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                       const std::function<bool(std::string_view)>& fails) {
  const Tree tree = list_view(support::tree_of(grammar, text));
  for (const NodeId id : preorder(tree, tree.root())) {
    const Node& node = tree[id];
    if (node.kind != NodeKind::kList && node.kind != NodeKind::kOptional) continue;
    const auto children = tree.children(id);
    const std::size_t step = node.separated ? 2 : 1;
    if ((children.size() + step - 1) / step <= node.min) continue;
    for (std::size_t i = 0; i < children.size(); i += step) {
      const Edit edit[] = {{Edit::Kind::kRemove, children[i], kNoNode}};
      const std::string smaller = print(tree, edit);
      CAPTURE(smaller);
      if (smaller != text) CHECK(!fails(smaller));
    }
  }
}

TEST_CASE("random oracles: it ends, fails, and no single element can go") {
  const auto json = support::fixed("json");
  std::mt19937 random(7);
  for (int run = 0; run < 30; ++run) {
    std::string text = "[";
    std::vector<std::string> parts;
    for (int i = 0; i < 12; ++i) {
      const std::string n = std::to_string(random() % 100);
      parts.push_back(random() % 3 ? n : "[" + n + ",{\"k" + n + "\":" + n + "}]");
      text += (i ? "," : "") + parts.back();
    }
    text += "]";
    // Needs some words, each of which only helps together with the one before it.
    std::vector<std::string> words;
    for (int i = 0; i < 3; ++i) words.push_back(parts[random() % parts.size()]);
    const auto fails = [&](std::string_view t) {
      return std::all_of(words.begin(), words.end(),
                         [&](const std::string& w) { return t.find(w) != std::string_view::npos; });
    };
    const Reduced reduced = reduce_with(json, text, fails);
    check_one_minimal(json, reduced.text, fails);
  }
}

TEST_CASE("an oracle without rhyme or reason does no harm") {
  const auto json = support::fixed("json");
  for (unsigned seed = 0; seed < 30; ++seed) {
    const std::string text = R"json({"a": [1, 2, 3], "b": {"c": [true, false]}, "d": "e"})json";
    reduce_with(json, text, [&](std::string_view t) {
      return t == text || (std::hash<std::string_view>()(t) + seed) % 3 == 0;
    });
  }
}

TEST_CASE("every candidate of a sweep is a sentence of the grammar") {
  const auto c = support::fixed("c");
  const auto parser = std::make_shared<const Parser>(c);
  const std::string text =
      "static int x[2] = {1, 2,}, y;\nvoid f(int a, ...) { if (a) g(1, 2); else { ; } "
      "for (;;) break; }\nenum e { A, B = 2, };\n";
  int candidates = 0;
  std::mt19937 random(3);
  FunctionOracle oracle([&](std::string_view candidate) {
    ++candidates;
    INFO(std::string(candidate));
    CHECK(parser->accepts(candidate));
    return random() % 4 == 0 ? Outcome::kFail : Outcome::kPass;
  });
  const Analysis analysis = analyse(*c);
  for (int run = 0; run < 20; ++run) {
    Session session(oracle, text);
    TreeWork work(session, *parser, analysis, list_view(support::tree_of(c, text)));
    while (sweep(work)) {
    }
  }
  CHECK(candidates > 100);
}

/// The result of `auto` for a text that does not parse, with its partial tree or as plain text.
Reduced reduce_broken(const std::shared_ptr<const Grammar>& grammar, const std::string& text,
                      bool on_tree, const std::function<bool(std::string_view)>& fails) {
  FunctionOracle oracle([&](std::string_view candidate) {
    return fails(candidate) ? Outcome::kFail : Outcome::kPass;
  });
  Session session(oracle, text);
  Problem problem;
  problem.parser = std::make_shared<const Parser>(grammar);
  REQUIRE(!problem.parser->accepts(text));
  if (on_tree) problem.tree = parse_partially(*problem.parser, text).tree;
  problem.partial = on_tree;
  session.check_original("preflight");
  run_strategy(*find_pass("auto"), session, problem);
  CHECK(fails(session.best()));
  return {session.best(), session.counts().committed};
}

/// The result must be no larger than the one by lines, tokens and characters. Returns how many
/// tests the partial tree saved.
std::int64_t check_no_worse_than_text(const std::shared_ptr<const Grammar>& grammar,
                                      const std::string& text,
                                      const std::function<bool(std::string_view)>& fails) {
  const Reduced tree = reduce_broken(grammar, text, true, fails);
  const Reduced plain = reduce_broken(grammar, text, false, fails);
  CAPTURE(tree.text);
  CAPTURE(plain.text);
  CHECK(tree.text.size() <= plain.text.size());
  return static_cast<std::int64_t>(plain.tests) - static_cast<std::int64_t>(tree.tests);
}

TEST_CASE("an input that does not parse is reduced on its partial tree") {
  std::string c;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    c += "int f" + n + "(int x) {\n  if (x > " + n + ") {\n    return x * (" + n +
         " + x);\n  }\n  x = = " + n + ";\n  return f" + n + "(x - 1);\n}\n";
  }
  const auto cut = c.substr(0, c.size() - 20);
  const auto balanced = [](std::string_view text) {
    return std::count(text.begin(), text.end(), '(') == std::count(text.begin(), text.end(), ')') &&
           std::count(text.begin(), text.end(), '{') == std::count(text.begin(), text.end(), '}');
  };
  // An oracle that checks structure, as compilers do.
  const std::int64_t saved =
      check_no_worse_than_text(support::fixed("c"), c, [&](std::string_view text) {
        return balanced(text) && text.find("x * (7 + x)") != std::string_view::npos &&
               text.find("x = = 12;") != std::string_view::npos;
      });
  CHECK(saved > 0);
  check_no_worse_than_text(support::fixed("c"), cut, [&](std::string_view text) {
    return !balanced(text) && text.find("x = = 19;") != std::string_view::npos &&
           text.find("return f3(") != std::string_view::npos;
  });
  std::string json = "[";
  for (int i = 0; i < 50; ++i) {
    json += "{\"id\": " + std::to_string(i) + ", \"tags\": [\"a\", \"b\"]},\n";
  }
  check_no_worse_than_text(support::fixed("json"), json, [](std::string_view text) {
    return text.starts_with("[") && !text.ends_with("]") &&
           text.find("31") != std::string_view::npos;
  });
}

TEST_CASE("random oracles on broken texts: the result fails and reduction ends") {
  const auto c = support::fixed("c");
  const std::string text =
      "int a; foo bar baz { int b; @ }\n/* never closed\nint main() { a = = 1; b(c, ; } }\n"
      "struct s { int x, y z; };\nint last(int p { return p;";
  const std::uint32_t seeds = support::runs(6);
  for (std::uint32_t seed = 0; seed < seeds; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> wanted;
    for (int i = 0; i < 3; ++i) {
      wanted.push_back(text.substr(random() % text.size(), 1 + random() % 5));
    }
    CAPTURE(seed);
    reduce_broken(c, text, true, [&](std::string_view candidate) {
      return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& part) {
        return candidate.find(part) != std::string_view::npos;
      });
    });
  }
}

}  // namespace
}  // namespace grabr
