// tests/golden/ebnf.json holds grammars and the results of fuzzingbook's convert_ebnf_grammar for
// them.
#include "grammar/load/ebnf.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "grammar/show.h"

namespace grabr {
namespace {

using Json = nlohmann::ordered_json;

std::string expansion_text(const Grammar& grammar, const Alternative& alternative) {
  std::string text;
  for (const Expr& part : alternative.body.parts) text += grammar.symbols[part.symbol].name;
  return text;
}

/// The grammar in classic form, one string for each expansion.
Json classic_json(const Grammar& grammar) {
  Json result = Json::object();
  for (const Rule& rule : grammar.rules) {
    Json& expansions = result[grammar.symbols[rule.symbol].name] = Json::array();
    for (const Alternative& alternative : rule.alternatives) {
      Json text = expansion_text(grammar, alternative);
      if (alternative.probability >= 0) {
        expansions.push_back({std::move(text), {{"prob", alternative.probability}}});
      } else {
        expansions.push_back(std::move(text));
      }
    }
  }
  return result;
}

GrammarFile load_text(const std::string& text) { return load_grammar(Source("g.json", text)); }

TEST_CASE("extended notation becomes the rules that the fuzzingbook makes of it") {
  std::ifstream file(GRABR_SOURCE_DIR "/tests/golden/ebnf.json");
  const Json cases = Json::parse(file);
  CHECK(cases.size() >= 30);
  for (const Json& row : cases) {
    CAPTURE(row["name"].get<std::string>());
    Json text = row["grammar"];
    text["ebnf"] = true;
    const Source source("g.json", text.dump());
    const GrammarFile loaded = load_grammar(source);
    INFO(render(loaded, source));
    REQUIRE(loaded.grammar);
    CHECK(classic_json(*loaded.grammar).dump(1) == row["converted"].dump(1));
  }
}

/// Checks whether the operators in the rule <e> of a grammar with <t> and <f> are converted.
void check_converted(const std::string& expansions, bool converted) {
  const std::string rest = R"(, "<t>": ["t"], "<f>": ["f"], "<start>": ["<e>", "<t>", "<f>"]})";
  const GrammarFile loaded = load_text("{\"<e>\": " + expansions + rest);
  CAPTURE(expansions);
  REQUIRE(loaded.grammar);
  CHECK((loaded.grammar->rules.size() > 4) == converted);
}

TEST_CASE("operators of the language itself are told from the notation") {
  check_converted(R"(["<e>+<e>", "<t>"])", false);
  check_converted(R"(["<t>+<e>", "<t>"])", false);
  check_converted(R"(["<e>+<t>", "<t>"])", false);
  check_converted(R"(["<f>", "<e>*<f>"])", false);
  check_converted(R"(["<t>*<e>", "<t>"])", false);
  check_converted(R"j(["(<e>)", "<f>-<t>*<e>", "<f>", "<t>"])j", false);
  check_converted(R"(["<f>+", "<t>+<e>", "<t>"])", false);
  check_converted(R"(["<t>+<e>", "<f>"])", true);
  check_converted(R"(["<t>*<f>", "<t>"])", true);
  check_converted(R"(["<t>?<e>", "<t>"])", true);
  check_converted(R"(["<t>+ <e>", "<t>"])", true);
  check_converted(R"(["(<t>x)+"])", true);
  check_converted(R"([["<t>+<f>"]])", false);
}

TEST_CASE("the setting ebnf decides") {
  const std::string rest = R"j("<start>": ["<start>+<start>", "(a)?"]})j";
  const GrammarFile plain = load_text("{\"ebnf\": false, " + rest);
  REQUIRE(plain.grammar);
  CHECK(plain.problems.empty());
  CHECK(classic_json(*plain.grammar).dump() == R"j({"<start>":["<start>+<start>","(a)?"]})j");
  const GrammarFile extended = load_text("{\"ebnf\": true, " + rest);
  REQUIRE(extended.grammar);
  CHECK(extended.grammar->rules.size() == 4);
}

TEST_CASE("the name of a nonterminal") {
  for (const char* name : {"<a>", "<>", "<a-1>", "<a\tb>", "</a>"}) CHECK(is_nonterminal(name));
  for (const char* name : {"a", "", "<a b>", "<<a>", "<a>>", "<a>b", "<a"}) {
    CHECK_FALSE(is_nonterminal(name));
  }
}

}  // namespace
}  // namespace grabr
