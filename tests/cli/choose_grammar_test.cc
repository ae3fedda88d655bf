#include "catalogue/choose_grammar.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

/// A grammar for a language of one token.
std::string grammar(const std::string& token, const std::string& head) {
  return R"({"start": "all", "rules": {"all": "')" + token + R"('"}, "tokens": {},)" + head +
         R"("skip": {"SPACE": "[ \\n]+", "COMMENT": "#[^\\n]*|//[^\\n]*"}})";
}

struct Grammars : Workshop {
  Grammars()
      : Workshop(
            {{"t.sh", kHasBug},
             {"g/c.json", grammar("c", R"("name": "C", "extensions": [".c", ".h"],)")},
             {"g/cpp.json",
              grammar("d", R"("name": "C++", "extensions": [".cc", ".h"], "marks": ["d"],)")},
             {"g/h8.json", grammar("h", R"("extensions": [".h8"], "begins": ["h"],)")},
             {"g/loose.json", grammar("4", R"("marks": ["4"], "least_marked": 0.5,)")},
             {"g/marked.json", grammar("3", R"("marks": ["(# *|// )?3"],)")},
             {"g/make.json", grammar("m", R"("extensions": [".mk"], "filenames": ["Makefile"],)")},
             {"g/one.json", grammar("1", R"("extensions": [".o"], "begins": ["1 # begin"],)")},
             {"g/py.json",
              grammar("p", R"("extensions": [".py", ".p.c"], "interpreters": ["python"],)")},
             {"g/two.json", grammar("2", R"("begins": ["[12] # beg", "2 # begin [a-z]+"],)")},
             {"g/perl.json", grammar("x", R"("extensions": [".pl"], "marks": ["my "],)")},
             {"g/prolog.json", grammar("x", R"("extensions": [".pl"], "marks": ["x"],)")},
             {"g/v.json", grammar("v", R"("extensions": [".v", ".h8", ".dv"],)")},
             {"g/v-first.json",
              R"({"extends": "v.json", "extensions": [".dv"], "rules": {"all": "'v' | 'z'"}})"},
             {"g/verilog.json", grammar("w", R"("extensions": [".v"],)")}}) {}

  GrammarChooser chooser() const {
    std::vector<GrammarCard> cards;
    for (const char* key : {"c", "cpp", "h8", "loose", "make", "marked", "one", "perl", "prolog",
                            "py", "two", "v", "v-first", "verilog"}) {
      cards.push_back(
          *read_grammar_card(path() / "g" / (std::string(key) + ".json"), CardDetail::kHead));
    }
    return GrammarChooser(cards);
  }
};

/// The program with the shipped grammars instead of the test ones.
const std::string kShipped = "GRABR_GRAMMARS='" GRABR_SOURCE_DIR "/grammars' \"$GRABR\" ";

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
      {"a.v", "?", "v", "by the extension .v: it parses most, and none of v, verilog parses all"},
      {"a.h8", "v", "v", "by the extension .h8, the first of h8, v that parses it"},
      {"a.h8", "?", "h8", "by the extension .h8: it parses most, and none of h8, v parses all"},
      {"a.pl", "x", "prolog", "by the extension .pl, the first of perl, prolog that parses it"},
      {"a.h", "d", "cpp", "by the extension .h, the first of c, cpp that parses it"},
      {"a.h", "c", "c", "by the extension .h, the first of c, cpp that parses it"},
      {"a.h", "?", "c", "by the extension .h: it parses most, and none of c, cpp parses all"},
      {"a.h", "d?", "cpp", "by the extension .h: it parses most, and none of c, cpp parses all"},
      {"a.h", "// -*- C++ -*-\nc", "cpp", "by the extension .h and a line that names the language"},
      {"a", "#!/usr/bin/env python3\np", "py", "by its first line, for python3"},
      {"-", "# vim: ft=py\np", "py", "by its line for editors, py"},
      {"-", "1 # begin", "one", "by its beginning"},
      {"a.kt", "\n 2 # begin x", "two", "by its beginning"},
      {"-", "2 # beg", "two", "by its beginning"},
      {"-", "# 4\n4", "loose", "by the beginnings of its lines"},
      {"-", "// 3\n3", "marked", "by the beginnings of its lines"},
      {"-", "#3\n#3\n3", "marked", "by the beginnings of its lines"},
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
  // A text that does not parse is of another language, even if it begins like this one.
  CHECK_FALSE(chooser.choose("a.kt", "1 # begin\n1").has_value());
  CHECK_FALSE(chooser.choose("-", "3\n3").has_value());
  // Too few lines with a typical mark for a grammar that accepts nearly anything.
  CHECK_FALSE(chooser.choose("-", "#\n#\n#\n4").has_value());
  CHECK_FALSE(chooser.choose("", "").has_value());
  CHECK_FALSE(chooser.plain_text().has_value());
}

TEST_CASE("choosing a grammar: a dialect is known by what it extends") {
  const Grammars grammars;
  const GrammarChooser chooser = grammars.chooser();
  const auto dialect = chooser.choose("a.dv", "z");
  REQUIRE(dialect.has_value());
  CHECK(dialect->key == "v-first");
  CHECK(dialect->extended == grammars.path() / "g" / "v.json");
  CHECK(chooser.choose("a.dv", "v")->key == "v");
  CHECK(chooser.choose("a.dv", "v")->extended.empty());
  CHECK(chooser.choose("a.h", "d")->extended.empty());
}

TEST_CASE("a search by a dialect goes on by its language") {
  check_calls(Workshop({{"t.sh", kHasBug},
                        {"a.sv",
                         "module a;\n`ifdef X\ninitial begin\n`else\ninitial begin : n\n`endif\n"
                         "$display(\"BUG\");\nend\nendmodule\n"}}),
              {{"$ " + kShipped + "-j1 ./t.sh a.sv",
                0,
                {"the first of systemverilog, systemverilog-first-branch",
                 "grabr: going on with the grammar systemverilog\n"}},
               {"$ [ $(wc -c <a.reduced.sv) -lt 20 ]"}});
}

TEST_CASE("commands choose by content, and reduce says what it chose, or takes text" *
          doctest::test_suite("many runs")) {
  const Grammars shop;
  const std::string with = "GRABR_GRAMMARS=$PWD/g \"$GRABR\" ";
  shop.write("text.c", "BUG x\n");
  shop.write("unknown", "x y\nBUG\nz\n");
  shop.write("text.json", R"({"start": "all", "generic": true, "rules": {"all": "LINE*"},
      "tokens": {"LINE": "[A-Za-z ]*\\n"}})");
  const std::string raku =
      "use v6;\nunit module Demo;\nsub MAIN($x = 2) { say sqrt($x) for ^3; }\n";
  shop.write("in.raku", raku);
  shop.write("in", raku);
  const std::string as_text = "grabr: grammar: text, as nothing else fits";
  check_calls(
      shop, {{"$ echo 'once upon a time' | \"$GRABR\" check -", 2, "no grammar is known"},
             {"$ printf '# vim: ft=py\\np' | " + with + "check -"},
             {"$ " + with + "--no-preflight ./t.sh text.c", 0,
              "grabr: grammar: c, by the extension .c\n"},
             {"$ " + with + "-q --no-preflight ./t.sh text.c", 0, "="},
             {"$ mv text.json g; " + with + "--no-preflight ./t.sh unknown", 0, as_text},
             {"$ grep BUG unknown.reduced", 0, {}, "BUG"},
             {"$ printf 'x 9\\nBUG\\n' >unknown; " + with + "--fresh --no-preflight ./t.sh unknown",
              0, "it is reduced as text"},
             {"$ " + with + "check unknown", 2, "no grammar is known"},
             // Programs in other languages are plain text, whatever they begin with.
             {"$ " + kShipped + "--no-preflight -c 'grep -q sqrt @@' in.raku",
              0,
              {as_text, "!nothing parses"}},
             {"$ " + kShipped + "--no-preflight -c 'grep -q sqrt @@' in",
              0,
              {as_text, "!nothing parses"}}});
}

TEST_CASE("a long text is recognised by its beginning, and parsed before it is believed") {
  const Grammars shop;
  shop.write("g/digits.json", R"({"start": "all", "rules": {"all": "D*"}, "tokens": {"D": "[0-9]"},
      "marks": ["5"], "skip": {"S": "\\n"}})");
  const GrammarChooser chooser(
      {*read_grammar_card(shop.path() / "g/digits.json", CardDetail::kHead)});
  std::string text;
  while (text.size() < 400'000) text += "5555555\n";
  CHECK(chooser.choose("-", text).has_value());
  CHECK(chooser.choose("-", text)->by_beginning);
  CHECK(chooser.choose("-", text + "BUG")->by_beginning);
  CHECK_FALSE(chooser.choose("-", "5555\nBUG\n" + text).has_value());
  shop.write("long", text + "BUG");
  check_calls(shop, {{"$ GRABR_GRAMMARS=$PWD/g \"$GRABR\" --no-preflight ./t.sh long", 0,
                      "!grammar: digits"},
                     {"$ cat long.reduced", 0, {}, "=BUG"}});
}

TEST_CASE("the language of a text without a name") {
  const GrammarChooser chooser;  // with all shipped grammars
  const std::pair<std::string, std::string> cases[] = {
      {"{\"a\": 1}", "json"},
      {"[1, [2]]\n", "json"},
      {"#include <stdio.h>\nint main(void) { return 0; }\n", "c"},
      {"#include <vector>\nint main() { std::vector<int> v; return v.size(); }\n", "cpp"},
      {"fn main() { println!(\"{}\", 1); }\n", "rust"},
      {"SELECT 1;", "sql"},
      {"def f(x):\n    return x\n", "python"},
      {"<?xml version=\"1.0\"?>\n<a/>\n", "xml"},
      {"<!DOCTYPE html>\n<title>x</title><p>y", "html"},
      {"#!/usr/bin/python3\nprint(1)\n", "python"},
      {"(set-logic QF_LIA)\n(check-sat)\n", "smtlib"},
      {"module m(input a); endmodule\n", "systemverilog"},
      {"\xEF\xBB\xBF{\"a\": 1}", "json"},
      {"[A-Za-z_]", "regex"},
      {"\\r\\n|\\n\n", "regex"},
      {"\\copy t from 'f'\nSELECT 1;\n", "postgresql"},
      {"- - s1\n  - s2\n- k: 1\n", "yaml"},
      {"on:\n  push:\njobs:\n  test:\n    steps:\n      - run: |\n          if x; then\n"
       "            import y\n          fi\n          for z; do\n            return 1\n",
       "yaml"},
      {"%PDF-1.7\n%\xE2\xE3\n1 0 obj\n", ""},
      {"once upon a time, there was\na text\n", ""},
  };
  for (const auto& one : cases) {
    CAPTURE(one.first);
    const auto choice = chooser.choose("text", one.first);
    CHECK((choice ? choice->key : "") == one.second);
    if (choice) CHECK(choice->parses);
  }
}
