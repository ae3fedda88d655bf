#include "grammar/load/load.h"

#include <doctest/doctest.h>

#include "grammar/lex/lexer.h"
#include "grammar/show.h"

namespace grabr {
namespace {

/// `expected`: all problems in the order in which they are found, as tests/grammar/show.h writes
/// them.
void check_problems(const std::string& text, const std::string& expected) {
  const Source file("dir/tiny.json", text);
  const GrammarFile loaded = load_grammar(file);
  CAPTURE(text);
  CHECK(show(loaded.problems, file) == expected);
  CHECK(loaded.grammar.has_value() == !has_errors(loaded.problems));
}

/// A rich grammar file with these rules, start symbol s and token NUM.
std::string rich(const std::string& rules, const std::string& more = "") {
  return "{\"start\": \"s\",\n\"tokens\": {\"NUM\": \"[0-9]+\"},\n\"rules\": {\n" + rules + "}" +
         more + "}";
}

TEST_CASE("files that are no grammar") {
  const std::string hint =
      " (a classic grammar maps nonterminals to expansions, {\"<start>\": [\"<x>\"], …}; "
      "a rich one has the keys \"start\", \"rules\" and \"tokens\")\n";
  check_problems("{}", "1:1 `{` error: this is not a grammar" + hint);
  check_problems(" [1]", "1:2 `[` error: this is not a grammar" + hint);
  check_problems("{\"start\": \"x\"}", "1:1 `{` error: this is not a grammar" + hint);
  check_problems("12", "1:1 `1` error: this is not a grammar" + hint);
  check_problems(
      "{\"rule\": {}, \"token\": {}}",
      "1:1 `{` error: this is not a grammar (`rule`: did you mean `rules`? The terminals "
      "belong in `tokens`)\n");
}

TEST_CASE("problems of classic files") {
  check_problems(R"({"<start>": ["<a>"], "<a>": ["x", ""]})", "");
  check_problems(R"({"$schema": "schema.json", "<start>": ["x"]})", "");
  check_problems(R"({"<start>": "x"})",
                 "1:13 `\"x\"` error: `<start>` must be an array of expansions, but it is a "
                 "string\n");
  check_problems(R"({"<start>": []})",
                 "1:13 `[]` error: `<start>` has no expansions (write [\"\"] for the empty "
                 "text)\n");
  check_problems(R"({"<start>": ["x", 1, {"a": 1}, null]})",
                 "1:19 `1` error: `<start>[1]` must be a string, a list of symbols, or a pair of "
                 "one of these and an object of options, but it is a number\n"
                 "1:22 `{\"a\": 1}` error: `<start>[2]` must be a string, a list of symbols, or a "
                 "pair of one of these and an object of options, but it is an object\n"
                 "1:32 `null` error: `<start>[3]` must be a string, a list of symbols, or a pair "
                 "of one of these and an object of options, but it is null\n");
  check_problems(R"({"<start>": [["x", true]]})",
                 "1:20 `true` error: `<start>[0][1]` must be a string, one symbol, but it is true "
                 "or false\n");
  check_problems(R"({"<start>": ["x"], "a": ["y"]})",
                 "1:20 `\"a\"` error: the key `a` is not a nonterminal (nonterminals are written "
                 "in angle brackets and contain no space: \"<expr>\")\n");
  check_problems(R"({"<start>": ["x"], "<a b>": ["y"]})",
                 "1:20 `\"<a b>\"` error: the key `<a b>` is not a nonterminal (nonterminals are "
                 "written in angle brackets and contain no space: \"<expr>\")\n");
  check_problems(R"({"<e>": ["x"]})",
                 "1:2 `\"<e>\"` warning: there is no `<start>`; `<e>` is taken as the start "
                 "symbol, as it is the first (add \"<start>\": [\"<e>\"])\n");
  check_problems(R"({"<start>": ["x"], "<start>": ["y"]})",
                 "1:20 `\"<start>\"` error: the key `<start>` appears twice (it is first on line "
                 "1; join the two or rename one)\n");
  check_problems(R"({"ebnf": 1, "<start>": ["x"]})",
                 "1:10 `1` error: `ebnf` must be true or false, but it is a number\n");
}

TEST_CASE("names of classic files") {
  check_problems(R"j({"<start>": ["\"(<bexrp>)"], "<bexpr>": ["x<start>"]})j",
                 "1:18 `<bexrp>` warning: `<bexrp>` is not defined and stands for itself (did you "
                 "mean `<bexpr>`?)\n"
                 "1:30 `\"<bexpr>\"` warning: `<bexpr>` cannot be reached from `<start>` (use it "
                 "in a rule or remove it)\n");
  check_problems(R"({"<start>": [["<", "<p>", ">"]]})",
                 "1:21 `<p>` warning: `<p>` is not defined and stands for itself\n");
  check_problems(R"({"<start>": [["-<factor>"], "<factor>"], "<factor>": ["x"]})",
                 "1:17 `<factor>` warning: `<factor>` inside a literal of a list stands for itself "
                 "(in a list of symbols a nonterminal is an item of its own)\n");
  check_problems(R"({"<start>": ["<tirm>*", "<term>"], "<term>": ["x"]})",
                 "1:15 `<tirm>*` error: `<tirm>*` repeats a nonterminal that is not defined (did "
                 "you mean `<term>`?)\n"
                 "1:15 `<tirm>` warning: `<tirm>` is not defined and stands for itself (did you "
                 "mean `<term>`?)\n");
}

TEST_CASE("options of expansions") {
  check_problems(R"({"<start>": [["x", {"prob": 0.5}], ["y", {"prob": null, "priority": -2}]]})",
                 "");
  check_problems(R"({"<start>": [["x", {"prob": 2, "priority": 1.5}]]})",
                 "1:29 `2` error: `<start>[0][1].prob` must be a number from 0 to 1\n"
                 "1:44 `1.5` error: `<start>[0][1].priority` must be a whole number between "
                 "-1000000 and 1000000 (the alternative with the higher priority wins an "
                 "ambiguity)\n");
  check_problems(R"({"<start>": [["x", {"prop": 0.5, "prob": "1"}]]})",
                 "1:21 `\"prop\"` note: the option `prop` is ignored (did you mean `prob`?)\n"
                 "1:42 `\"1\"` error: `<start>[0][1].prob` must be a number from 0 to 1, but it is "
                 "a string\n");
}

TEST_CASE("problems of a classic grammar as a whole") {
  check_problems(R"({"<start>": ["a<start>"]})",
                 "1:2 `\"<start>\"` error: `<start>` never ends: all its alternatives need it "
                 "again or another such rule; no input fits this grammar (add an alternative that "
                 "ends)\n");
  check_problems(R"({"<start>": ["a", "<b>"], "<b>": ["<c>"], "<c>": ["x<b>"]})",
                 "1:27 `\"<b>\"` warning: `<b>` never ends: all its alternatives need it again or "
                 "another such rule (add an alternative that ends)\n"
                 "1:43 `\"<c>\"` warning: `<c>` never ends: all its alternatives need it again or "
                 "another such rule (add an alternative that ends)\n");
  check_problems(R"({"<start>": ["<b>", "a"], "<b>": ["<start>"]})",
                 "1:2 `\"<start>\"` warning: `<start>`, `<b>` can derive just each other (a text "
                 "with one of them has infinitely many trees)\n");
  check_problems(R"({"<start>": ["a", "<start>"]})",
                 "1:2 `\"<start>\"` warning: `<start>` can derive just itself (a text with it has "
                 "infinitely many trees)\n");
}

TEST_CASE("problems of rich files") {
  check_problems(rich(R"("s": ["NUM", "'a' s"])"), "");
  check_problems(R"({"rules": {"s": "'a'"}})",
                 "1:1 `{` error: there is no `start` (name the rule that a whole input follows: "
                 "\"start\": \"…\")\n");
  check_problems(R"({"start": "t", "rules": {"ss": "'a'"}})",
                 "1:11 `\"t\"` error: the start rule `t` is not defined\n");
  check_problems(R"({"start": "NUM", "rules": {"s": "NUM"}, "tokens": {"NUM": "1"}})",
                 "1:11 `\"NUM\"` error: the start symbol `NUM` is not a rule\n");
  check_problems(R"({"start": "s", "rule": {}, "rules": {"s": "'a'"}, "extensions": ["c", 1]})",
                 "1:16 `\"rule\"` error: unknown key `rule` (did you mean `rules`?)\n"
                 "1:66 `\"c\"` error: an extension starts with a dot (write \".c\")\n"
                 "1:71 `1` error: `extensions[1]` must be a string, but it is a number\n");
  check_problems(
      R"({"start": "s", "name": 1, "ignore_case": "yes", "rules": {"s": "'a'"}, "skip": []})",
      "1:42 `\"yes\"` error: `ignore_case` must be true or false, but it is a string\n"
      "1:24 `1` error: `name` must be a string, but it is a number\n"
      "1:80 `[]` error: `skip` must be an object, but it is an array\n");
  check_problems(rich(R"("s": [], "t": 1, "u": [["NUM", {"priority": 1}, 2]])"),
                 "4:6 `[]` error: `s` has no alternatives (write \"\" for the empty text)\n"
                 "4:15 `1` error: `rules.t` must be a string or an array of alternatives, but it "
                 "is a number\n"
                 "4:24 `[\"NUM\", {\"priority\": 1}, 2]` error: `rules.u[0]` must be a string or "
                 "[string, {options}], but it is an array\n");
  check_problems(
      rich(R"("s": "NUM 1x", "1a": "NUM", "NUM": "'a'")"),
      "4:16 `\"1a\"` error: `1a` cannot be a name (a name is a letter or _, then "
      "letters, digits, _ and -)\n"
      "2:12 `\"NUM\"` error: `NUM` is defined twice (rules, tokens and skip share one "
      "set of names)\n"
      "4:11 `1` error: expected an operator, | or the end, found `1` (a literal is written "
      "in quotes: 'while')\n");
}

TEST_CASE("names of rich files") {
  check_problems(
      rich(R"("s": ["statment NUM | \"é\" expresion", "statement"], "statement": "'x'")"),
      "4:8 `statment` error: `statment` is not defined (did you mean `statement`?)\n"
      "4:29 `expresion` error: `expresion` is not defined (define it in \"rules\" or "
      "\"tokens\", or quote it: 'expresion')\n");
  check_problems(rich(R"("s": "'a' iten NUMM", "item": "'b'")"),
                 "4:11 `iten` error: `iten` is not defined (did you mean `item`?)\n"
                 "4:16 `NUMM` error: `NUMM` is not defined (did you mean `NUM`?)\n");
  check_problems(rich(R"("s": "'a'", "t": "'b'")"),
                 "2:12 `\"NUM\"` warning: no rule uses the token `NUM` (use it, remove it, or move "
                 "it to \"skip\")\n"
                 "4:13 `\"t\"` warning: `t` cannot be reached from `s` (use it in a rule or remove "
                 "it)\n");
  check_problems(rich(R"("s": [["NUM", {"priorty": 1}]])"),
                 "4:16 `\"priorty\"` warning: the option `priorty` is ignored (did you mean "
                 "`priority`?)\n");
}

TEST_CASE("problems of a rich grammar as a whole") {
  check_problems(rich(R"("s": ["NUM", "t"], "t": "'a' t")"),
                 "4:20 `\"t\"` warning: `t` never ends: all its alternatives need it again or "
                 "another such rule (add an alternative that ends)\n");
  check_problems(rich(R"("s": "NUM t*", "t": "'a'? 'b'*")"),
                 "4:7 `NUM t*` warning: `s` repeats something that may be empty (let the repeated "
                 "part have at least one token; otherwise a text has infinitely many trees)\n");
  check_problems(rich(R"("s": "NUM (t % ',')?", "t": "'a'?")"), "");
}

TEST_CASE("carets of tokens point into the JSON string") {
  const Source file("t.json",
                    R"j({"start": "s", "rules": {"s": "A"}, "tokens": {"A": "\"\\d\"(a|^b)"}})j");
  const GrammarFile loaded = load_grammar(file);
  REQUIRE(loaded.problems.size() == 1);
  CHECK(file.slice(loaded.problems[0].span) == "^");
  const Source empty("t.json",
                     R"({"start": "s", "rules": {"s": "A"}, "tokens": {"A": "(\\x41)*"}})");
  const GrammarFile refused = load_grammar(empty);
  REQUIRE(refused.problems.size() == 1);
  CHECK(empty.slice(refused.problems[0].span) == "(\\\\x41)*");
}

TEST_CASE("hints") {
  const std::string rules = R"("s": "NUM")";
  check_problems(
      rich(rules, R"(,"hints": {"identifiers": ["NUM"], "simplest": {"NUM": ["0", "12"]}})"), "");
  check_problems(rich(rules, R"(,"hints": {"identifiers": ["NUMB", "s", 1], "simplist": {}})"),
                 "4:39 `\"NUMB\"` error: the token `NUMB` is not defined (did you mean `NUM`?)\n"
                 "4:47 `\"s\"` error: `s` is not a token (hints are for the names under "
                 "\"tokens\")\n4:52 `1` error: `hints.identifiers[2]` must be the name of a token "
                 "(a string), but it is a number\n"
                 "4:56 `\"simplist\"` warning: the hint `simplist` is ignored (did you mean "
                 "`simplest`?)\n");
  check_problems(rich(rules, R"(,"hints": {"simplest": {"NUM": ["0", "x", "1x"]}})"),
                 "4:49 `\"x\"` warning: `x` is not a NUM (a hint that the token does not match is "
                 "of no use)\n"
                 "4:54 `\"1x\"` warning: `1x` is not a NUM (a hint that the token does not match "
                 "is of no use)\n");
}

TEST_CASE("hints: names that other texts derive") {
  const auto check = [&](const std::string& hints, const std::string& expected) {
    check_problems(rich(R"("s": "NUM")", R"(,"hints": {)" + hints + "}"), expected);
  };
  check(R"("derives": {"s": ["s", "^NUM", "NUM %@", "NUM"], "NUM": ["1@", "@@", "~@\\d"]},)"
        R"( "introduces": ["s"])",
        "");
  check(R"("derives": {"s": []}, "introduces": ["s"])", "");
  check(R"("derives": {"t": [], "s": ["NUN", "NUM %", 1], "NUM": "@"})",
        "4:35 `\"t\"` error: the rule or token `t` is not defined\n"
        "4:50 `\"NUN\"` error: the rule or token `NUN` is not defined (did you mean `NUM`?)\n"
        "4:57 `\"NUM %\"` error: `NUM %` names nothing (one @ stands for the name: \"STRING "
        "\\\"%/@\\\"\")\n"
        "4:66 `1` error: `hints.derives.s` must be an array of texts, but it is a number\n"
        "4:77 `\"@\"` error: `hints.derives.NUM` must be an array of rules, tokens and patterns, "
        "but it "
        "is a string\n");
  check(R"("introduces": ["s", 1])",
        "4:38 `\"s\"` error: `s` has no entry in \"derives\" (list only rules that have one; "
        "\"derives\" comes first)\n"
        "4:43 `1` error: `hints.introduces` must be an array of names of rules, but it is a "
        "number\n");
}

TEST_CASE("rewrite templates") {
  const std::string rules = R"("s": "'(' s ')' | NUM | '$' s")";
  const auto check = [&](const std::string& rewrites, const std::string& expected) {
    check_problems(rich(rules, R"(,"hints": {"rewrites": )" + rewrites + "}"), expected);
  };
  check(R"j({"s": ["$s", "$s.2", "( $NUM )", "$$ $s", "1"]})j", "");
  check(R"j({"t": ["$s"], "NUM": ["1"]})j",
        "4:56 `\"t\"` error: the rule `t` is not defined\n"
        "4:69 `\"NUM\"` error: `NUM` is not a rule (rewrites are for the names under "
        "\"rules\")\n");
  check(R"j({"s": ["( $NUN )", "$ s", "$s.0", "$s.9999", "\u0024x"]})j",
        "4:66 `NUN` error: `NUN` is not defined (did you mean `NUM`?)\n"
        "4:75 `$` error: no name of a part follows this `$` (write `$$` for the sign itself)\n"
        "4:85 `0` error: there is no part of that number (parts are numbered from 1 to 1000)\n"
        "4:93 `9999` error: there is no part of that number (parts are numbered from 1 to 1000)\n"
        "4:107 `x` error: `x` is not defined\n"
        "4:77 `s` warning: no token of the grammar begins here (a template is a text of the "
        "language, with `$name` for its parts)\n");
  check(R"j({"s": ["( $s ?? )", "", 1]})j",
        "4:75 `\"\"` warning: an empty template is ignored (deletable parts are tried without a "
        "replacement anyway)\n"
        "4:79 `1` error: `hints.rewrites.s[2]` must be a template (a string), but it is a "
        "number\n");
  check(R"j({"s": ["( $s ?? )"]})j",
        "4:68 `?` warning: no token of the grammar begins here (a template is a text of the "
        "language, with `$name` for its parts)\n");
  check(R"j(["s"])j",
        "4:55 `[\"s\"]` error: `hints.rewrites` must be an object, rule: [templates], but it is an "
        "array\n");
  check(R"j({"s": "$s"})j",
        "4:61 `\"$s\"` error: `hints.rewrites.s` must be an array of templates, the best first, "
        "but it is a string\n");
}

Grammar loaded(const std::string& text) {
  const Source file("dir/tiny.json", text);
  GrammarFile result = load_grammar(file);
  INFO(show(result.problems, file));
  REQUIRE(result.grammar);
  return std::move(*result.grammar);
}

std::string symbol_names(const Grammar& grammar) {
  std::string names;
  for (const Symbol& symbol : grammar.symbols) names += symbol.name + " ";
  return names;
}

TEST_CASE("a classic grammar as a value") {
  const Grammar grammar = loaded(
      R"({"<start>": ["<b> + <b>", ["x", "y", "<b>", ""], [["<b>"], {"prob": 0.5}]],
          "<b>": ["", [], "<c>"]})");
  CHECK(grammar.notation == Notation::kClassic);
  CHECK(grammar.name == "tiny");
  CHECK(grammar.file_sha256.size() == 64);
  CHECK_FALSE(grammar.lexer);
  CHECK(symbol_names(grammar) == "<start> <b>  +  xy <c> ");
  CHECK(grammar.start == 0);
  const Rule& start = grammar.rule(grammar.find("<start>"));
  REQUIRE(start.alternatives.size() == 3);
  CHECK(show(grammar.symbols, start.alternatives[0].body) == "(<b> ' + ' <b>)");
  CHECK(show(grammar.symbols, start.alternatives[1].body) == "('xy' <b>)");
  CHECK(show(grammar.symbols, start.alternatives[2].body) == "(<b>)");
  CHECK(start.alternatives[2].probability == 0.5);
  const Rule& b = grammar.rule(grammar.find("<b>"));
  CHECK(show(grammar.symbols, b.alternatives[0].body) == "()");
  CHECK(show(grammar.symbols, b.alternatives[1].body) == "()");
  CHECK(show(grammar.symbols, b.alternatives[2].body) == "('<c>')");
  CHECK(grammar.rule_of[grammar.find("<c>")] == ~std::uint32_t{0});
  CHECK(grammar.find("<nothing>") == kNoSymbol);
}

TEST_CASE("a rich grammar as a value") {
  const Grammar grammar = loaded(
      R"({"name": "Tiny", "version": "2", "source": "a link", "license": "MIT",
          "extensions": [".t", ".tt"], "ignore_case": true, "start": "list",
          "rules": {"list": ["'BEGIN' item % ',' 'end'", ["item | 'begin'", {"priority": 3}]],
                    "item": "NUM | WORD"},
          "tokens": {"WORD": "[a-z]+", "NUM": "\\d+"},
          "skip": {"SPACE": "[ \\n]+"},
          "hints": {"identifiers": ["WORD"], "simplest": {"NUM": ["0"]}}})");
  CHECK(grammar.notation == Notation::kRich);
  CHECK(grammar.name == "Tiny");
  CHECK(grammar.version == "2");
  CHECK(grammar.source == "a link");
  CHECK(grammar.license == "MIT");
  CHECK(grammar.extensions == std::vector<std::string>{".t", ".tt"});
  CHECK(grammar.ignore_case);
  CHECK(symbol_names(grammar) == "list item WORD NUM SPACE BEGIN , end ");
  CHECK(grammar.symbols[grammar.start].name == "list");
  const Rule& list = grammar.rule(grammar.start);
  REQUIRE(list.alternatives.size() == 3);
  CHECK(show(grammar.symbols, list.alternatives[0].body) == "('BEGIN' {item % ','}1 'end')");
  CHECK(list.alternatives[0].priority == 0);
  CHECK(show(grammar.symbols, list.alternatives[2].body) == "('BEGIN')");
  CHECK(list.alternatives[2].priority == 3);
  CHECK(grammar.symbols[grammar.find("NUM")].text == "\\d+");
  CHECK(grammar.symbols[grammar.find("SPACE")].kind == SymbolKind::kSkip);
  REQUIRE(grammar.hints.identifiers.size() == 1);
  CHECK(grammar.symbols[grammar.hints.identifiers[0]].name == "WORD");
  REQUIRE(grammar.hints.simplest.size() == 1);
  CHECK(grammar.hints.simplest[0].second == std::vector<std::string>{"0"});
  REQUIRE(grammar.lexer);
  CHECK(grammar.lexer->match("Begin", 0).terminals[0] == grammar.find("BEGIN"));
}

}  // namespace
}  // namespace grabr
