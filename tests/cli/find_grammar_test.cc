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

TEST_CASE("grammars in other notations are known when they are met") {
  const Workshop shop;
  struct Case {
    const char *file, *text, *notation, *hint;
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
    CAPTURE(one.file);
    shop.write(one.file, one.text);
    for (const char* command : {"grammar check ", "check one -g "}) {
      shop.write("one", "1");
      const ShellRun run = shop.grabr(command + std::string(one.file));
      CHECK(run.exit == 2);
      check_contains(run.errors,
                     one.file + std::string(" is a grammar in another notation, ") + one.notation);
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
  check_contains(run.errors, "`[0-9]` is literal text here, not a set of characters");
  shop.write("n.json", R"({"<start>": ["<n>"], "<n>": ["[a]", "a-b", "[-]", "[b-a]"]})");
  CHECK(shop.grabr("grammar check n.json").exit == 0);
}

TEST_CASE("a skip that a token takes is told of contextual lexing") {
  const Workshop shop;
  shop.write("m.json", R"({"start": "a", "rules": {"a": "TEXT"}, "tokens": {"TEXT": "[^\\n]+"},
      "skip": {"SPACE": " +"}})");
  check_contains(shop.grabr("grammar check m.json").errors,
                 "\"lexing\": \"contextual\" reads TEXT only");
}

namespace {

/// A folder of grammars, one of which extends the other, and files.
struct Dialect : Workshop {
  Dialect() {
    std::filesystem::create_directory(path() / "g");
    write("g/sums.json", R"({"name": "Sums", "extensions": [".sum"], "start": "sum", "rules": {
  "sum": "item % '+'", "item": "NUMBER"}, "tokens": {"NUMBER": "[0-9]+"}})");
    write("g/terms.json", R"({"extends": "sums.json", "extensions": [".term"], "rules": {
  "item": ["NUMBER", "NAME", "group"], "group": "'(' sum ')'"}, "tokens": {"NAME": "[a-z]+"}})");
    write("a.term", "1+(a+2)");
    write("test.sh", "#!/bin/sh\ngrep -q a \"$1\"\n");
    std::filesystem::permissions(path() / "test.sh", std::filesystem::perms::owner_all);
  }

  ShellRun run(const std::string& arguments) const {
    return shell("GRABR_GRAMMARS=\"$PWD/g\" \"$GRABR\" " + arguments);
  }
};

}  // namespace

TEST_CASE("the card of a grammar that extends another is its own, its rules are all") {
  const Dialect shop;
  const auto head = read_grammar_card(shop.path() / "g/terms.json", CardDetail::kHead);
  REQUIRE(head);
  CHECK(head->name == "terms");
  CHECK(head->extensions == std::vector<std::string>{".term"});
  CHECK(read_grammar_card(shop.path() / "g/terms.json", CardDetail::kAll)->rules == 3);
  shop.write("g/bare.json", R"({"extends": "gone.json", "name": "Bare"})");
  const auto bare = read_grammar_card(shop.path() / "g/bare.json", CardDetail::kAll);
  REQUIRE(bare);
  CHECK(bare->name == "Bare");
  CHECK(bare->rules == 0);
}

TEST_CASE("commands work with a grammar that extends another") {
  const Dialect shop;
  check_contains(shop.run("grammar list").output, " 3  .term\n");
  CHECK(shop.run("grammar check terms").exit == 0);
  CHECK(shop.run("grammar print terms")
            .output.starts_with("start: sum\nsum ::= item % '+'\nitem ::= NUMBER | NAME | "
                                "group\ngroup ::= '(' sum ')'\n"));
  check_contains(shop.run("grammar graph terms").output, "group");
  check_contains(shop.run("grammar stats terms").output, "3");
  CHECK(shop.run("check a.term").exit == 0);
  shop.write("g/terms.json", R"({"extends": "sums.json", "rules": {"item": null}})");
  const ShellRun broken = shop.run("grammar check terms");
  CHECK(broken.exit == 1);
  check_contains(broken.errors, "g/sums.json:2:11: error: `item` is not defined");
  check_contains(broken.errors, "g/terms.json extends this file: ");
  check_contains(shop.run("parse -g terms a.term").errors, "g/sums.json:2:11: error: ");
}

TEST_CASE("a change in a grammar that another extends is a change of both" *
          doctest::test_suite("many runs")) {
  const Dialect shop;
  CHECK(shop.run("-q --report r.json -o out ./test.sh a.term").exit == 0);
  CHECK(shop.read("out") == "a");
  CHECK(shop.run("verify -q r.json").exit == 0);
  shop.write("g/sums.json", shop.read("g/sums.json") + "\n");
  check_contains(shop.run("verify r.json").errors, "has changed since the report");
}
