#include "run/check/probes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "parse/repair/partial.h"
#include "support/grammars.h"

namespace grabr {
namespace {

using support::fixed;
using support::grammar_of;
using support::tree_of;

std::string text_of(const std::vector<Probe>& probes, Probe::Kind kind) {
  for (const Probe& probe : probes) {
    if (probe.kind == kind) return probe.text;
  }
  return "(none)";
}

std::string shortest(const std::shared_ptr<const Grammar>& grammar) {
  const Parser parser(grammar);
  return text_of(vacuous_probes(&parser), Probe::Kind::kShortest);
}

std::string equivalent(const std::shared_ptr<const Grammar>& grammar, const std::string& text) {
  return text_of(equivalent_probes(Parser(grammar), tree_of(grammar, text)),
                 Probe::Kind::kEquivalent);
}

TEST_CASE("without a grammar: nothing, and garbage") {
  const std::vector<Probe> probes = vacuous_probes(nullptr);
  REQUIRE(probes.size() == 2);
  CHECK(probes[0].kind == Probe::Kind::kEmpty);
  CHECK(probes[0].text.empty());
  CHECK(probes[1].kind == Probe::Kind::kGarbage);
}

TEST_CASE("garbage: printable, without names and numbers, a sentence of no grammar") {
  const std::string text = text_of(vacuous_probes(nullptr), Probe::Kind::kGarbage);
  REQUIRE(!text.empty());
  CHECK(text.back() == '\n');
  CHECK(std::all_of(text.begin(), text.end() - 1, [](char c) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return c > ' ' && c <= '~' && !word;
  }));
  for (const char* name : {"c", "json", "expr", "html-select"}) {
    INFO(name);
    CHECK(!Parser(fixed(name)).accepts(text));
  }
}

TEST_CASE("the shortest sentence parses") {
  CHECK(shortest(fixed("json")) == "0");
  for (const char* name : {"c", "expr", "html-select", "lines"}) {
    const auto grammar = fixed(name);
    const std::string text = shortest(grammar);
    INFO(name << ": " << text);
    CHECK((text == "(none)" || Parser(grammar).accepts(text)));
  }
}

TEST_CASE("a grammar whose shortest sentence is empty has no such probe") {
  const auto grammar = grammar_of(R"({"start": "s", "rules": {"s": "X*"}, "tokens": {"X": "x"}})");
  CHECK(shortest(grammar) == "(none)");
}

TEST_CASE("the shortest sentence of the start symbol that is asked for") {
  const auto json = fixed("json");
  ParseOptions options;
  options.start = static_cast<SymbolId>(
      std::find_if(json->symbols.begin(), json->symbols.end(),
                   [](const Symbol& symbol) { return symbol.name == "member"; }) -
      json->symbols.begin());
  const Parser parser(json, options);
  CHECK(text_of(vacuous_probes(&parser), Probe::Kind::kShortest) == "\"\" : 0");
}

TEST_CASE("the same without spaces and comments") {
  const auto json = fixed("json");
  CHECK(equivalent(json, "{ \"a b\" :\n\n [1, 2]\n}\n") == "{\"a b\":\n[1,2]\n}\n");
  CHECK(equivalent(json, "  [1]") == "[1]");
  CHECK(equivalent(json, "[1]") == "(none)");  // nothing to leave out
  const auto c = fixed("c");
  CHECK(equivalent(c, "/* one */ int  x = 1 ; // two\n") == "int x=1;\n");
  CHECK(equivalent(c, "int a;\n\n #define X 1\n  int  b;") == "int a;\n#define X 1\nint b;");
  CHECK(equivalent(c, "int f(int a) { return a - -a; }") == "int f(int a){return a- -a;}");
}

TEST_CASE("none where bytes are all there is, where lines mean something, or of a part") {
  const auto classic = grammar_of(R"({"<start>": ["<a><a>"], "<a>": ["x", " "]})");
  CHECK(equivalent(classic, " x") == "(none)");
  const Parser json(fixed("json"));
  const PartialTree partial = parse_partially(json, "[1, 2 , ] x]");
  CHECK(equivalent_probes(json, partial.tree).empty());
}

}  // namespace
}  // namespace grabr
