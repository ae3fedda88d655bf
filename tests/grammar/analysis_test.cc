#include "grammar/analyse/analysis.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "grammar/model/print.h"
#include "grammar/tiny_grammar.h"

namespace grabr {
namespace {

std::string names(const Grammar& grammar, const std::vector<SymbolId>& symbols) {
  std::string text;
  for (const SymbolId symbol : symbols) {
    text += (text.empty() ? "" : " ") + symbol_text(grammar, symbol);
  }
  return text;
}

std::string names(const Grammar& grammar, const std::vector<bool>& chosen) {
  std::vector<SymbolId> symbols;
  for (SymbolId s = 0; s < chosen.size(); ++s) {
    if (chosen[s]) {
      symbols.push_back(s);
    }
  }
  return names(grammar, symbols);
}

void check_nullable(std::string_view rules, const std::string& expected) {
  CAPTURE(rules);
  const Grammar grammar = TinyGrammar::make(rules);
  CHECK(names(grammar, analyse(grammar).nullable) == expected);
}

void check_productive(std::string_view rules, const std::string& expected) {
  CAPTURE(rules);
  const Grammar grammar = TinyGrammar::make(rules);
  CHECK(names(grammar, analyse(grammar).productive) == expected);
}

void check_reachable(std::string_view rules, const std::string& expected) {
  CAPTURE(rules);
  const Grammar grammar = TinyGrammar::make(rules);
  CHECK(names(grammar, analyse(grammar).reachable) == expected);
}

void check_cycles(std::string_view rules, const std::string& expected) {
  CAPTURE(rules);
  const Grammar grammar = TinyGrammar::make(rules);
  std::string found;
  for (const auto& cycle : analyse(grammar).unit_cycles) {
    found += "[" + names(grammar, cycle) + "]";
  }
  CHECK(found == expected);
}

std::vector<SymbolId> fitting(const Analysis& analysis, SymbolId place) {
  std::vector<SymbolId> symbols;
  for (SymbolId s = 0; s < analysis.cheapest.size(); ++s) {
    if (analysis.fits_for(place, s)) symbols.push_back(s);
  }
  return symbols;
}

/// Checks the symbols that fit in the place of the first rule's symbol.
void check_fits(std::string_view rules, const std::string& expected) {
  CAPTURE(rules);
  const Grammar grammar = TinyGrammar::make(rules);
  const Analysis analysis = analyse(grammar);
  CHECK(names(grammar, fitting(analysis, 0)) == expected);
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) CHECK(analysis.fits_for(s, s));
}

struct Cheapest {
  std::uint32_t tokens;
  std::string text;
  std::uint32_t alternative;
};

/// Checks the cheapest sentence of the first rule's symbol.
void check_cheapest(std::string_view rules, const Cheapest& expected,
                    Notation notation = Notation::kRich) {
  CAPTURE(rules);
  Grammar grammar = TinyGrammar::make(rules, notation);
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.symbols[s].kind == SymbolKind::kPattern) {
      grammar.hints.simplest.push_back({s, {grammar.symbols[s].name, "other"}});
    }
  }
  const CheapestText found = analyse(grammar).cheapest[0];
  CHECK(found.tokens == expected.tokens);
  CHECK(found.text == expected.text);
  CHECK(found.alternative == expected.alternative);
}

/// A0: A1 A1 ; A1: A2 A2 ; … ; An: 'x'
Grammar doubling_grammar(int levels) {
  std::string rules;
  for (int i = 0; i < levels; ++i) {
    const std::string next = "A" + std::to_string(i + 1);
    rules += "A" + std::to_string(i) + ": " + next + " " + next + " ; ";
  }
  return TinyGrammar::make(rules + "A" + std::to_string(levels) + ": 'x'", Notation::kClassic);
}

}  // namespace

TEST_CASE("nullable: all parts of some alternative") {
  check_nullable("S: 'a'", "");
  check_nullable("S: ()", "S");
  check_nullable("S: 'a' | ()", "S");
  check_nullable("S: A B ; A: () ; B: A A", "S A B");
  check_nullable("S: A 'x' ; A: ()", "A");
  check_nullable("S: S S", "");
  check_nullable("S: S S | ()", "S");
  check_nullable("S: A ; A: B ; B: S", "");
}

TEST_CASE("nullable: EBNF") {
  check_nullable("S: 'a'?", "S");
  check_nullable("S: 'a'*", "S");
  check_nullable("S: 'a'+", "");
  check_nullable("S: A+ ; A: 'a'?", "S A");
  check_nullable("S: 'a' % ','", "");
  check_nullable("S: ('a' % ',')?", "S");
  check_nullable("S: A % ',' ; A: 'a'?", "S A");
  check_nullable("S: ('a' | B 'c' | B) ; B: 'b'?", "S B");
  check_nullable("S: ('a' | B 'c') ; B: 'b'?", "B");
  check_nullable("S: {B {B}} ; B: ()", "S B");
  check_nullable("S: {B {'x'}} ; B: ()", "B");
}

TEST_CASE("productive: some sentence is derived") {
  check_productive("S: 'a'", "S 'a'");
  check_productive("S: S", "");
  check_productive("S: S 'a'", "'a'");
  check_productive("S: A | B ; A: A ; B: N", "S B N");
  check_productive("S: A? 'x' ; A: A 'y'", "S 'x' 'y'");
  check_productive("S: A* ; A: A", "S");
  check_productive("S: A+ ; A: A", "");
  check_productive("S: (A | 'x') ; A: A", "S 'x'");
  check_productive("S: 'x' % A ; A: A", "S 'x'");
}

TEST_CASE("reachable: from the start symbol, unused alternatives too") {
  check_reachable("S: A ; A: 'x' ; B: 'y'", "S A 'x'");
  check_reachable("S: A ; A: S ; B: A", "S A");
  check_reachable("S: (A? | 'q' % (',' | C)) ; A: N ; C: 'z' ; D: C", "S A C 'q' ',' N 'z'");
  check_reachable("S: A % B ; A: 'a' ; B: 'b'", "S A B 'a' 'b'");
}

TEST_CASE("reachable: skips are, and without a start symbol nothing else is") {
  Grammar grammar = TinyGrammar::make("S: 'x'");
  grammar.symbols.push_back({"SPACE", SymbolKind::kSkip, " +", {}});
  grammar.rule_of.push_back(~0U);
  CHECK(names(grammar, analyse(grammar).reachable) == "S 'x' SPACE");
  grammar.start = kNoSymbol;
  CHECK(names(grammar, analyse(grammar).reachable) == "SPACE");
}

TEST_CASE("unit cycles: a symbol derives itself with nothing around it") {
  check_cycles("S: 'a' S", "");
  check_cycles("S: S | 'a'", "[S]");
  check_cycles("S: A | 'a' ; A: B ; B: S", "[S A B]");
  check_cycles("S: E S E | 'a' ; E: 'e'?", "[S]");
  check_cycles("S: S S | 'a'", "");
  check_cycles("S: S S | ()", "[S]");
  check_cycles("S: ('x' | A)? ; A: S*", "[S A]");
  check_cycles("S: S % ','", "[S]");
  check_cycles("S: 'x' % A ; A: S", "");
  check_cycles("S: X % A ; A: S | 'a' ; X: 'x'?", "[S A]");
  check_cycles("S: A B ; A: A | 'a' ; B: C 'b'; C: D | 'c' ; D: C", "[A][C D]");
}

TEST_CASE("fits: what may stand alone where the symbol stands") {
  check_fits("S: 'a' 'b'", "S");
  check_fits("S: 'a' | N", "S 'a' N");
  check_fits("S: A '+' S | A ; A: B '*' A | B ; B: N | '(' S ')'", "S A B N");
  check_fits("S: E A E ; A: 'a' ; E: 'e'?", "S A 'a'");
  check_fits("S: E E ; E: 'e'?", "S E 'e'");
  check_fits("S: A % ',' ; A: 'a'", "S A 'a'");
  check_fits("S: A % ',' ; A: 'a'?", "S A ',' 'a'");
  check_fits("S: ((A 'x' | B)? {C*}) ; A: 'a' ; B: 'b' ; C: 'c'", "S B C 'b' 'c'");
  check_fits("S: A ; A: B | 'x' ; B: S | 'y'", "S A B 'x' 'y'");
  check_fits("S: A | B ; A: C ; B: C | D ; C: 'c' ; D: 'd' | C", "S A B C D 'c' 'd'");
}

TEST_CASE("cheapest: fewest tokens, then bytes, then byte order") {
  check_cheapest("S: 'bb' | 'a' 'a'", {1, "bb", 0});
  check_cheapest("S: 'bb' | 'c' | 'b'", {1, "b", 2});
  check_cheapest("S: A 'z' | 'y' 'y' ; A: 'b' | 'a'", {2, "a z", 0});
  check_cheapest("S: 'x' | ()", {0, "", 1});
  check_cheapest("S: S '+' S | N | '(' S ')'", {1, "N", 1});
  check_cheapest("S: A B ; A: () ; B: N", {1, "N", 0});
  check_cheapest("S: S | 'x'", {1, "x", 1});
  check_cheapest("S: S", {~0U, "", 0});
}

TEST_CASE("cheapest: EBNF") {
  check_cheapest("S: ('b' | 'a') ('c' | 'd' 'd')", {2, "a c", 0});
  check_cheapest("S: 'a'? 'b'* 'c'+", {1, "c", 0});
  check_cheapest("S: '[' (N % ',')? ']' | '(' (N % ',') ')'", {2, "[ ]", 0});
  check_cheapest("S: '(' (N % ',') ')'", {3, "( N )", 0});
  check_cheapest("S: {'a' {'b' 'c'}}", {3, "a b c", 0});
}

TEST_CASE("cheapest: classic grammars join directly") {
  check_cheapest("S: A '+' A | A A A ; A: '1' | '22'", {3, "1+1", 0}, Notation::kClassic);
  check_cheapest("S: 'a' A 'b' ; A: () | 'x'", {2, "ab", 0}, Notation::kClassic);
  check_cheapest("S: '' 'b'", {1, "b", 0}, Notation::kClassic);
}

TEST_CASE("cheapest: a pattern without hint and lexer is a token without text") {
  const Grammar grammar = TinyGrammar::make("S: 'a' N 'b'");
  const CheapestText cheapest = analyse(grammar).cheapest[0];
  CHECK(cheapest.tokens == 3);
  CHECK(cheapest.text == "a b");
}

TEST_CASE("cheapest: long texts are left out, their tokens counted as far as they can be") {
  const std::vector<CheapestText> cheapest = analyse(doubling_grammar(40)).cheapest;
  CHECK(cheapest[40 - 12].text == std::string(4096, 'x'));
  CHECK(cheapest[40 - 13].text.empty());
  CHECK(cheapest[40 - 13].tokens == 8192);
  CHECK(cheapest[0].text.empty());
  CHECK(cheapest[0].tokens == ~0U - 1);
}

TEST_CASE("large grammars: chains, stars and cycles of ten thousand symbols") {
  constexpr std::uint32_t kRules = 10'000;
  std::vector<Expr> links;
  Grammar grammar;
  for (std::uint32_t i = 0; i < kRules; ++i) {
    grammar.symbols.push_back({"A" + std::to_string(i), SymbolKind::kNonterminal, "", {}});
    grammar.rule_of.push_back(i);
  }
  grammar.symbols.push_back({"x", SymbolKind::kLiteral, "x", {}});
  grammar.rule_of.push_back(~0U);
  grammar.start = 0;
  const auto row = [](std::initializer_list<SymbolId> symbols) {
    Alternative alternative;
    for (const SymbolId symbol : symbols) {
      alternative.body.parts.push_back({Expr::Kind::kSymbol, symbol, 0, {}});
    }
    return alternative;
  };
  for (std::uint32_t i = 0; i < kRules; ++i) {
    Rule rule{i, {row({kRules}), row({kRules, (i + 1) % kRules})}, {}};
    if (i % 100 != 99) {
      rule.alternatives.push_back(row({i + 1}));
    }
    grammar.rules.push_back(rule);
  }
  const Analysis analysis = analyse(grammar);
  CHECK(analysis.unit_cycles.empty());
  CHECK(fitting(analysis, 0).size() == 101);
  CHECK(fitting(analysis, 99).size() == 2);
  CHECK(analysis.reachable[kRules - 1]);
  CHECK(analysis.cheapest[kRules - 1].text == "x");

  grammar.rules[kRules - 1].alternatives.push_back(row({kRules - 100}));
  CHECK(analyse(grammar).unit_cycles.size() == 1);
  CHECK(analyse(grammar).unit_cycles[0].size() == 100);
}

namespace {

void check_dot(std::string_view rules, GrammarGraph graph, const std::string& expected) {
  CAPTURE(rules);
  CHECK(grammar_dot(TinyGrammar::make(rules), graph) == "digraph G {\nrankdir=LR;\n" + expected);
}

}  // namespace

TEST_CASE("dot: the four graphs") {
  const std::string rules = "S: E A 'x' ; A: S | 'a' ; E: 'e'?";
  check_dot(rules, GrammarGraph::kUses,
            "0 [label=\"S\"];\n1 [label=\"A\"];\n2 [label=\"E\"];\n"
            "3 [label=\"'x'\", shape=box];\n4 [label=\"'a'\", shape=box];\n"
            "5 [label=\"'e'\", shape=box];\n"
            "0->1 ;\n0->2 ;\n0->3 ;\n1->0 ;\n1->4 ;\n2->5 ;\n}\n");
  check_dot(rules, GrammarGraph::kLeftCorner,
            "0 [label=\"S\"];\n1 [label=\"A\"];\n2 [label=\"E\"];\n"
            "3 [label=\"'a'\", shape=box];\n4 [label=\"'e'\", shape=box];\n"
            "0->1 [color=red];\n0->2 ;\n1->0 [color=red];\n1->3 ;\n2->4 ;\n}\n");
  check_dot("S: S 'a' | A ; A: S | 'b'", GrammarGraph::kUnit,
            "0 [label=\"S\"];\n1 [label=\"A\"];\n2 [label=\"'b'\", shape=box];\n"
            "0->1 [color=red];\n1->0 [color=red];\n1->2 ;\n}\n");
  check_dot("S: S 'a' | 'b'", GrammarGraph::kLeftCorner,
            "0 [label=\"S\"];\n1 [label=\"'b'\", shape=box];\n0->0 [color=red];\n0->1 ;\n}\n");
  check_dot(rules, GrammarGraph::kUnit,
            "0 [label=\"S\"];\n1 [label=\"A\"];\n2 [label=\"E\"];\n"
            "3 [label=\"'a'\", shape=box];\n4 [label=\"'e'\", shape=box];\n"
            "1->0 ;\n1->3 ;\n2->4 ;\n}\n");
  check_dot(rules, GrammarGraph::kTokens,
            "0 [label=\"S\"];\n1 [label=\"A\"];\n2 [label=\"E\"];\n"
            "3 [label=\"'x'\", shape=box];\n4 [label=\"'a'\", shape=box];\n"
            "5 [label=\"'e'\", shape=box];\n0->3 ;\n1->4 ;\n2->5 ;\n}\n");
}

TEST_CASE("dot: the start symbol first, labels escaped") {
  Grammar grammar = TinyGrammar::make("A: '\"\\' ; B: A");
  grammar.start = grammar.symbols[1].name == "B" ? 1 : 0;
  CHECK(grammar_dot(grammar, GrammarGraph::kUses) ==
        "digraph G {\nrankdir=LR;\n0 [label=\"B\"];\n1 [label=\"A\"];\n"
        "2 [label=\"'\\\"\\\\\\\\'\", shape=box];\n0->1 ;\n1->2 ;\n}\n");
}

TEST_CASE("of no symbol nothing is known, and it fits nowhere") {
  const Grammar grammar = TinyGrammar::make("A: B 'a' ; B: 'b' | ()");
  const Analysis analysis = analyse(grammar);
  for (const SymbolId none : {kNoSymbol, static_cast<SymbolId>(grammar.symbols.size())}) {
    CHECK(grammar.symbols[none].name == "");
    CHECK_FALSE(grammar.symbols[none].terminal());
    CHECK(grammar.rule(none).alternatives.empty());
    CHECK_FALSE(analysis.nullable[none]);
    CHECK(analysis.cheapest[none].tokens == ~0U);
    CHECK_FALSE(analysis.fits_for(none, grammar.start));
    CHECK_FALSE(analysis.fits_for(grammar.start, none));
    CHECK_FALSE(analysis.fits_for(none, none));
  }
}

}  // namespace grabr
