// "contents" of a grammar and "content" of a token: how they are read, and messages about mistakes.
#include <doctest/doctest.h>

#include <string>

#include "grammar/load/load.h"
#include "grammar/model/print.h"
#include "support/grammars.h"

namespace grabr {
namespace {

std::string with_contents(const std::string& contents, const std::string& token = "\"q+\"") {
  return R"({"name": "T", "start": "s", "rules": {"s": "Q X"}, "tokens": {"Q": )" + token +
         R"(, "X": "x"}, "skip": {"B": " "}, "contents": )" + contents + "}";
}

/// "line:column message (hint)" of each problem.
std::string complaints(const std::string& json) {
  const Source source("g/mine.json", json);
  const GrammarFile file = load_grammar(source);
  std::string all;
  for (const Diagnostic& problem : file.problems) {
    const Position at = source.position(problem.span.begin);
    all += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + problem.message;
    if (!problem.hint.empty()) all += " (" + problem.hint + ")";
    all += "\n";
  }
  return all;
}

TEST_CASE("contents: read, and shown with the grammar") {
  const auto grammar = support::grammar_of(with_contents(
      R"({"Q": {"grammar": "css", "words": {"j*": "json", "h": {"grammar": "css", "start": "block"}},
          "between": [["q", "q"]], "escapes": "html", "indented": true}, "s": "json"})"));
  REQUIRE(grammar->contents.size() == 2);
  const Content& content = grammar->contents[0];
  CHECK(content.symbol == grammar->find("Q"));
  REQUIRE(content.words.size() == 2);
  CHECK(content.words[1].grammar.start == "block");
  CHECK(content.between.at(0).close == "q");
  CHECK(content.escapes == Escapes::kHtml);
  CHECK(content.indented);
  const std::string shown = print_rules(*grammar);
  CHECK(shown.find("content Q: \"j*\" json | \"h\" css.block | css\ncontent s: json\n") !=
        std::string::npos);
}

TEST_CASE("contents: also at a token") {
  const auto grammar =
      support::grammar_of(with_contents("{}", R"({"regex": "q+", "content": "css"})"));
  REQUIRE(grammar->contents.size() == 1);
  CHECK(grammar->contents[0].symbol == grammar->find("Q"));
  CHECK(grammar->contents[0].otherwise->file.ends_with("css.json"));
}

TEST_CASE("contents: mistakes and where they are") {
  const struct {
    const char* contents;
    const char* complaint;
  } rows[] = {
      {R"({"Q": "cssx"})", "there is no grammar `cssx` (did you mean css?)"},
      {R"({"R": "css"})", "there is no token or rule `R`"},
      {R"({"B": "css"})", "`B` is not part of the tree (only tokens and rules have a content)"},
      {R"({"Q": 1})", "`contents.Q` must be the name of a grammar (a string) or an object"},
      {R"({"Q": {}})", "`contents.Q` names no grammar"},
      {R"({"Q": {"grammar": "css", "escape": "c"}})", "escape"},
      {R"({"Q": {"grammar": "css", "escapes": "jason"}})",
       "there are no escapes `jason` (did you mean json?)"},
      {R"({"Q": {"grammar": "css", "between": ["a"]}})", "pairs"},
      {R"x({"Q": {"grammar": "css", "between": [["(", ")"]]}})x", "in `between`: "},
      {R"({"Q": {"words": {"a": "cs"}}})", "there is no grammar `cs`"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.contents);
    const std::string said = complaints(with_contents(row.contents));
    CHECK(said.find(row.complaint) != std::string::npos);
    CHECK(said.starts_with("1:"));
  }
  CHECK(complaints(with_contents(R"({"Q": "css"})", R"({"regex": "q+", "content": "css"})"))
            .find("is given twice") != std::string::npos);
}

}  // namespace
}  // namespace grabr
