// Problems of the section "automatic" of a grammar file.
#include "grammar/load/rich_lexing.h"

#include <doctest/doctest.h>

#include <string>

#include "grammar/load/load.h"

namespace grabr {
namespace {

/// Each problem, after the text of the file that it refers to.
void check(const std::string& section, const std::string& expected,
           const std::string& lexing = "contextual", const std::string& rule = "X AUTO") {
  const std::string text = R"({"start": "a", "lexing": ")" + lexing + R"(", "rules": {"a": ")" +
                           rule + R"("}, "tokens": {"X": "x"}, "skip": {"S": " +"},
                           "automatic": )" +
                           section + "}";
  const Source source("g.json", text);
  std::string found;
  for (const Diagnostic& problem : load_grammar(source).problems) {
    found += text.substr(problem.span.begin, problem.span.size()) + ": " + problem.message + "\n";
  }
  CAPTURE(section);
  CHECK(found == expected);
}

TEST_CASE("automatic: good sections") {
  check(R"({"token": "AUTO"})", "");
  check(R"({"token": "AUTO", "before": [], "restricted_after": ["X"], "always_after": ["X"]})", "");
}

TEST_CASE("automatic: problems") {
  check("[]",
        "[]: `automatic` must be an object, but it is an array\n"
        "AUTO: `AUTO` is not defined\n");
  check("{}",
        "{}: `automatic.token` must be the name of a token (a string)\n"
        "AUTO: `AUTO` is not defined\n");
  check(R"({"token": 1})",
        "1: `automatic.token` must be the name of a token (a string)\n"
        "AUTO: `AUTO` is not defined\n");
  check(R"({"token": "AUTO", "befor": []})", "\"befor\": unknown key `befor`\n");
  check(R"({"token": "X"})", "\"X\": `X` is defined twice\nAUTO: `AUTO` is not defined\n");
  check(R"({"token": "AUTO", "before": "X"})",
        "\"X\": `automatic.before` must be an array of literals and names of tokens, "
        "but it is a string\n");
  check(R"({"token": "AUTO", "before": [1]})",
        "[1]: `automatic.before` must be an array of literals and names of tokens, "
        "but it is an array\n");
  check(R"json({"token": "AUTO", "before": [")"]})json", "\")\": no rule uses `)`\n");
  check(R"({"token": "AUTO"})", "{\"token\": \"AUTO\"}: automatic tokens need contextual lexing\n",
        "plain");
  check(R"({"token": "AUTO"})", "\"AUTO\": no rule uses the token `AUTO`\n", "contextual", "X");
}

}  // namespace

}  // namespace grabr
