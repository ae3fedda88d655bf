// Brackets are seen where a rule has both: an opener is a terminal that ends in one, its partner
// the next terminal of the same rule that begins with the other one.
//
//   call ::= NAME '(' arguments ')'      arguments are inside, NAME and both brackets are not
//   text ::= QUOTE part* QUOTE           no brackets: all on one level
//
// Tested by tests/parse/rough_tokens_test.cc.
#include "parse/repair/bracket_places.h"

#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/diagnose/failure.h"

namespace grabr {

BracketPlaces::BracketPlaces(const Grammar& grammar, const LoweredGrammar& lowered)
    : lowered_(lowered), shortest_(grammar.symbols.size()), all_(grammar.symbols.size()) {
  for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
    if (!grammar.symbols[id].terminal()) continue;
    all_.insert(id);
    shortest_[id] = grammar.lexer->shortest_text(id);
  }
  outside_ = level_of({grammar.start});
}

const TerminalSet& BracketPlaces::inside(SymbolId opener) {
  const auto [found, is_new] = inside_.try_emplace(opener, all_);
  if (!is_new) return found->second;
  std::vector<LoweredId> within;
  for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
    const Parts parts = lowered_.rhs(r);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] != opener) continue;
      const std::size_t partner = partner_of(parts, i);
      if (partner == parts.size()) return found->second;
      const Parts between = parts.subspan(i + 1, partner - i);
      within.insert(within.end(), between.begin(), between.end());
    }
  }
  if (!within.empty()) found->second = level_of(std::move(within));
  return found->second;
}

/// The index of a bracket's partner in the same rule; if there is none, the number of parts.
std::size_t BracketPlaces::partner_of(Parts parts, std::size_t opener) const {
  const std::string& text = text_of(parts[opener]);
  const char closer = text.empty() ? '\0' : closing_bracket(text.back());
  if (closer == '\0') return parts.size();
  for (std::size_t i = opener + 1; i < parts.size(); ++i) {
    if (text_of(parts[i]).starts_with(closer)) return i;
  }
  return parts.size();
}

/// A terminal's shortest text; empty for other symbols.
const std::string& BracketPlaces::text_of(LoweredId symbol) const {
  static const std::string kNone;
  return lowered_.terminal(symbol) ? shortest_[symbol] : kNone;
}

/// The terminals that these symbols may contain outside brackets.
TerminalSet BracketPlaces::level_of(std::vector<LoweredId> todo) const {
  TerminalSet level(shortest_.size());
  std::vector<bool> done(lowered_.symbols.size());
  while (!todo.empty()) {
    const LoweredId symbol = todo.back();
    todo.pop_back();
    if (done[symbol]) continue;
    done[symbol] = true;
    if (lowered_.terminal(symbol)) level.insert(symbol);
    const LoweredSymbol& rules = lowered_.symbols[symbol];
    for (std::uint32_t r = 0; r < rules.rule_count; ++r) {
      note_level(lowered_.rhs(rules.first_rule + r), todo);
    }
  }
  return level;
}

void BracketPlaces::note_level(Parts parts, std::vector<LoweredId>& todo) const {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    todo.push_back(parts[i]);
    const std::size_t partner = partner_of(parts, i);
    if (partner == parts.size()) continue;
    todo.push_back(parts[partner]);
    i = partner;
  }
}

}  // namespace grabr
