// A derivation is grown from left to right with a stack of what is still to be written. Each
// nonterminal takes a random alternative, until so many have been expanded; from then on each is
// written as its cheapest text, so every derivation ends. Tokens of rich grammars have spaces
// between them; where layout or context makes something else of that, the text does not parse and
// is dropped.
//
// Tested by tests/bench/shootout_test.cc.
#include "bench/random_sentence.h"

#include <random>
#include <utility>
#include <vector>

namespace grabr {
namespace {

constexpr int kTries = 16;
constexpr std::size_t kMostExpansions = 60;
constexpr std::size_t kMostElements = 4;  // of a repetition

class RandomText {
 public:
  RandomText(const Grammar& grammar, const Analysis& analysis, std::uint64_t seed)
      : grammar_(grammar), analysis_(analysis), random_(seed) {}

  std::string write() {
    add(grammar_.start);
    while (!open_.empty()) {
      const Expr* next = open_.back();
      open_.pop_back();
      write(*next);
    }
    return std::move(text_);
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void write(const Expr& part) {
    switch (part.kind) {
      case Expr::Kind::kSymbol: add(part.symbol); break;
      case Expr::Kind::kSequence:
        for (std::size_t i = part.parts.size(); i > 0; --i) open_.push_back(&part.parts[i - 1]);
        break;
      case Expr::Kind::kChoice: open_.push_back(&part.parts[below(part.parts.size())]); break;
      case Expr::Kind::kOptional:
        if (below(2) == 0) open_.push_back(&part.parts[0]);
        break;
      case Expr::Kind::kRepeat: repeat(part); break;
    }
  }

  void repeat(const Expr& list) {
    const std::size_t count = list.min + below(kMostElements + 1 - list.min);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && list.parts.size() > 1) open_.push_back(&list.parts[1]);
      open_.push_back(&list.parts[0]);
    }
  }

  void add(SymbolId symbol) {
    const bool expand = !grammar_.symbols[symbol].terminal() && expansions_ < kMostExpansions;
    if (!expand) {
      add_text(grammar_.symbols[symbol].kind == SymbolKind::kLiteral
                   ? grammar_.symbols[symbol].text : analysis_.cheapest[symbol].text);
      return;
    }
    ++expansions_;
    const auto& alternatives = grammar_.rule(symbol).alternatives;
    open_.push_back(&alternatives[below(alternatives.size())].body);
  }

  void add_text(const std::string& token) {
    if (grammar_.notation == Notation::kRich && !text_.empty() && !token.empty()) text_ += ' ';
    text_ += token;
  }

  const Grammar& grammar_;
  const Analysis& analysis_;
  std::mt19937_64 random_;
  std::string text_;
  std::size_t expansions_ = 0;
  std::vector<const Expr*> open_;
};

}  // namespace

std::string random_sentence(const Parser& parser, const Analysis& analysis, std::uint64_t seed) {
  const Grammar& grammar = parser.grammar();
  std::string longest = analysis.cheapest[grammar.start].text;
  for (int i = 0; i < kTries; ++i) {
    const std::uint64_t own_seed = seed * kTries + static_cast<std::uint64_t>(i);
    std::string text = RandomText(grammar, analysis, own_seed).write();
    if (text.size() > longest.size() && parser.accepts(text)) longest = std::move(text);
  }
  return longest;
}

}  // namespace grabr
