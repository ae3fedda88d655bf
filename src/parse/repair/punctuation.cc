#include "parse/repair/punctuation.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/diagnose/failure.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxDelimiters = 8;

using Uses = std::map<LoweredId, std::uint32_t>;

LoweredId terminal_of(const Grammar& grammar, const LoweredGrammar& lowered, char bracket) {
  if (grammar.notation == Notation::kClassic) {
    return lowered.first_byte + static_cast<unsigned char>(bracket);
  }
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    const Symbol& symbol = grammar.symbols[s];
    if (symbol.kind == SymbolKind::kLiteral && symbol.text == std::string_view(&bracket, 1)) {
      return s;
    }
  }
  return kNoTerminal;
}

/// Does a terminal with this bracket open it without closing it?
bool opens(const Grammar& grammar, const LoweredGrammar& lowered, LoweredId terminal,
           char bracket) {
  if (grammar.notation == Notation::kClassic) {
    return terminal == lowered.first_byte + static_cast<unsigned char>(bracket);
  }
  const std::string text = grammar.lexer->shortest_text(terminal);
  return !text.empty() && (text.front() == bracket || text.back() == bracket) &&
         text.find(closing_bracket(bracket)) == text.npos;
}

/// Words are not delimiters: `else` before a statement does not separate anything.
bool is_punctuation(const Grammar& grammar, const LoweredGrammar& lowered, LoweredId symbol) {
  if (!lowered.terminal(symbol)) return false;
  if (grammar.notation == Notation::kClassic) {
    const auto byte = static_cast<int>(symbol - lowered.first_byte);
    return byte < 0x80 && std::isalnum(byte) == 0;
  }
  const Symbol& user = grammar.symbols[symbol];
  return user.kind == SymbolKind::kLiteral && !user.text.empty() &&
         std::none_of(user.text.begin(), user.text.end(),
                      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

}  // namespace

Punctuation::Punctuation(const Grammar& grammar, const LoweredGrammar& lowered)
    : lowered_(lowered), ends_(grammar, lowered) {
  find_pairs(grammar);
  find_delimiters(grammar);
  find_quotes();
}

/// Finds pairs: a rule contains an opener and, after it, the closer.
void Punctuation::find_pairs(const Grammar& grammar) {
  for (const char bracket : {'(', '[', '{'}) {
    const LoweredId closer = terminal_of(grammar, lowered_, closing_bracket(bracket));
    for (std::uint32_t r = 0; closer != kNoTerminal && r < lowered_.rules.size(); ++r) {
      const auto parts = lowered_.rhs(r);
      for (auto end = std::ranges::find(parts, closer); end != parts.end();
           end = std::find(end + 1, parts.end(), closer)) {
        add_opener(grammar, bracket, {parts.begin(), end}, closer);
      }
    }
  }
  if (grammar.layout) pairs_.push_back({grammar.layout->indent, grammar.layout->dedent});
}

/// Adds the last of these parts that is an opener, or a choice of some.
void Punctuation::add_opener(const Grammar& grammar, char bracket, std::span<const LoweredId> parts,
                             LoweredId closer) {
  bool found = false;
  for (std::size_t i = parts.size(); i-- > 0 && !found;) {
    for (const LoweredId terminal : choices(parts[i])) {
      if (!opens(grammar, lowered_, terminal, bracket)) continue;
      found = true;
      if (closer_of(terminal) == kNoTerminal) pairs_.push_back({terminal, closer});
    }
  }
}

/// The terminal itself; for a group of terminals only, all of them.
std::vector<LoweredId> Punctuation::choices(LoweredId symbol) const {
  if (lowered_.terminal(symbol)) return {symbol};
  std::vector<LoweredId> terminals;
  const LoweredSymbol& group = lowered_.symbols[symbol];
  if (group.role != Role::kGroup) return terminals;
  for (std::uint32_t r = group.first_rule; r < group.first_rule + group.rule_count; ++r) {
    const auto parts = lowered_.rhs(r);
    if (parts.size() == 1 && lowered_.terminal(parts[0])) terminals.push_back(parts[0]);
  }
  return terminals;
}

/// Finds delimiters: an automatic token, and terminals at the end of a rule or next to the rule's
/// own symbol: L → L ',' element.
void Punctuation::find_delimiters(const Grammar& grammar) {
  Uses uses;
  const auto note = [&](LoweredId symbol) {
    if (!is_bracket(symbol) && is_punctuation(grammar, lowered_, symbol)) ++uses[symbol];
  };
  for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
    const auto parts = lowered_.rhs(r);
    const LoweredId lhs = lowered_.rules[r].lhs;
    if (parts.size() < 2) continue;
    note(parts.back());
    if (parts.front() == lhs) note(parts[1]);
    if (parts.back() == lhs) note(parts[parts.size() - 2]);
  }
  if (grammar.automatic) delimiters_.push_back(grammar.automatic->token);
  std::vector<std::pair<LoweredId, std::uint32_t>> by_use(uses.begin(), uses.end());
  std::stable_sort(by_use.begin(), by_use.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [symbol, count] : by_use) {
    if (delimiters_.size() < kMaxDelimiters) delimiters_.push_back(symbol);
  }
}

void Punctuation::find_quotes() {
  for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
    const auto parts = lowered_.rhs(r);
    if (parts.size() < 2 || parts.front() != parts.back()) continue;
    if (lowered_.terminal(parts.front())) quotes_.push_back(parts.front());
  }
}

bool Punctuation::quotes(LoweredId terminal) const {
  return std::find(quotes_.begin(), quotes_.end(), terminal) != quotes_.end();
}

LoweredId Punctuation::closer_of(LoweredId opener) const {
  for (const Pair& pair : pairs_) {
    if (pair.opener == opener) return pair.closer;
  }
  return kNoTerminal;
}

bool Punctuation::closes(LoweredId terminal) const {
  return std::ranges::any_of(pairs_, [&](const Pair& pair) { return pair.closer == terminal; });
}

bool Punctuation::delimits(LoweredId terminal) const {
  return std::find(delimiters_.begin(), delimiters_.end(), terminal) != delimiters_.end();
}

std::vector<SymbolId> Punctuation::bracketed_by(LoweredId opener) const {
  std::vector<SymbolId> symbols;
  const LoweredId closer = closer_of(opener);
  for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
    const auto parts = lowered_.rhs(r);
    const LoweredId lhs = lowered_.rules[r].lhs;
    if (parts.size() < 2 || parts.back() != closer) continue;
    if (std::ranges::count(choices(parts.front()), opener) == 0) continue;
    if (lowered_.symbols[lhs].role != Role::kRule) continue;
    if (symbols.empty() || symbols.back() != lhs) symbols.push_back(lhs);
  }
  return symbols;
}

}  // namespace grabr
