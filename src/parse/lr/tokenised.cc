#include "parse/lr/tokenised.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace grabr {
namespace {

class Writer {
 public:
  Writer(const LoweredGrammar& bytes, const TerminalChoice& choice)
      : bytes_(bytes), choice_(choice) {
    grammar().symbols = bytes.symbols;
    grammar().first_byte = bytes.first_byte;
  }

  Tokenised run(LoweredId start) {
    const std::vector<bool> used = reached_from(start);
    for (LoweredId s = 0; s < bytes_.symbols.size(); ++s) {
      if (bytes_.terminal(s)) continue;
      grammar().symbols[s].rule_count = 0;
      if (!used[s]) continue;
      if (choice_.token[s]) write_token(s);
      else write_rules(s);
    }
    return std::move(result_);
  }

 private:
  LoweredGrammar& grammar() { return result_.grammar; }

  std::vector<bool> reached_from(LoweredId start) const {
    std::vector<bool> reached(bytes_.symbols.size(), false);
    std::vector<LoweredId> todo{start};
    reached[start] = true;
    while (!todo.empty()) {
      const LoweredSymbol& lhs = bytes_.symbols[todo.back()];
      const bool token = choice_.token[todo.back()];
      todo.pop_back();
      for (std::uint32_t r = lhs.first_rule; !token && r < lhs.first_rule + lhs.rule_count; ++r) {
        for (const LoweredId symbol : bytes_.rhs(r)) {
          if (reached[symbol]) continue;
          reached[symbol] = true;
          todo.push_back(symbol);
        }
      }
    }
    return reached;
  }

  void write_token(LoweredId symbol) {
    if (!bytes_.symbols[symbol].nullable) {
      grammar().symbols[symbol].role = Role::kTerminal;
      result_.tokens.push_back({symbol, symbol});
      return;
    }
    const LoweredId terminal = add_terminal(bytes_.symbols[symbol].user);
    result_.tokens.push_back({symbol, terminal});
    write_rule({symbol, 0, 0, 0, 0}, {&terminal, 1});
    write_rule({symbol, 1, 0, 0, 0}, {});
  }

  void write_rules(LoweredId symbol) {
    const LoweredSymbol& lhs = bytes_.symbols[symbol];
    for (std::uint32_t r = lhs.first_rule; r < lhs.first_rule + lhs.rule_count; ++r) {
      const auto from = bytes_.rhs(r);
      std::vector<LoweredId> rhs;
      for (std::size_t k = 0; k < from.size();) {
        const std::size_t end = end_of_bytes(from, k);
        if (end == k) rhs.push_back(from[k++]);
        else write_literal(from.subspan(k, end - k), rhs);
        k = std::max(k, end);
      }
      write_rule(bytes_.rules[r], rhs);
    }
  }

  std::size_t end_of_bytes(std::span<const LoweredId> rhs, std::size_t from) const {
    while (from < rhs.size() && bytes_.terminal(rhs[from])) ++from;
    return from;
  }

  void write_literal(std::span<const LoweredId> literal, std::vector<LoweredId>& rhs) {
    std::string text;
    for (const LoweredId byte : literal) text += static_cast<char>(byte - bytes_.first_byte);
    if (text.size() == 1 || choice_.split.contains(text)) {
      rhs.insert(rhs.end(), literal.begin(), literal.end());
      return;
    }
    const auto [entry, added] = terminal_of_.try_emplace(std::move(text), 0);
    if (added) {
      entry->second = add_terminal(kNoSymbol);
      result_.literals.push_back({entry->second, entry->first});
    }
    rhs.push_back(entry->second);
  }

  LoweredId add_terminal(SymbolId user) {
    LoweredSymbol symbol;
    symbol.user = user;
    grammar().symbols.push_back(symbol);
    return static_cast<LoweredId>(grammar().symbols.size() - 1);
  }

  void write_rule(LoweredRule rule, std::span<const LoweredId> rhs) {
    LoweredGrammar& to = grammar();
    const auto number = static_cast<std::uint32_t>(to.rules.size());
    LoweredSymbol& lhs = to.symbols[rule.lhs];
    if (lhs.rule_count++ == 0) lhs.first_rule = number;
    rule.first_dot = static_cast<std::uint32_t>(to.after_dot.size());
    rule.size = static_cast<std::uint32_t>(rhs.size());
    to.rules.push_back(rule);
    to.after_dot.insert(to.after_dot.end(), rhs.begin(), rhs.end());
    to.after_dot.push_back(LoweredGrammar::kEnd);
    to.rule_at.insert(to.rule_at.end(), rhs.size() + 1, number);
  }

  const LoweredGrammar& bytes_;
  const TerminalChoice& choice_;
  Tokenised result_;
  std::map<std::string, LoweredId> terminal_of_;
};

}  // namespace

Tokenised tokenise(const LoweredGrammar& bytes, LoweredId start, const TerminalChoice& choice) {
  return Writer(bytes, choice).run(start);
}

}  // namespace grabr
