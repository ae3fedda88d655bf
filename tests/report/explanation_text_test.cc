#include "report/tables/explanation_text.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/grammars.h"

using namespace grabr;

namespace {

const std::string kCallsText = "f(1, x);\ng(x);\n";

ExplainedPart shown_part(PartVerdict verdict, std::vector<Span> spans, const std::string& symbol,
                         std::uint64_t tried, std::uint64_t failed) {
  ExplainedPart made;
  made.verdict = verdict;
  made.spans = std::move(spans);
  made.symbol = symbol;
  made.was = kCallsText.substr(made.spans[0].begin, made.spans[0].size());
  made.tally.tried = tried;
  made.tally.failed = failed;
  return made;
}

Explanation explained_calls() {
  Explanation explanation;
  ExplainedPart range = shown_part(PartVerdict::kRange, {{2, 3}}, "NUMBER", 20, 20);
  range.low = 1;
  range.high = 64;
  ExplainedPart matters = shown_part(PartVerdict::kMatters, {{9, 10}}, "NAME", 1, 0);
  matters.counterexample = "zz";
  explanation.parts = {shown_part(PartVerdict::kAny, {{0, 1}}, "NAME", 20, 20), range,
                       shown_part(PartVerdict::kLinked, {{5, 6}, {11, 12}}, "NAME", 20, 20),
                       shown_part(PartVerdict::kMore, {{8, 8}}, "statement*", 20, 20), matters};
  explanation.together.tried = explanation.together.failed = 100;
  explanation.grammar = "{}";
  return explanation;
}

/// A grammar of C-like calls, with comments.
std::shared_ptr<const Grammar> calls_grammar() {
  return support::grammar_of(R"G({
    "start": "program",
    "rules": { "program": "(NAME '(' ((NAME | NUMBER) % ',')? ')' ';')*" },
    "tokens": { "NAME": "[a-z]+", "NUMBER": "[0-9]+" },
    "skip": { "SPACE": "[ \\n]+", "COMMENT": "//[^\\n]*" }
  })G");
}

}  // namespace

TEST_CASE("the abstraction has symbols in place of the parts") {
  CHECK(abstraction_text(kCallsText, explained_calls()) ==
        "<NAME>(<1..64>, <NAME:1>); <...>\ng(<NAME:1>);\n");
}

TEST_CASE("places where something may stand are told apart, and shown once") {
  Explanation explanation;
  explanation.parts = {shown_part(PartVerdict::kAny, {{2, 2}}, "x?", 2, 2),
                       shown_part(PartVerdict::kMore, {{2, 2}}, "y*", 2, 2),
                       shown_part(PartVerdict::kAny, {{2, 3}}, "NUMBER", 2, 2),
                       shown_part(PartVerdict::kMore, {{15, 15}}, "z*", 2, 2)};
  CHECK(abstraction_text(kCallsText, explanation) == "f( <...> <NUMBER>, x);\ng(x);\n<...>");
}

TEST_CASE("a table of the parts, what matters first, with counts, and a bound that is said") {
  const std::string all = explanation_text(kCallsText, explained_calls(), ShownPlaces::kAll);
  CHECK(all ==
        "<NAME>(<1..64>, <NAME:1>); <...>\n"
        "g(<NAME:1>);\n"
        "\n"
        "2:1  g  matters: with `zz` it does not fail\n"
        "1:1  f  any NAME (20 of 20 fail)\n"
        "1:3  1  a number from 1 to 64 (20 of 20 fail)\n"
        "1:6  x  any NAME, the same in 2 places (20 of 20 fail)\n"
        "1:9     more text fits in here: statement* (20 of 20 fail)\n"
        "\n"
        "<symbol>    any text of that symbol of the grammar\n"
        "<symbol:1>  the same text wherever this number stands\n"
        "<1..9>      a number from the first to the second\n"
        "<...>       more text fits in here\n"
        "\n"
        "All parts at once: 100 of 100 fail (at 95 %: at most 3.0 % do not).\n");
}

TEST_CASE("what may stand where nothing does is counted, and shown when asked for") {
  const std::string parts = explanation_text(kCallsText, explained_calls(), ShownPlaces::kParts);
  CHECK(parts.starts_with("<NAME>(<1..64>, <NAME:1>);\ng(<NAME:1>);\n"));
  CHECK(parts.find("<...>") == parts.npos);
  CHECK(parts.find("statement*") == parts.npos);
  CHECK(parts.find("\nMore text fits in at 1 place: ") != parts.npos);
}

TEST_CASE("what is not known is not claimed") {
  Explanation explanation = explained_calls();
  explanation.together = {};
  CHECK(explanation_text(kCallsText, explanation, ShownPlaces::kAll)
            .find("All parts at once: not tried.") != std::string::npos);
  explanation.parts.clear();
  CHECK(explanation_text(kCallsText, explanation, ShownPlaces::kAll).find("All of it matters") !=
        std::string::npos);
  explanation.ended_by = ErrorKind::kBudget;
  CHECK(explanation_text(kCallsText, explanation, ShownPlaces::kAll)
            .find("No part is known to be free.") != std::string::npos);
}

TEST_CASE("words on a part") {
  ExplainedPart one = shown_part(PartVerdict::kOneOf, {{0, 1}}, "op", 3, 1);
  one.values = {"+", "-"};
  CHECK(part_words(one) == "one of + - (none of 2 others fails)");
  one.tally.failed = 3;
  CHECK(part_words(one) == "one of + - (all there are)");
  ExplainedPart all = shown_part(PartVerdict::kAny, {{0, 1}}, "digit", 9, 9);
  all.tally.all = true;
  all.tally.unresolved = 2;
  CHECK(part_words(all) == "any digit (9 of 9, no others were found, fail; 2 cannot be decided)");
  all.own_names = true;
  all.tally = {1, 1, 0, false};
  CHECK(part_words(all) == "any digit that occurs nowhere else (1 of 1 fails)");
  CHECK(part_words(shown_part(PartVerdict::kAny, {{3, 3}}, "x?", 2, 2)) ==
        "may stand here: x? (2 of 2 fail)");
  CHECK(part_words(shown_part(PartVerdict::kUnknown, {{0, 1}}, "x", 0, 0)) == "not known");
}

TEST_CASE("comments: one beside its line, several above it; the tokens stay") {
  const Parser parser(calls_grammar());
  CHECK(commented_text(kCallsText, explained_calls(), parser) ==
        "// `f`: any NAME (20 of 20 fail)\n"
        "// `1`: a number from 1 to 64 (20 of 20 fail)\n"
        "// `x`: any NAME, the same in 2 places (20 of 20 fail)\n"
        "// here: more text fits in here: statement* (20 of 20 fail)\n"
        "f(1, x);\n"
        "g(x);  // `g`: matters: with `zz` it does not fail\n");
}

TEST_CASE("no comments where the grammar has none") {
  const Parser parser(support::grammar_of(R"G({
    "start": "a", "rules": { "a": "NAME+" }, "tokens": { "NAME": "[a-z(),;0-9]+" },
    "skip": { "SPACE": "[ \\n]+" } })G"));
  CHECK_FALSE(commented_text(kCallsText, explained_calls(), parser));
}

TEST_CASE("the JSON says the same") {
  const auto json = nlohmann::json::parse(explanation_json(kCallsText, explained_calls(), 7, 123));
  CHECK(json["schema"] == "grabr-explanation-1");
  CHECK(json["text"] == kCallsText);
  CHECK(json["seed"] == 7);
  CHECK(json["tests"] == 123);
  CHECK(json["ended"].is_null());
  CHECK(json["grammar"].is_object());
  REQUIRE(json["parts"].size() == 5);
  CHECK(json["parts"][0]["begin"] == 0);
  CHECK(json["parts"][0]["end"] == 1);
  CHECK(json["parts"][0]["verdict"] == "any");
  CHECK(json["parts"][0]["tried"] == 20);
  CHECK(json["parts"][1]["low"] == 1);
  CHECK(json["parts"][1]["high"] == 64);
  CHECK(json["parts"][2]["also"] == nlohmann::json::parse("[[11, 12]]"));
  CHECK(json["parts"][4]["counterexample"] == "zz");
  CHECK(json["parts"][4]["description"] == "matters: with `zz` it does not fail");
  CHECK(json["together"]["tried"] == 100);
  CHECK(json["together"]["at_most"].get<double>() == doctest::Approx(0.0295).epsilon(0.01));
}
