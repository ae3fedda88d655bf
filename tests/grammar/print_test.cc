#include "grammar/model/print.h"

#include <doctest/doctest.h>

#include <string>

#include "grammar/tiny_grammar.h"

namespace grabr {
namespace {

/// Prints the only alternative of the only rule; the result must be as it was written.
void check_same(const std::string& body) {
  CAPTURE(body);
  const Grammar grammar = TinyGrammar::make("S: " + body);
  CHECK(print_expr(grammar, grammar.rules[0].alternatives[0].body) == body);
}

}  // namespace

TEST_CASE("expressions print as they are written") {
  check_same("()");
  check_same("'a'");
  check_same("'a' N S");
  check_same("'a'?");
  check_same("'a'* N+ 'b'?");
  check_same("('a' | 'b') 'c'");
  check_same("('a' | 'b' 'c' | ()) 'd'");
  check_same("('a' 'b')?");
  check_same("('a' | 'b')+");
  check_same("N % ','");
  check_same("(N % ',')?");
  check_same("'[' (N % ',')? ']'");
  check_same("('a' 'b') % (',' | ';')");
  check_same("'a'? % ','+");
  check_same("(N % ',') % ';'");
  check_same("'x' N % ',' 'y'");
  check_same("('a'?)?");
  check_same("('a'+)*");
}

TEST_CASE("parentheses only where they are needed") {
  const Grammar grammar = TinyGrammar::make("S: {'a' ('b') {'c' 'd'}} | (('a' | 'b'))");
  CHECK(print_rules(grammar) == "start: S\nS ::= 'a' 'b' ('c' 'd') | ('a' | 'b')\n");
}

TEST_CASE("literals are quoted, control characters and backslashes escaped") {
  Grammar grammar;
  grammar.symbols.push_back({"it's\n\\", SymbolKind::kLiteral, "it's\n\\", {}});
  grammar.symbols.push_back({"WORD", SymbolKind::kPattern, "\\w+", {}});
  CHECK(symbol_text(grammar, 0) == "'it\\'s\\n\\\\'");
  CHECK(symbol_text(grammar, 1) == "WORD");
}

TEST_CASE("a whole grammar: rules, options, tokens, skips") {
  Grammar grammar =
      TinyGrammar::make("value: array | 'null' | NUMBER ; array: '[' (value % ',')? ']'");
  grammar.rules[0].alternatives[1].priority = 2;
  grammar.rules[0].alternatives[2].priority = -1;
  grammar.rules[0].alternatives[2].probability = 0.25;
  grammar.symbols.of(grammar.find("NUMBER")).text = "-?[0-9]+(\\.[0-9]+)?";
  grammar.symbols.push_back({"SPACE", SymbolKind::kSkip, "[ \t\n]+", {}});
  CHECK(print_rules(grammar) ==
        "start: value\n"
        "value ::= array | 'null' {priority 2} | NUMBER {priority -1, prob 0.25}\n"
        "array ::= '[' (value % ',')? ']'\n"
        "token NUMBER ~ -?[0-9]+(\\.[0-9]+)?\n"
        "skip SPACE ~ [ \\t\\n]+\n");
}

TEST_CASE("wide rules are wrapped, one alternative a line") {
  const std::string word(30, 'w');
  const std::string fits = "S ::= '" + word + "' | '" + word + "' | 'abcdefghijklmnopqrs'";
  const auto grammar_of = [&](const std::string& last) {
    return TinyGrammar::make("S: '" + word + "' | '" + word + "' | '" + last + "'");
  };
  const std::string narrow = print_rules(grammar_of("abcdefghijklmnopqrs"));
  CHECK(narrow == "start: S\n" + fits + "\n");
  const std::string last(40, 'x');
  CHECK(print_rules(grammar_of(last)) ==
        "start: S\nS ::=\n    '" + word + "'\n  | '" + word + "'\n  | '" + last + "'\n");
}

TEST_CASE("classic names and empty alternatives") {
  Grammar grammar = TinyGrammar::make("S: 'a' S | ()", Notation::kClassic);
  grammar.symbols.of(0).name = "<start>";
  CHECK(print_rules(grammar) == "start: <start>\n<start> ::= 'a' <start> | ()\n");
}

}  // namespace grabr
