// The parser against a recognizer that tries everything: random EBNF grammars (some nullable,
// left-, right- and hidden-left recursive, ambiguous or cyclic) with random short strings.
// GRABR_BRUTE_FORCE_GRAMMARS sets the number of grammars (16 strings each).
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "parse/earley/chart.h"
#include "parse/parser.h"
#include "support/build.h"
#include "support/random_grammar.h"
#include "tree/print.h"

namespace grabr {
namespace {

using Ends = std::uint32_t;  // bit j: the symbol may end at j
const long kGrammars = support::runs(2000);
constexpr std::size_t kStringsPerGrammar = 16;
constexpr std::size_t kLongestString = 7;

std::string random_string(const support::Choices& below) {
  std::string text;
  for (std::uint32_t n = below(kLongestString + 1); n > 0; --n) text += below(2) != 0 ? 'a' : 'b';
  return text;
}

/// All ends of all symbols from all positions, iterated to a fixed point.
class BruteForce {
 public:
  BruteForce(const Grammar& grammar, const std::string& text) : grammar_(grammar), text_(text) {
    ends_.assign(grammar.rules.size(), std::vector<Ends>(text.size() + 1));
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t r = 0; r < grammar.rules.size(); ++r) {
        for (std::size_t i = 0; i <= text.size(); ++i) {
          Ends found = ends_[r][i];
          for (const Alternative& a : grammar.rules[r].alternatives) found |= from(a.body, i);
          changed |= found != ends_[r][i];
          ends_[r][i] = found;
        }
      }
    }
  }

  bool accepts() const { return derives_symbol(grammar_.start, 0, text_.size()); }

  Ends from(const Expr& expr, std::size_t i) const {
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return from_symbol(expr.symbol, i);
      case Expr::Kind::kSequence: return from_sequence(expr.parts, 0, i);
      case Expr::Kind::kChoice: return from_any(expr.parts, i);
      case Expr::Kind::kOptional: return Ends{1} << i | from(expr.parts[0], i);
      case Expr::Kind::kRepeat: break;
    }
    Ends all = from(expr.parts[0], i);
    for (Ends before = 0; before != all;) {
      before = all;
      const Ends between = expr.parts.size() > 1 ? from_each(expr.parts[1], all) : all;
      all |= from_each(expr.parts[0], between);
    }
    return expr.min == 0 ? all | Ends{1} << i : all;
  }

  Ends from_sequence(const std::vector<Expr>& parts, std::size_t first, std::size_t i) const {
    Ends ends = Ends{1} << i;
    for (std::size_t k = first; k < parts.size(); ++k) ends = from_each(parts[k], ends);
    return ends;
  }

  bool derives_symbol(SymbolId symbol, std::size_t i, std::size_t j) const {
    return from_symbol(symbol, i) >> j & 1;
  }

  /// The tree that the documented rule chooses, for plain BNF without cycles: (A #k 'ab' (B …)).
  std::string chosen(SymbolId symbol, std::size_t i, std::size_t j) const {
    const Rule& rule = grammar_.rule(symbol);
    std::size_t best = rule.alternatives.size();
    for (std::size_t k = rule.alternatives.size(); k-- > 0;) {
      if (!(from(rule.alternatives[k].body, i) >> j & 1)) continue;
      if (best == rule.alternatives.size() ||
          rule.alternatives[k].priority >= rule.alternatives[best].priority) {
        best = k;
      }
    }
    std::string out = "(" + grammar_.symbols[symbol].name + " #" + std::to_string(best);
    const auto& parts = rule.alternatives[best].body.parts;
    std::string letters;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::size_t end = j;
      while (!(from(parts[k], i) >> end & 1) || !(from_sequence(parts, k + 1, end) >> j & 1)) --end;
      if (grammar_.symbols[parts[k].symbol].terminal()) {
        letters += text_.substr(i, end - i);
      } else {
        if (!letters.empty()) out += " '" + letters + "'";
        letters.clear();
        out += " " + chosen(parts[k].symbol, i, end);
      }
      i = end;
    }
    return out + (letters.empty() ? ")" : " '" + letters + "')");
  }

 private:
  Ends from_symbol(SymbolId symbol, std::size_t i) const {
    if (!grammar_.symbols[symbol].terminal()) return ends_[grammar_.rule_of[symbol]][i];
    return i < text_.size() && text_[i] == grammar_.symbols[symbol].text[0] ? Ends{2} << i : 0;
  }
  Ends from_any(const std::vector<Expr>& choices, std::size_t i) const {
    Ends ends = 0;
    for (const Expr& choice : choices) ends |= from(choice, i);
    return ends;
  }
  Ends from_each(const Expr& expr, Ends starts) const {
    Ends ends = 0;
    for (std::size_t i = 0; i <= text_.size(); ++i) {
      if (starts >> i & 1) ends |= from(expr, i);
    }
    return ends;
  }

  const Grammar& grammar_;
  const std::string& text_;
  std::vector<std::vector<Ends>> ends_;
};

/// Whether some symbol derives itself: searches for unit steps in which everything else derives the
/// empty text.
bool cyclic(const Grammar& grammar) {
  const std::string empty;
  const BruteForce on_empty(grammar, empty);
  const std::size_t n = grammar.rules.size();
  std::vector<std::vector<bool>> step(n, std::vector<bool>(n));
  for (std::size_t r = 0; r < n; ++r) {
    for (const Alternative& alternative : grammar.rules[r].alternatives) {
      const auto& parts = alternative.body.parts;
      for (std::size_t k = 0; k < parts.size(); ++k) {
        if (grammar.symbols[parts[k].symbol].terminal()) continue;
        bool alone = true;
        for (std::size_t o = 0; o < parts.size(); ++o) {
          alone &= o == k || (on_empty.from(parts[o], 0) & 1);
        }
        if (alone) step[r][parts[k].symbol] = true;
      }
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (step[i][k] && step[k][j]) step[i][j] = true;
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (step[i][i]) return true;
  }
  return false;
}

std::string bracketed(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.kind == NodeKind::kToken) return "'" + std::string(tree.token_text(id)) + "'";
  std::string out =
      "(" + tree.grammar().symbols[node.symbol].name + " #" + std::to_string(node.alternative());
  for (const NodeId child : tree.children(id)) out += " " + bracketed(tree, child);
  return out + ")";
}

/// Whether each rule node has children that match an alternative of its symbol.
bool is_derivation(const Tree& tree, NodeId id) {
  const Grammar& grammar = tree.grammar();
  for (const NodeId node : preorder(tree, id)) {
    if (tree[node].kind != NodeKind::kRule) continue;
    const std::string text = print_subtree(tree, node);
    const Rule& rule = grammar.rule(tree[node].symbol);
    const BruteForce brute(grammar, text);
    if (!(brute.from(rule.alternatives[tree[node].alternative()].body, 0) >> text.size() & 1)) {
      return false;
    }
  }
  return true;
}

std::string bracketed(const Grammar& grammar, const Expr& expr) {
  std::string parts;
  for (const Expr& part : expr.parts) {
    if (!parts.empty()) parts += expr.kind == Expr::Kind::kSequence ? " " : " | ";
    parts += bracketed(grammar, part);
  }
  switch (expr.kind) {
    case Expr::Kind::kSymbol: return grammar.symbols[expr.symbol].name;
    case Expr::Kind::kOptional: return "(" + parts + ")?";
    case Expr::Kind::kRepeat: return "(" + parts + "){" + std::to_string(expr.min) + ",}";
    default: return "(" + parts + ")";
  }
}

/// The grammar and the text, for the failure message.
std::string bracketed(const Grammar& grammar, const std::string& text) {
  std::string out = "\"" + text + "\" with";
  for (const Rule& rule : grammar.rules) {
    out += "  " + grammar.symbols[rule.symbol].name + " =";
    for (const Alternative& alternative : rule.alternatives) {
      out +=
          " " + std::to_string(alternative.priority) + ":" + bracketed(grammar, alternative.body);
    }
  }
  return out;
}

void check_pair(const Parser& parser, const std::string& text, bool choice_known) {
  const Grammar& grammar = parser.grammar();
  const BruteForce brute(grammar, text);
  const ParseResult result = parser.parse(text);
  INFO(bracketed(grammar, text));
  REQUIRE(std::holds_alternative<Tree>(result) == brute.accepts());
  if (!brute.accepts()) return;
  const Tree& tree = std::get<Tree>(result);
  REQUIRE(print(tree) == text);
  REQUIRE(is_derivation(tree, tree.root()));
  if (choice_known) {
    REQUIRE(bracketed(tree, tree.root()) == brute.chosen(grammar.start, 0, text.size()));
  }
  const ParseResult book = parser.parse(text, {.choice = ParseOptions::Choice::kBook});
  REQUIRE(is_derivation(std::get<Tree>(book), std::get<Tree>(book).root()));
}

/// Looking ahead by one token must not change which texts are accepted.
void check_look_ahead(const LoweredGrammar& lowered, const TerminalSets& sets, SymbolId start,
                      const std::string& text) {
  const auto accepts = [&](const TerminalSets* ahead) {
    Chart chart(lowered, start, ahead, 1 << 24, Chart::Keep::kAll);
    return std::ranges::all_of(
               text,
               [&](char c) {
                 return chart.push(lowered.first_byte + static_cast<unsigned char>(c));
               }) &&
           chart.complete();
  };
  REQUIRE(accepts(nullptr) == accepts(&sets));
}

TEST_CASE("random grammars against brute force") {
  const char* wanted = std::getenv("GRABR_BRUTE_FORCE_GRAMMARS");
  const long grammars = wanted != nullptr ? std::atol(wanted) : kGrammars;
  const support::Choices below = support::seeded_choices(20261121);
  support::RandomGrammars random(below);
  long accepted_cyclic = 0;
  for (long i = 0; i < grammars; ++i) {
    const bool ebnf = i % 2 == 1;
    const auto grammar = random.next(support::grammar_kind(ebnf ? "EBNF" : "plain"));
    const Parser parser(grammar);
    const LoweredGrammar lowered = lower(*grammar);
    const TerminalSets sets(lowered);
    const bool cycles = !ebnf && cyclic(*grammar);
    accepted_cyclic += cycles ? 1 : 0;
    for (std::size_t k = 0; k < kStringsPerGrammar; ++k) {
      const std::string text = random_string(below);
      check_pair(parser, text, !ebnf && !cycles);
      check_look_ahead(lowered, sets, grammar->start, text);
    }
  }
  if (wanted == nullptr) CHECK(accepted_cyclic > kGrammars / 20);
}

}  // namespace
}  // namespace grabr
