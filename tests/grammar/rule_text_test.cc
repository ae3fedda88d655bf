#include "grammar/model/rule_text.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "grammar/show.h"

namespace grabr {
namespace {

/// The text as the content of a JSON string; the names a, b, c, list-of_2 and NUM are defined.
struct ReadRule {
  explicit ReadRule(const std::string& text)
      : file("rule", nlohmann::json(text).dump()),
        placed(text, file.bytes(), {0, static_cast<std::uint32_t>(file.bytes().size())}) {
    for (const char* name : {"a", "b", "c", "list-of_2"}) {
      symbols.define(name, SymbolKind::kNonterminal, {}, {});
    }
    symbols.define("NUM", SymbolKind::kPattern, "[0-9]+", {});
    symbols.define("SPACE", SymbolKind::kSkip, " +", {});
    alternatives = read_rule_text(placed, symbols, problems);
  }

  Source file;
  PlacedText placed;
  SymbolTable symbols;
  Problems problems;
  std::vector<Alternative> alternatives;
};

/// Alternatives one after the other, separated by " / ".
void check_rule(const std::string& text, const std::string& expected) {
  ReadRule reading(text);
  CAPTURE(text);
  CHECK(show(reading.problems.list, reading.file) == "");
  const std::vector<Symbol> symbols = reading.symbols.take();
  std::string shown;
  for (const Alternative& alternative : reading.alternatives) {
    CHECK(alternative.body.kind == Expr::Kind::kSequence);
    shown += (shown.empty() ? "" : " / ") + show(symbols, alternative.body);
  }
  CHECK(shown == expected);
}

void check_rule_problem(const std::string& text, const std::string& expected) {
  const ReadRule reading(text);
  CAPTURE(text);
  CHECK(show(reading.problems.list, reading.file) == expected + "\n");
}

TEST_CASE("rule texts in canonical form") {
  check_rule("", "()");
  check_rule("  ", "()");
  check_rule("()", "()");
  check_rule("a", "(a)");
  check_rule("(((a)))", "(a)");
  check_rule("a b 'x'", "(a b 'x')");
  check_rule("a(b(c a))b", "(a b c a b)");
  check_rule("list-of_2 NUM", "(list-of_2 NUM)");
  check_rule("a | b c | ()", "(a) / (b c) / ()");
  check_rule("a (b | c)", "(a [b | c])");
  check_rule("(a | b)", "([a | b])");
  check_rule("((a | b) | (c | a b))", "([a | b | c | (a b)])");
  check_rule("(a | ())", "([a | ()])");
  check_rule("a? b* c+", "(a? {b}0 {c}1)");
  check_rule("(a b)? (a | b)?", "((a b)? [a | b]?)");
  check_rule("(a+)? (a*)? (a?)?", "({a}0 {a}0 a?)");
  check_rule("a+?", "({a}0)");
  check_rule("a % ','", "({a % ','}1)");
  check_rule("(a % ',')?", "({a % ','}0)");
  check_rule("(a b) % (',' | ';')", "({(a b) % [',' | ';']}1)");
  check_rule("a b % ',' c", "(a {b % ','}1 c)");
  check_rule("a* % b+", "({{a}0 % {b}1}1)");
  check_rule("'{' (a % ',')? '}'", "('{' {a % ','}0 '}')");
  check_rule("a\t|\n b", "(a) / (b)");
}

TEST_CASE("literals of rule texts") {
  check_rule("'while' \"do\"", "('while' 'do')");
  check_rule(R"('\n\t\r\\\'\"')", "('\n\t\r\\'\"')");
  check_rule(R"('\x41\x7e' '\x0a')", "('A~' '\n')");
  check_rule("'é→'", "('é→')");
  check_rule("\"it's\"", "('it's')");
}

TEST_CASE("what is wrong with a rule text") {
  const std::string empty_hint = " (an empty alternative is written ())";
  check_rule_problem(
      "a |", "1:5 `` error: the rule ends where a name, a literal or ( is expected" + empty_hint);
  check_rule_problem("a || b",
                     "1:5 `|` error: expected a name, a literal or (, found `|`" + empty_hint);
  check_rule_problem("( | a)",
                     "1:4 `|` error: expected a name, a literal or (, found `|`" + empty_hint);
  check_rule_problem("(a b", "1:2 `(` error: this ( is never closed");
  check_rule_problem("a) b", "1:3 `)` error: this ) closes nothing");
  check_rule_problem("*a",
                     "1:2 `*` error: expected a name, a literal or (, found `*` "
                     "(a literal is written in quotes: 'while')");
  check_rule_problem("a, b",
                     "1:3 `,` error: expected an operator, | or the end, found `,` "
                     "(parts follow each other without a sign; the literal is ',')");
  check_rule_problem("[a]",
                     "1:2 `[` error: expected a name, a literal or (, found `[` "
                     "(an optional part is written (…)?)");
  check_rule_problem("a [a-z]+",
                     "1:4 `[` error: expected an operator, | or the end, found `[` (regular "
                     "expressions belong in `tokens`: \"NAME\": \"[a-z]+\", and NAME here)");
  check_rule_problem("(a é)",
                     "1:5 `é` error: expected an operator, | or ), found `é` "
                     "(a literal is written in quotes: 'while')");
  check_rule_problem("<a>",
                     "1:2 `<` error: expected a name, a literal or (, found `<` "
                     "(names are written without angle brackets; a literal in quotes: '<')");
  check_rule_problem("a %",
                     "1:5 `` error: the rule ends where the separator, a name, a literal or (, "
                     "is expected");
  check_rule_problem("a % b % c",
                     "1:8 `%` error: a list has one separator "
                     "(use parentheses: (x % ',') % ';')");
  check_rule_problem("a 'x", "1:4 `'` error: this literal is never closed");
  check_rule_problem(
      "''", "1:2 `''` error: a literal cannot be empty (an empty alternative is written ())");
  check_rule_problem(R"('\q')",
                     R"(1:3 `\\q` error: unknown escape in a literal (those known are \' \" )"
                     R"(\\ \n \t \r and \xHH; in JSON each backslash is doubled))");
  check_rule_problem(R"('\xg1')", R"(1:3 `\\x` error: \x needs two hexadecimal digits)");
  check_rule_problem("a????", "1:6 `?` error: too many operators on one item");
  check_rule_problem("lisst-of_2",
                     "1:2 `lisst-of_2` error: `lisst-of_2` is not defined "
                     "(did you mean `list-of_2`?)");
  check_rule_problem("a while",
                     "1:4 `while` error: `while` is not defined "
                     "(define it in \"rules\" or \"tokens\", or quote it: 'while')");
  check_rule_problem("a SPACE",
                     "1:4 `SPACE` error: `SPACE` is skipped text and cannot be used in a rule "
                     "(move it from \"skip\" to \"tokens\")");
}

TEST_CASE("names are all looked up, syntax stops at the first error") {
  const ReadRule names("foo bar 'x'");
  CHECK(names.problems.list.size() == 2);
  CHECK_FALSE(names.problems.incomplete);
  const ReadRule syntax("foo ] bar [");
  CHECK(syntax.problems.list.size() == 2);
  CHECK(syntax.problems.incomplete);
  CHECK(syntax.alternatives.empty());
}

TEST_CASE("parentheses are deep, but not without end") {
  check_rule(std::string(50, '(') + "a" + std::string(50, ')'), "(a)");
  check_rule_problem(std::string(100000, '(') + "a",
                     "1:52 `(` error: parentheses more than 50 levels deep "
                     "(give inner parts rules of their own)");
}

}  // namespace
}  // namespace grabr
