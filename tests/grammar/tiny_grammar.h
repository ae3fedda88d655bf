// Grammars for tests of the grammar layer, from a text of one line:
//
//   S: A 'x' | () ; A: (B % ',')? B+ ; B: N
//
// Names with a rule are nonterminals, others are patterns (their regular expression is their name);
// the first rule's symbol is the start symbol. `{…}` is a nested sequence that is kept as one.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "grammar/model/grammar.h"

namespace grabr {

class TinyGrammar {
 public:
  static Grammar make(std::string_view text, Notation notation = Notation::kRich) {
    TinyGrammar tiny(text);
    tiny.grammar_.notation = notation;
    tiny.declare_rules();
    tiny.read_rules();
    return tiny.grammar_;
  }

 private:
  explicit TinyGrammar(std::string_view text) : text_(text) {}

  std::string_view text_;
  std::size_t at_ = 0;
  Grammar grammar_;

  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    const bool there = peek() == c;
    at_ += there ? 1 : 0;
    return there;
  }
  std::string name() {
    std::string read;
    for (peek(); at_ < text_.size() && (std::isalnum(text_[at_]) || text_[at_] == '_'); ++at_) {
      read += text_[at_];
    }
    return read;
  }

  SymbolId symbol(const std::string& named, SymbolKind kind) {
    for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
      const bool literal = grammar_.symbols[s].kind == SymbolKind::kLiteral;
      if (grammar_.symbols[s].name == named && literal == (kind == SymbolKind::kLiteral)) {
        return s;
      }
    }
    grammar_.symbols.push_back({named, kind, named, {}});
    grammar_.rule_of.push_back(~0U);
    return static_cast<SymbolId>(grammar_.symbols.size() - 1);
  }

  void declare_rules() {
    bool quoted = false;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      quoted = quoted != (text_[i] == '\'');
      if (text_[i] != ':' || quoted) {
        continue;
      }
      std::size_t begin = i;
      while (begin > 0 && std::isalnum(text_[begin - 1])) {
        --begin;
      }
      const std::string head(text_.substr(begin, i - begin));
      grammar_.rule_of[symbol(head, SymbolKind::kNonterminal)] =
          static_cast<std::uint32_t>(grammar_.rules.size());
      grammar_.rules.push_back({});
    }
    grammar_.start = 0;
  }

  void read_rules() {
    for (Rule& rule : grammar_.rules) {
      rule.symbol = symbol(name(), SymbolKind::kNonterminal);
      take(':');
      do {
        rule.alternatives.push_back({});
        rule.alternatives.back().body = sequence();
      } while (take('|'));
      take(';');
    }
  }

  Expr sequence() {
    Expr parts;
    while (peek() != '\0' && peek() != '|' && peek() != ';' && peek() != ')' && peek() != '}') {
      if (text_.substr(at_, 2) == "()") {
        at_ += 2;
      } else {
        parts.parts.push_back(list());
      }
    }
    return parts;
  }

  Expr list() {
    Expr element = postfix();
    if (!take('%')) {
      return element;
    }
    return {Expr::Kind::kRepeat, kNoSymbol, 1, {element, postfix()}};
  }

  Expr postfix() {
    Expr part = item();
    while (true) {
      if (take('?')) {
        const bool some = part.kind == Expr::Kind::kRepeat;
        part = some ? Expr{part.kind, kNoSymbol, 0, part.parts}
                    : Expr{Expr::Kind::kOptional, kNoSymbol, 0, {part}};
      } else if (take('*')) {
        part = {Expr::Kind::kRepeat, kNoSymbol, 0, {part}};
      } else if (take('+')) {
        part = {Expr::Kind::kRepeat, kNoSymbol, 1, {part}};
      } else {
        return part;
      }
    }
  }

  Expr item() {
    if (take('\'')) {
      const std::size_t end = text_.find('\'', at_);
      const std::string literal(text_.substr(at_, end - at_));
      at_ = end + 1;
      return {Expr::Kind::kSymbol, symbol(literal, SymbolKind::kLiteral), 0, {}};
    }
    if (take('{')) {
      Expr nested = sequence();
      take('}');
      return nested;
    }
    if (take('(')) {
      Expr choice{Expr::Kind::kChoice, kNoSymbol, 0, {}};
      do {
        Expr parts = sequence();
        choice.parts.push_back(parts.parts.size() == 1 ? parts.parts[0] : parts);
      } while (take('|'));
      take(')');
      return choice.parts.size() == 1 ? choice.parts[0] : choice;
    }
    return {Expr::Kind::kSymbol, symbol(name(), SymbolKind::kPattern), 0, {}};
  }
};

}  // namespace grabr
