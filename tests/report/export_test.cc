#include <doctest/doctest.h>

#include "grammar/load/load.h"
#include "import/import.h"
#include "parse/parser.h"
#include "report/export/export_grammar.h"
#include "support/grammars.h"
#include "support/samples.h"

namespace grabr {
namespace {

using namespace support;

Parser parser_of_exported(const Grammar& grammar, ExportNotation notation) {
  const bool antlr = notation == ExportNotation::kAntlr;
  const ExportedGrammar exported = export_grammar(grammar, notation);
  std::vector<Source> sources;
  sources.emplace_back(antlr ? "Exported.g4" : "exported.ebnf", exported.text);
  const ImportedFile imported = import_grammar(
      std::move(sources), {}, [](const std::string&) { return std::optional<std::string>(); });
  INFO(exported.text);
  for (const auto& problems : imported.problems) CHECK(problems.empty());
  GrammarFile file = load_grammar(Source("imported.json", imported.text));
  REQUIRE(file.grammar.has_value());
  return Parser(std::make_shared<const Grammar>(*std::move(file.grammar)));
}

TEST_CASE("what is exported and imported again accepts the same samples") {
  for (const char* const name : {"json", "dot", "expr"}) {
    CAPTURE(name);
    const auto grammar = shipped(name);
    for (const ExportNotation notation : {ExportNotation::kAntlr, ExportNotation::kEbnf}) {
      // EBNF cannot express that case is ignored, nor where white space is forbidden.
      if (notation == ExportNotation::kEbnf && std::string_view(name) != "json") continue;
      const Parser parser = parser_of_exported(*grammar, notation);
      std::size_t count = 0;
      for (const std::string& text : samples_of(name, "valid.txt")) {
        CAPTURE(text);
        ++count;
        CHECK(parser.accepts(text));
      }
      CHECK(count > 2);
      for (const std::string& text : samples_of(name, "invalid.txt")) {
        CAPTURE(text);
        CHECK(!parser.accepts(text));
      }
    }
  }
}

TEST_CASE("exporting to ANTLR and EBNF: each part of our notation") {
  const GrammarFile file = load_grammar(Source("g.json", R"j({
    "start": "all-of-it",
    "rules": {
      "all-of-it": ["(item % ',')? 'end'", ["x+", { "priority": 2 }]],
      "item": ["NUMBER+ 'a\\n'?", "('-' | '\\\\') item"],
      "x": "'\"' COMMENTED"
    },
    "tokens": { "NUMBER": "0|[1-9][0-9]{1,3}", "COMMENTED": { "match": "nested", "open": "(*", "close": "*)" } },
    "skip": { "SPACE": "[ \\t]+" }
  })j"));
  REQUIRE(file.grammar.has_value());
  const ExportedGrammar antlr = export_grammar(*file.grammar, ExportNotation::kAntlr);
  const auto has = [](const ExportedGrammar& exported, const char* part) {
    INFO(exported.text);
    CHECK(exported.text.find(part) != std::string::npos);
  };
  has(antlr, "whole_input : all_of_it EOF ;");
  has(antlr, "(item (',' item)*)? 'end'");
  has(antlr, "'a\\n'?");
  has(antlr, "('-' | '\\\\') item");
  has(antlr, "COMMENTED : '(*' (COMMENTED | .)*? '*)' ;");
  has(antlr, "SPACE : ");
  CHECK(antlr.lost == std::vector<std::string>{"priorities and probabilities of alternatives"});
  const ExportedGrammar ebnf = export_grammar(*file.grammar, ExportNotation::kEbnf);
  has(ebnf, "all_of_it ::= (item (',' item)*)? 'end'\n  | x+");
  has(ebnf, "text_1 ::= [a] [#xA]");
  for (const ExportNotation notation : {ExportNotation::kAntlr, ExportNotation::kEbnf}) {
    const Parser parser = parser_of_exported(*file.grammar, notation);
    for (const char* const text : {"end", "0a\n, -\\12 77 end", "\"(*a*)\"(**)"}) {
      CAPTURE(text);
      CHECK(parser.accepts(text));
    }
    for (const char* const text : {"", "07a end", "0,end", "end end", "(**)"}) {
      CAPTURE(text);
      CHECK(!parser.accepts(text));
    }
  }
}

TEST_CASE(
    "railroad diagrams: one picture, a title a rule, names lead to rules, nothing unescaped") {
  const auto grammar = shipped("json");
  const ExportedGrammar exported = export_grammar(*grammar, ExportNotation::kSvg);
  CHECK(exported.text.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width="));
  CHECK(exported.text.ends_with("</svg>\n"));
  CHECK(exported.text.find("prefers-color-scheme:dark") != std::string::npos);
  CHECK(exported.text.find("nan") == std::string::npos);
  for (const Rule& rule : grammar->rules) {
    const std::string& name = grammar->symbols[rule.symbol].name;
    CHECK(exported.text.find("id=\"" + name + "\"") != std::string::npos);
  }
}

}  // namespace
}  // namespace grabr
