#include "cli/choose_grammar.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// A language of one token.
std::string grammar(const std::string& token, const std::string& head) {
  return R"({"start": "all", "rules": {"all": "')" + token + R"('"}, "tokens": {},)" + head +
         R"("skip": {"SPACE": "[ \\n]+", "COMMENT": "#[^\\n]*|//[^\\n]*"}})";
}

struct Grammars : Workshop {
  Grammars() {
    std::filesystem::create_directory(path() / "g");
    write("g/c.json", grammar("c", R"("name": "C", "extensions": [".c", ".h"],)"));
    write("g/cpp.json", grammar("d", R"("name": "C++", "extensions": [".cc", ".h"],)"));
    write("g/h8.json", grammar("h", R"("extensions": [".h8"], "begins": ["h"],)"));
    write("g/make.json", grammar("m", R"("extensions": [".mk"], "filenames": ["Makefile"],)"));
    write("g/one.json", grammar("1", R"("extensions": [".o"], "begins": ["begin"],)"));
    write("g/py.json", grammar("p", R"("extensions": [".py", ".p.c"], "interpreters": ["python"],)"));
    write("g/two.json", grammar("2", R"("begins": ["beg", "begin [a-z]+"],)"));
    write("g/v.json", grammar("v", R"("extensions": [".v", ".h8"],)"));
    write("g/verilog.json", grammar("w", R"("extensions": [".v"],)"));
  }

  GrammarChooser chooser() const {
    std::vector<GrammarCard> cards;
    for (const char* key : {"c", "cpp", "h8", "make", "one", "py", "two", "v", "verilog"}) {
      cards.push_back(*read_grammar_card(path() / "g" / (std::string(key) + ".json"),
                                         CardDetail::kHead));
    }
    return GrammarChooser(cards);
  }
};

}  // namespace

TEST_CASE("choosing a grammar: by name, extension, first line, editors' line, beginning") {
  const Grammars grammars;
  const GrammarChooser chooser = grammars.chooser();
  struct Case {
    std::string file, text, key, reason;
  };
  const Case cases[] = {
      {"dir/Makefile", "", "make", "by its name"},
      {"makefile", "c", "make", "by its name"},
      {"a.C", "", "c", "by the extension .c"},
      {"a.p.c", "#!/bin/cpp", "py", "by the extension .p.c"},
      {"a.v", "v", "v", "by the extension .v"},
      {"a.v", "w", "verilog", "by the extension .v, the first of v, verilog that parses it"},
      {"a.v", "?", "v", "by the extension .v, though none of v, verilog parses it"},
      {"a.h8", "v", "v", "by the extension .h8, the first of h8, v that parses it"},
      {"a.h8", "?", "h8", "by the extension .h8, though none of h8, v parses it"},
      {"a.h", "d", "cpp", "by the extension .h, the first of c, cpp that parses it"},
      {"a.h", "c", "c", "by the extension .h, the first of c, cpp that parses it"},
      {"a.h", "?", "c", "by the extension .h, though none of c, cpp parses it"},
      {"a.h", "// -*- C++ -*-\nc", "cpp", "by the extension .h and what it says itself"},
      {"a", "#!/usr/bin/env python3\np", "py", "by its first line, for python3"},
      {"-", "# vim: ft=py\np", "py", "by its line for editors, py"},
      {"-", "begin", "one", "by how it begins"},
      {"-", "\n begin x", "two", "by how it begins"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.file);
    CAPTURE(expected.text);
    const auto choice = chooser.choose(expected.file, expected.text);
    REQUIRE(choice.has_value());
    CHECK(choice->key == expected.key);
    CHECK(choice->reason == expected.reason);
  }
  CHECK_FALSE(chooser.choose("what.ever", "nothing").has_value());
  CHECK_FALSE(chooser.choose("", "").has_value());
  CHECK_FALSE(chooser.plain_text().has_value());
}

TEST_CASE("commands choose by content, and reduce says what it chose") {
  const Grammars shop;
  shop.write("unknown", "begin");
  const std::string with = "GRABR_GRAMMARS=$PWD/g \"$GRABR\" ";
  check_contains(shop.shell("echo '\"x\": 1' | \"$GRABR\" check -").errors, "no grammar is known");
  CHECK(shop.shell("printf '# vim: ft=py\\np' | " + with + "check -").exit == 0);
  shop.program("t.sh", kHasBug);
  shop.write("text.c", "BUG x\n");
  const ShellRun run = shop.shell(with + "--no-preflight ./t.sh text.c");
  check_contains(run.errors, "grabr: grammar: c, by the extension .c\n");
  CHECK(shop.shell(with + "-q --no-preflight ./t.sh text.c").errors.empty());
}

TEST_CASE("reduce takes the grammar text where nothing fits and text does") {
  const Grammars shop;
  shop.write("g/text.json", R"({"start": "all", "generic": true, "rules": {"all": "LINE*"},
      "tokens": {"LINE": "[A-Za-z ]*\\n"}})");
  shop.program("t.sh", kHasBug);
  shop.write("unknown", "x y\nBUG\nz\n");
  const std::string with = "GRABR_GRAMMARS=$PWD/g \"$GRABR\" --no-preflight ./t.sh unknown";
  check_contains(shop.shell(with).errors, "grabr: grammar: text, as nothing else fits");
  CHECK(shop.read("unknown.reduced").find("BUG") != std::string::npos);
  shop.write("unknown", "x 9\nBUG\n");
  check_contains(shop.shell(with + " --fresh").errors, "it is reduced as text");
  check_contains(shop.shell("GRABR_GRAMMARS=$PWD/g \"$GRABR\" check unknown").errors,
                 "no grammar is known");
}
