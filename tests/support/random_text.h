// Random texts for a grammar: sentences of any of its symbols, broken sentences, and random strings
// of terminals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "grammar/model/grammar.h"
#include "support/random_grammar.h"

namespace grabr::support {

using TokenTexts = std::vector<std::string>;

class RandomTexts {
 public:
  RandomTexts(const Grammar& grammar, Choices below)
      : grammar_(grammar), below_(std::move(below)), cost_(grammar.symbols.size(), kNever) {
    for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
      const SymbolKind kind = grammar.symbols[s].kind;
      if (kind != SymbolKind::kNonterminal) cost_[s] = 1;
      if (kind == SymbolKind::kLiteral || kind == SymbolKind::kPattern) used_.push_back(s);
      if (kind == SymbolKind::kSkip) skips_.push_back(s);
    }
    find_costs();
  }

  /// One of the three kinds, by chance; sentences are of `start`.
  std::string next(SymbolId start) {
    switch (below_(4)) {
      case 0: return joined(random_tokens());
      case 1: return joined(sentence(start));
      default: return joined(mutated(sentence(start)));
    }
  }

  /// Tokens derived from `start`; random ones if no short sentence is found.
  TokenTexts sentence(SymbolId start) {
    TokenTexts tokens;
    steps_ = 0;
    if (cost_[start] > kLongest) return random_tokens();
    expand_symbol(start, tokens);
    if (tokens.size() > 2 * kLongest) tokens.resize(kLongest);
    return tokens;
  }

  TokenTexts mutated(TokenTexts tokens) {
    for (std::uint32_t n = 1 + below_(2); n > 0; --n) mutate(tokens);
    return tokens;
  }

  TokenTexts random_tokens() {
    TokenTexts tokens;
    for (std::uint32_t n = below_(9); n > 0; --n) tokens.push_back(sample(random_terminal()));
    return tokens;
  }

  std::string joined(const TokenTexts& tokens) {
    std::string text;
    const bool spaced = !skips_.empty() && below_(3) != 0;
    for (const std::string& token : tokens) {
      text += token;
      if (spaced) text += sample(skips_[below_(static_cast<std::uint32_t>(skips_.size()))]);
    }
    return text;
  }

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max() / 4;
  static constexpr std::uint32_t kLongest = 12;

  /// The fewest expansions and tokens that an expression needs, iterated to a fixed point.
  void find_costs() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : grammar_.rules) {
        std::uint32_t least = kNever;
        for (const Alternative& a : rule.alternatives) least = std::min(least, 1 + cost(a.body));
        changed |= least < cost_[rule.symbol];
        cost_[rule.symbol] = std::min(cost_[rule.symbol], least);
      }
    }
  }

  std::uint32_t cost(const Expr& expr) const {
    std::uint32_t sum = 0;
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return cost_[expr.symbol];
      case Expr::Kind::kOptional: return 0;
      case Expr::Kind::kRepeat: return expr.min == 0 ? 0 : cost(expr.parts[0]);
      case Expr::Kind::kChoice: return cost(*cheapest(expr.parts));
      case Expr::Kind::kSequence: break;
    }
    for (const Expr& part : expr.parts) sum = std::min(kNever, sum + cost(part));
    return sum;
  }

  std::vector<Expr>::const_iterator cheapest(const std::vector<Expr>& choices) const {
    return std::min_element(choices.begin(), choices.end(),
                            [&](const Expr& a, const Expr& b) { return cost(a) < cost(b); });
  }

  bool may_grow() const { return steps_ < 2 * kLongest; }

  void expand_symbol(SymbolId symbol, TokenTexts& tokens) {
    if (grammar_.symbols[symbol].terminal()) {
      tokens.push_back(sample(symbol));
      return;
    }
    ++steps_;
    const auto& alternatives = grammar_.rule(symbol).alternatives;
    std::size_t chosen = below_(static_cast<std::uint32_t>(alternatives.size()));
    if (!may_grow() || cost(alternatives[chosen].body) > kLongest) {
      for (std::size_t i = 0; i < alternatives.size(); ++i) {
        if (cost(alternatives[i].body) < cost(alternatives[chosen].body)) chosen = i;
      }
    }
    expand(alternatives[chosen].body, tokens);
  }

  void expand(const Expr& expr, TokenTexts& tokens) {
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return expand_symbol(expr.symbol, tokens);
      case Expr::Kind::kSequence:
        for (const Expr& part : expr.parts) expand(part, tokens);
        return;
      case Expr::Kind::kChoice: return expand(choose(expr.parts), tokens);
      case Expr::Kind::kOptional:
        if (may_repeat(expr)) expand(expr.parts[0], tokens);
        return;
      case Expr::Kind::kRepeat: break;
    }
    bool first = true;
    for (std::uint32_t n = expr.min + (may_repeat(expr) ? below_(3) : 0); n > 0; --n) {
      if (!first && expr.parts.size() > 1) expand(expr.parts[1], tokens);
      expand(expr.parts[0], tokens);
      first = false;
    }
  }

  bool may_repeat(const Expr& expr) {
    for (const Expr& part : expr.parts) {
      if (cost(part) > kLongest) return false;
    }
    return may_grow() && below_(2) != 0;
  }

  const Expr& choose(const std::vector<Expr>& choices) {
    const Expr& chosen = choices[below_(static_cast<std::uint32_t>(choices.size()))];
    return may_grow() && cost(chosen) <= kLongest ? chosen : *cheapest(choices);
  }

  SymbolId random_terminal() { return used_[below_(static_cast<std::uint32_t>(used_.size()))]; }

  std::string sample(SymbolId terminal) {
    const Symbol& symbol = grammar_.symbols[terminal];
    if (symbol.kind == SymbolKind::kLiteral) return symbol.text;
    for (const SampleTerminal& known : kSampleTerminals) {
      if (symbol.text == known.text) return known.samples[below_(3)];
    }
    return grammar_.lexer->shortest_text(terminal);
  }

  void mutate(TokenTexts& tokens) {
    const auto size = static_cast<std::uint32_t>(tokens.size());
    const auto at = tokens.begin() + (size == 0 ? 0 : below_(size));
    switch (size == 0 ? 0 : below_(5)) {
      case 0: tokens.insert(at, sample(random_terminal())); break;
      case 1: tokens.erase(at); break;
      case 2: tokens.insert(at, std::string(*at)); break;
      case 3: std::swap(*at, tokens[below_(size)]); break;
      case 4:
        *at = below_(2) == 0 ? sample(random_terminal()) : std::string(1, "?\xff\n'#"[below_(5)]);
    }
  }

  const Grammar& grammar_;
  Choices below_;
  std::vector<std::uint32_t> cost_;  // by symbol
  std::vector<SymbolId> used_;
  std::vector<SymbolId> skips_;
  std::uint32_t steps_ = 0;
};

}  // namespace grabr::support
