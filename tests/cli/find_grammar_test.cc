#include "catalogue/find_grammar.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE("grammars go by names, programs and extensions") {
  const std::pair<const char*, const char*> cases[] = {
      {"js", "javascript"},
      {"ts", "typescript"},
      {"py", "python"},
      {"rs", "rust"},
      {"sh", "shell"},
      {"bash", "shell"},
      {"sv", "systemverilog"},
      {"v", "systemverilog"},
      {"verilog", "systemverilog"},
      {"md", "markdown"},
      {"yml", "yaml"},
      {"wat", "wasm-text"},
      {"ll", "llvm-ir"},
      {"smt2", "smtlib"},
      {"vhd", "vhdl"},
      {"f90", "fortran"},
      {"cxx", "cpp"},
      {"c++", "cpp"},
      {"C++", "cpp"},
      {".cxx", "cpp"},
      {"JSON", "json"},
      {"python3", "python"},
      {"h", "c"},
      {"C", "c"},
      {".C", "cpp"},
      {".c", "c"},
      {"html", "html"},
      {"htm", "html"},
      {"golang", "go"},
      {"node", "javascript"},
      {"TypeScript", "typescript"},
  };
  for (const auto& one : cases) {
    CAPTURE(one.first);
    CHECK(find_grammar(one.first).stem() == one.second);
  }
}

TEST_CASE("a name that no grammar has") {
  const Workshop shop;
  check_contains(shop.grabr("grammar check pythn").errors, "hint: did you mean python?");
  check_contains(shop.grabr("grammar check lib/JSON.g4").errors, "hint: did you mean json?");
  const std::string errors = shop.grabr("grammar check qqqqqq").errors;
  check_contains(errors,
                 "no grammar is called qqqqqq, and there is no such file\nhint: there are:\n  ");
  check_contains(errors, " wgsl");
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = errors.find('\n', begin);
    CHECK(std::min(end, errors.size()) - begin <= 80);
  }
}

TEST_CASE("grammars in other notations are known when they are met; regular expressions are text") {
  struct Case {
    std::string file, text, notation, hint;
  };
  const Case cases[] = {
      {"json.g", "grammar JSON; json : value EOF ;", "ANTLR's", "-g json is grabr's own"},
      {"JavaScriptParser.ne", "", "nearley's", "-g javascript is"},
      {"Python3.gram", "", "pegen's", "-g python is"},
      {"c.sdf3", "", "SDF3", "-g c is"},
      {"mine.ne", "start: x", "nearley's", "`grabr grammar list` shows"},
      {"grammar.js", "module.exports = grammar({ name: 'rust', rules: {} })", "tree-sitter's",
       "-g rust is"},
  };
  for (const Case& one : cases) {
    const Parts said = {one.file + " is a grammar in another notation, " + one.notation, one.hint,
                        "grammars/README.md"};
    check_calls(Workshop({{one.file, one.text}, {"one", "1"}}),
                {{"grammar check " + one.file, 2, said}, {"check one -g " + one.file, 2, said}});
  }
  check_calls(
      Workshop({{"grammar.json", R"({"start": "a", "rules": {"a": "'x'"}, "tokens": {}})"},
                {"set.json", R"({"<start>": ["<n>"], "<n>": ["[0-9]+", "[a]", "a-b", "x[i-1]"]})"},
                {"none.json", R"({"<start>": ["<n>"], "<n>": ["[a]", "a-b", "[-]", "[b-a]"]})"},
                {"skip.json", R"({"start": "a", "rules": {"a": "TEXT"},
                                  "tokens": {"TEXT": "[^\\n]+"}, "skip": {"SPACE": " +"}})"}}),
      {{"grammar check grammar.json"},
       {"grammar check set.json", 1, "`[0-9]` is literal text here, not a set of characters"},
       {"grammar check none.json"},
       // If a token also matches what is skipped, a hint suggests contextual lexing.
       {"grammar check skip.json; true", 0, "\"lexing\": \"contextual\" reads TEXT only"}});
}

namespace {

/// A folder of grammars, one of which extends another, and files.
const Files kDialect = {
    {"g/sums.json", R"({"name": "Sums", "extensions": [".sum"], "start": "sum", "rules": {
  "sum": "item % '+'", "item": "NUMBER"}, "tokens": {"NUMBER": "[0-9]+"}})"},
    {"g/terms.json", R"({"extends": "sums.json", "extensions": [".term"], "rules": {
  "item": ["NUMBER", "NAME", "group"], "group": "'(' sum ')'"}, "tokens": {"NAME": "[a-z]+"}})"},
    {"g/bare.json", R"({"extends": "gone.json", "name": "Bare"})"},
    {"a.term", "1+(a+2)"},
    {"test.sh", "#!/bin/sh\ngrep -q a \"$1\"\n"}};
const std::string kWithDialect = "$ GRABR_GRAMMARS=\"$PWD/g\" \"$GRABR\" ";

}  // namespace

TEST_CASE("the card of a grammar that extends another is its own, its rules are all") {
  const Workshop shop(kDialect);
  const auto head = read_grammar_card(shop.path() / "g/terms.json", CardDetail::kHead);
  REQUIRE(head);
  CHECK(head->name == "terms");
  CHECK(head->extensions == std::vector<std::string>{".term"});
  CHECK(read_grammar_card(shop.path() / "g/terms.json", CardDetail::kAll)->rules == 3);
  const auto bare = read_grammar_card(shop.path() / "g/bare.json", CardDetail::kAll);
  REQUIRE(bare);
  CHECK(bare->name == "Bare");
  CHECK(bare->rules == 0);
}

TEST_CASE("commands work with a grammar that extends another, and a change in it is one of both") {
  const std::string& run = kWithDialect;
  check_calls(
      Workshop(kDialect),
      {{run + "grammar list", 0, {}, " 3  .term\n"},
       {run + "grammar check terms"},
       {run + "grammar print terms",
        0,
        {},
        "start: sum\nsum ::= item % '+'\nitem ::= NUMBER | NAME | group\ngroup ::= '(' sum ')'\n"},
       {run + "grammar graph terms", 0, {}, "group"},
       {run + "grammar stats terms", 0, {}, "3"},
       {run + "check a.term"},
       {run + "-q --report r.json -o out ./test.sh a.term && cat out", 0, {}, "=a"},
       {run + "verify -q r.json"},
       {"$ echo >>g/sums.json"},
       {run + "verify r.json", 7, "has changed since the report"},
       {"$ echo '{\"extends\": \"sums.json\", \"rules\": {\"item\": null}}' >g/terms.json"},
       {run + "grammar check terms",
        1,
        {"g/sums.json:2:11: error: `item` is not defined", "g/terms.json extends this file: "}},
       {run + "parse -g terms a.term", 2, "g/sums.json:2:11: error: "}});
}
