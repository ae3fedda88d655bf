#include "catalogue/find_grammar.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE("grammars go by names, programs and extensions") {
  const std::pair<const char*, const char*> cases[] = {
      {"js", "javascript"}, {"ts", "typescript"}, {"py", "python"},     {"rs", "rust"},
      {"sh", "shell"},      {"bash", "shell"},    {"sv", "systemverilog"}, {"v", "systemverilog"},
      {"verilog", "systemverilog"}, {"md", "markdown"}, {"yml", "yaml"}, {"wat", "wasm-text"},
      {"ll", "llvm-ir"},    {"smt2", "smtlib"},   {"vhd", "vhdl"},      {"f90", "fortran"},
      {"cxx", "cpp"},       {"c++", "cpp"},       {"C++", "cpp"},       {".cxx", "cpp"},
      {"JSON", "json"},     {"python3", "python"}, {"h", "c"},          {"C", "c"},
      {".C", "cpp"},        {".c", "c"},          {"html", "html"},     {"htm", "html"},
      {"golang", "go"},     {"node", "javascript"}, {"TypeScript", "typescript"},
  };
  for (const auto& one : cases) {
    CAPTURE(one.first);
    CHECK(find_grammar(one.first).stem() == one.second);
  }
}

TEST_CASE("a name that no grammar has") {
  const Workshop shop;
  check_contains(shop.grabr("grammar check pythn").errors, "hint: did you mean python?");
  const std::string errors = shop.grabr("grammar check qqqqqq").errors;
  check_contains(errors, "no grammar is called qqqqqq, and there is no such file\nhint: there are:\n  ");
  check_contains(errors, " wgsl");
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = errors.find('\n', begin);
    CHECK(std::min(end, errors.size()) - begin <= 80);
  }
}

TEST_CASE("grammars in other notations are known when they are met") {
  const Workshop shop;
  struct Case {
    const char *file, *text, *notation, *hint;
  };
  const Case cases[] = {
      {"JSON.g4", "grammar JSON; json : value EOF ;", "ANTLR's", "-g json is grabr's own"},
      {"JavaScriptParser.g4", "parser grammar X;", "ANTLR's", "-g javascript is"},
      {"Python3.g4", "", "ANTLR's", "-g python is"},
      {"c.y", "%%", "Yacc's", "-g c is"},
      {"mine.lark", "start: x", "Lark's", "`grabr grammar list` shows"},
      {"go.ebnf", "x = y .", "EBNF", "-g go is"},
      {"grammar.js", "module.exports = grammar({ name: 'rust', rules: {} })", "tree-sitter's",
       "-g rust is"},
      {"grammar.json", R"({"$schema": "https://tree-sitter.github.io/x", "name": "css", "rules": {}})",
       "tree-sitter's", "-g css is"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.file);
    shop.write(one.file, one.text);
    for (const char* command : {"grammar check ", "check one -g "}) {
      shop.write("one", "1");
      const ShellRun run = shop.grabr(command + std::string(one.file));
      CHECK(run.exit == 2);
      check_contains(run.errors, one.file + std::string(" is a grammar in another notation, ") +
                                     one.notation);
      check_contains(run.errors, one.hint);
      check_contains(run.errors, "grammars/README.md");
    }
  }
  shop.write("grammar.json", R"({"start": "a", "rules": {"a": "'x'"}, "tokens": {}})");
  CHECK(shop.grabr("grammar check grammar.json").exit == 0);
}

TEST_CASE("regular expressions in a classic grammar are text, and that is said") {
  const Workshop shop;
  shop.write("n.json", R"({"<start>": ["<n>"], "<n>": ["[0-9]+", "[a]", "a-b", "x[i-1]"]})");
  const ShellRun run = shop.grabr("grammar check n.json");
  CHECK(run.exit == 1);
  check_contains(run.errors, "`[0-9]` is text here, and no set of characters");
  shop.write("n.json", R"({"<start>": ["<n>"], "<n>": ["[a]", "a-b", "[-]", "[b-a]"]})");
  CHECK(shop.grabr("grammar check n.json").exit == 0);
}

TEST_CASE("a skip that a token takes is told of contextual lexing") {
  const Workshop shop;
  shop.write("m.json", R"({"start": "a", "rules": {"a": "TEXT"}, "tokens": {"TEXT": "[^\\n]+"},
      "skip": {"SPACE": " +"}})");
  check_contains(shop.grabr("grammar check m.json").errors, "\"lexing\": \"contextual\" reads TEXT only");
}
