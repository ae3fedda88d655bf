#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "api/grabr.hpp"

namespace {

using grabr::Grammar;

constexpr const char* kSums = R"({
  "name": "sums",
  "start": "sum",
  "rules": {"sum": "term ('+' term)*", "term": "NUMBER | '(' sum ')'"},
  "tokens": {"NUMBER": "[0-9]+"},
  "skip": {"SPACE": "[ ]+"}
})";

grabr::Tree sums(std::string_view text) {
  return Grammar::from_text(kSums).value().parse(text).value();
}

TEST_CASE("a grammar is loaded by name, from a file and from a text") {
  CHECK(Grammar::load("json").value().language() == "JSON");
  CHECK(Grammar::load("python")->accepts("x = 1\n"));
  CHECK(Grammar::from_text(kSums).value().rules() == std::vector<std::string>{"sum", "term"});
  CHECK(Grammar::from_text(R"({"<start>": ["a<start>", ""]})").value().accepts("aaa"));
}

TEST_CASE("what is wrong with a grammar is a value with its place") {
  const auto loaded = Grammar::from_text(
      "{\"start\": \"sum\", \"tokens\": {\"NUMBER\": \"[0-9]+\"},\n"
      " \"rules\": {\"sum\": \"NUMBR\"}}",
      "my.json");
  CHECK_FALSE(loaded);
  REQUIRE_FALSE(loaded.problems().empty());
  const grabr::Problem& problem = loaded.problems().front();
  CHECK(problem.severity == grabr::Severity::kError);
  CHECK(problem.file == "my.json");
  CHECK(problem.line == 2);
  CHECK(problem.column == 20);
  CHECK(problem.message.find("NUMBR") != std::string::npos);
  CHECK(problem.hint.find("NUMBER") != std::string::npos);
  CHECK(problem.shown.starts_with("my.json:2:20: error: "));
  CHECK_THROWS_AS(loaded.value(), grabr::Error);
}

TEST_CASE("warnings come with the grammar") {
  const auto loaded = Grammar::from_text(R"({"<start>": ["1"], "<spare>": ["2"]})");
  CHECK(loaded);
  REQUIRE(loaded.problems().size() == 1);
  CHECK(loaded.problems()[0].severity == grabr::Severity::kWarning);
}

TEST_CASE("a grammar that is not there, or broken JSON, is a value, too") {
  for (const auto& loaded : {Grammar::load("jsn"), Grammar::from_file("/no/such/file.json")}) {
    CHECK_FALSE(loaded);
    REQUIRE(loaded.problems().size() == 1);
    CHECK(loaded.problems()[0].line == 0);
    CHECK_FALSE(loaded.problems()[0].message.empty());
  }
  CHECK(Grammar::load("jsn").problems()[0].hint.find("json") != std::string::npos);
  const auto broken = Grammar::from_text("{\n  \"rules\": {,\n");
  CHECK_FALSE(broken);
  REQUIRE_FALSE(broken.problems().empty());
  CHECK(broken.problems()[0].line == 2);
}

TEST_CASE("the grammar for a file is chosen by its name") {
  CHECK(Grammar::for_input("a.py", "x = 1\n").value().language() == "Python");
  const auto none = Grammar::for_input("a.unknown", "\x01\x02");
  CHECK_FALSE(none);
  CHECK(none.problems().empty());
}

TEST_CASE("where a text does not parse is a value") {
  const auto grammar = Grammar::from_text(kSums).value();
  const auto parsed = grammar.parse("1 +\n+ 2", "sum.txt");
  CHECK_FALSE(parsed);
  REQUIRE(parsed.problems().size() == 1);
  const grabr::Problem& problem = parsed.problems()[0];
  CHECK(problem.file == "sum.txt");
  CHECK(problem.line == 1);
  CHECK(problem.column == 4);
  CHECK(grammar.accepts("1 + 2"));
  CHECK_FALSE(grammar.accepts("1 +"));
  CHECK(grammar.parse("(1)", "input", "term"));
  CHECK_THROWS_AS((void)grammar.parse("1", "input", "trem"), grabr::Error);
}

TEST_CASE("any text has a partial tree") {
  const auto grammar = Grammar::from_text(kSums).value();
  const auto parsed = grammar.parse_partially("1 + ) + 2");
  REQUIRE(parsed);
  CHECK(parsed->text() == "1 + ) + 2");
  CHECK(parsed.problems().size() == 1);
  CHECK(grammar.parse_partially("1 + 2").problems().empty());
}

TEST_CASE("a tree is walked") {
  const auto tree = sums("1 + (22+3) ");
  CHECK(tree.text() == "1 + (22+3) ");
  CHECK(tree.symbol(tree.root()) == "sum");
  CHECK(tree.kind(tree.root()) == grabr::NodeKind::kRule);
  CHECK(tree.parent(tree.root()) == grabr::kNoNode);
  std::string tokens;
  for (const grabr::NodeId node : tree.nodes(tree.root())) {
    if (tree.kind(node) == grabr::NodeKind::kToken) tokens += tree.text(node) + "|";
    for (const grabr::NodeId child : tree.children(node)) CHECK(tree.parent(child) == node);
  }
  CHECK(tokens == "1|+|(|22|+|3|)|");
  const auto terms = tree.find("term");
  REQUIRE(terms.size() == 4);
  CHECK(tree.text(terms[1]) == "(22+3)");
  CHECK(tree.span(terms[1]) == std::pair<std::size_t, std::size_t>(4, 10));
  CHECK(tree.tokens(terms[1]) == 5);
  CHECK_THROWS_AS((void)tree.symbol(100000), grabr::Error);
}

TEST_CASE("a tree is edited: parts go, and parts replace others") {
  const auto tree = sums("1 + (22+3)");
  const auto terms = tree.find("term");
  const auto numbers = tree.find("NUMBER");
  const grabr::Edit hoist{terms[1], terms[3]};
  CHECK(tree.print({&hoist, 1}) == "1 +3");
  const auto hoisted = tree.with({&hoist, 1});
  CHECK(hoisted.text() == "1 +3");
  CHECK(hoisted.find("NUMBER").size() == 2);
  CHECK(tree.text() == "1 + (22+3)");
  std::size_t removable = 0;
  for (const grabr::NodeId node : tree.nodes(tree.root())) {
    if (!tree.removable(node)) continue;
    ++removable;
    CHECK(Grammar::from_text(kSums)->accepts(tree.without(node)));
  }
  CHECK(removable == 2);
  const grabr::Edit twice[] = {{terms[1], grabr::kNoNode}, {terms[2], grabr::kNoNode}};
  CHECK_THROWS_AS((void)tree.print(twice), grabr::Error);
  const grabr::Edit same[] = {hoist, hoist};
  CHECK_THROWS_AS((void)tree.print(same), grabr::Error);
  CHECK(numbers.size() == 3);
}

TEST_CASE("a tree shows itself") {
  const auto tree = sums("1");
  CHECK(tree.dump().starts_with("sum #0\n"));
  CHECK(tree.dump_json().find("\"symbol\"") != std::string::npos);
  CHECK(tree.dump_dot().starts_with("digraph"));
  CHECK_FALSE(grabr::version().empty());
}

}  // namespace
