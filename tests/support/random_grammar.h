// Random grammars of the kinds that are hard for parsers, as values: random tests and fuzzers draw
// from the same kinds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/model/grammar.h"

namespace grabr::support {

/// Returns a number below n: from a seeded generator, or from the bytes of a fuzzer.
using Choices = std::function<std::uint32_t(std::uint32_t n)>;

/// Copies share one sequence.
inline Choices seeded_choices(std::uint32_t seed) {
  return [random = std::make_shared<std::mt19937>(seed)](std::uint32_t n) {
    return static_cast<std::uint32_t>((*random)() % n);
  };
}

/// How a kind of grammar is drawn: sizes are maxima, the others are percentages.
struct GrammarKind {
  const char* name;
  bool rich;  ///< literals, patterns and skips instead of letters
  std::uint32_t nonterminals;
  std::uint32_t alternatives;
  std::uint32_t parts;    ///< in one sequence
  int nesting;            ///< depth of ? * + % and groups
  std::uint32_t letters;  ///< classic: number of letters
  std::uint32_t empty;    ///< empty alternatives
  std::uint32_t unit;     ///< alternatives of one nonterminal
  /// Alternatives that begin with something else and then the rule itself.
  std::uint32_t hidden;
  std::uint32_t terminal;  ///< parts that are terminals
  std::uint32_t priority;  ///< alternatives with a priority
};

inline constexpr GrammarKind kGrammarKinds[] = {
    // name                     rich  rules alts parts nest letters empty unit hidden term prio
    {"plain", false, 4, 3, 3, 0, 2, 0, 0, 0, 50, 12},
    {"EBNF", false, 4, 3, 3, 2, 2, 0, 0, 0, 50, 12},
    {"nullable", false, 5, 3, 4, 0, 2, 40, 0, 0, 35, 5},
    {"cyclic", false, 4, 4, 2, 0, 2, 10, 55, 0, 60, 10},
    {"hidden left recursion", false, 4, 3, 3, 0, 2, 35, 0, 40, 50, 5},
    {"dense ambiguity", false, 2, 4, 3, 0, 1, 10, 0, 0, 30, 10},
    {"large", false, 9, 4, 4, 0, 4, 10, 10, 0, 60, 5},
    {"large EBNF", false, 8, 3, 4, 3, 3, 5, 10, 5, 60, 5},
    {"rich", true, 4, 3, 3, 0, 0, 10, 10, 0, 60, 12},
    {"rich EBNF", true, 6, 3, 4, 3, 0, 5, 5, 5, 60, 5},
};

inline const GrammarKind& grammar_kind(std::string_view name) {
  return *std::find_if(std::begin(kGrammarKinds), std::end(kGrammarKinds),
                       [name](const GrammarKind& kind) { return kind.name == name; });
}

/// A terminal of random rich grammars, with texts for it. No two terminals cover all texts of a
/// third.
struct SampleTerminal {
  const char* name;
  SymbolKind kind;
  const char* text;
  std::array<const char*, 3> samples;
};

inline constexpr SampleTerminal kSampleTerminals[] = {
    {"a", SymbolKind::kLiteral, "a", {"a", "a", "a"}},
    {"b", SymbolKind::kLiteral, "b", {"b", "b", "b"}},
    {"ab", SymbolKind::kLiteral, "ab", {"ab", "ab", "ab"}},
    {"if", SymbolKind::kLiteral, "if", {"if", "if", "if"}},
    {"(", SymbolKind::kLiteral, "(", {"(", "(", "("}},
    {")", SymbolKind::kLiteral, ")", {")", ")", ")"}},
    {"+", SymbolKind::kLiteral, "+", {"+", "+", "+"}},
    {"++", SymbolKind::kLiteral, "++", {"++", "++", "++"}},
    {"RUN", SymbolKind::kPattern, "a*b", {"aab", "aaab", "aaaab"}},
    {"NAME", SymbolKind::kPattern, "[a-z][a-z0-9]*", {"x", "a1", "iff"}},
    {"NUMBER", SymbolKind::kPattern, "[0-9]+(\\.[0-9]+)?", {"0", "12", "3.5"}},
    {"TEXT", SymbolKind::kPattern, "'[^']*'", {"''", "' '", "'(a'"}},
    {"SPACE", SymbolKind::kSkip, "[ \\n]+", {" ", "\n", "  "}},
    {"COMMENT", SymbolKind::kSkip, "#[^\\n]*\\n", {"#\n", "#a\n", "# (\n"}},
};

class RandomGrammars {
 public:
  explicit RandomGrammars(Choices below) : below_(std::move(below)) {}

  /// Symbols 0 … n-1 are the nonterminals <A>, <B>, …, the first is the start symbol; terminals
  /// follow.
  std::shared_ptr<const Grammar> next(const GrammarKind& kind) {
    grammar_ = Grammar();
    kind_ = kind;
    nonterminals_ = 1 + below_(kind.nonterminals);
    for (std::uint32_t i = 0; i < nonterminals_; ++i) {
      const std::string letter(1, static_cast<char>('A' + i));
      add_symbol(kind.rich ? letter : "<" + letter + ">", SymbolKind::kNonterminal, "");
    }
    kind.rich ? add_sample_terminals() : add_letters();
    grammar_.start = 0;
    for (std::uint32_t i = 0; i < nonterminals_; ++i) add_rule(i);
    if (kind.rich) {
      std::vector<Diagnostic> problems;
      grammar_.lexer = Lexer::compile(grammar_, problems);
    }
    return std::make_shared<const Grammar>(std::move(grammar_));
  }

 private:
  bool share(std::uint32_t percent) { return percent > 0 && below_(100) < percent; }

  void add_symbol(std::string name, SymbolKind kind, std::string text) {
    grammar_.rule_of.push_back(kind == SymbolKind::kNonterminal
                                   ? static_cast<std::uint32_t>(grammar_.symbols.size())
                                   : ~std::uint32_t{0});
    grammar_.symbols.push_back({std::move(name), kind, std::move(text), {}});
  }

  void add_letters() {
    for (std::uint32_t i = 0; i < kind_.letters; ++i) {
      const std::string letter(1, static_cast<char>('a' + i));
      add_symbol(letter, SymbolKind::kLiteral, letter);
    }
    usable_ = kind_.letters;
  }

  void add_sample_terminals() {
    grammar_.notation = Notation::kRich;
    usable_ = 0;
    for (const SampleTerminal& terminal : kSampleTerminals) {
      const bool skip = terminal.kind == SymbolKind::kSkip;
      if (below_(2) == 0 && !(skip && usable_ == 0)) continue;
      if (skip && usable_ == 0) add_symbol("a", SymbolKind::kLiteral, "a"), usable_ = 1;
      add_symbol(terminal.name, terminal.kind, terminal.text);
      if (!skip) ++usable_;
    }
  }

  void add_rule(SymbolId symbol) {
    Rule rule{symbol, {}, {}};
    for (std::uint32_t k = 1 + below_(kind_.alternatives); k > 0; --k) {
      Alternative alternative;
      alternative.body = share(kind_.empty)    ? Expr{}
                         : share(kind_.unit)   ? sequence_of({nonterminal(below_(nonterminals_))})
                         : share(kind_.hidden) ? hidden_recursion(symbol)
                                               : sequence(kind_.nesting);
      if (share(kind_.priority)) alternative.priority = static_cast<int>(below_(3)) - 1;
      rule.alternatives.push_back(std::move(alternative));
    }
    grammar_.rules.push_back(std::move(rule));
  }

  static Expr sequence_of(std::vector<Expr> parts) {
    Expr body;
    body.parts = std::move(parts);
    return body;
  }

  static Expr nonterminal(SymbolId symbol) {
    Expr expr;
    expr.kind = Expr::Kind::kSymbol;
    expr.symbol = symbol;
    return expr;
  }

  Expr hidden_recursion(SymbolId self) {
    Expr body = sequence(0);
    body.parts.insert(body.parts.begin(), {nonterminal(below_(nonterminals_)), nonterminal(self)});
    return body;
  }

  Expr sequence(int nesting) {
    Expr body;
    for (std::uint32_t n = below_(kind_.parts + 1); n > 0; --n) body.parts.push_back(part(nesting));
    return body;
  }

  Expr part(int nesting) {
    Expr expr;
    switch (nesting > 0 ? below_(8) : 0) {
      case 5:
        expr.kind = Expr::Kind::kOptional;
        expr.parts.push_back(part(nesting - 1));
        break;
      case 6:
        expr.kind = Expr::Kind::kRepeat;
        expr.min = below_(2);
        expr.parts.push_back(part(nesting - 1));
        if (below_(2) != 0) expr.parts.push_back(part(nesting - 1));
        break;
      case 7:
        expr.kind = Expr::Kind::kChoice;
        for (std::uint32_t n = 2 + below_(2); n > 0; --n) {
          expr.parts.push_back(sequence(nesting - 1));
        }
        break;
      default: return nonterminal_or_terminal();
    }
    return expr;
  }

  Expr nonterminal_or_terminal() {
    return nonterminal(share(kind_.terminal) ? nonterminals_ + below_(usable_)
                                             : below_(nonterminals_));
  }

  Choices below_;
  GrammarKind kind_{};
  Grammar grammar_;
  std::uint32_t nonterminals_ = 0;
  std::uint32_t usable_ = 0;  // terminals that rules may use; they follow the nonterminals
};

}  // namespace grabr::support
