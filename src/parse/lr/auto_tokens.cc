// A classic grammar has no lexer: each byte is a terminal. Most of the parsing time goes into
// digits and letters that could be read in one step:
//
//   <factor> → '(' <expr> ')' | <int> '.' <int> | <int>      <int> → <digit> <int> | <digit>
//
// Let some regular nonterminals N be terminals that match any of their non-empty texts, and let
// literals be single terminals. A derivation over such terminals, with each N replaced by a
// derivation of its text, is a derivation over bytes, and vice versa. It remains to show that
// reading finds the terminals of a derivation without knowing it. Two conditions ensure this:
//
//   (end)     No byte that may follow N in a sentence continues a text of N. Say a derivation has N
//             over [p,e) and the longest text of N at p ends at e' > e. Then the byte at e follows
//             N and continues a text of N: a contradiction. So N ends where its longest match does.
//   (rivals)  Of the terminals that may follow a terminal, or begin a sentence, no two match at one
//             place of any text. Then the first terminal is the only one that matches, which ends
//             at one place only; the second is the only one that matches there of those that may
//             follow the first; and so on.
//
// So all derivations of a text, ambiguous or not, have the same sequence of terminals, and
// TextScanner finds it from left to right. "May follow" is FOLLOW over terminals: a superset of
// what can occur in any state of any parser, so the parser is not involved. A text that is not a
// sentence may be split differently, and is rejected all the same, because whatever the grammar
// derives from terminals is a sentence. Where and why it is rejected must be found out byte by
// byte.
//
// The choice among derivations of a symbol over a span (parse/earley/choice.h) depends only on
// which rules derive it and where their parts may end. Both are unchanged, hence so is the tree,
// except in a cycle (A ⇒+ A), where heights count: so a symbol of a cycle never becomes a token.
//
// The search starts with all candidates and withdraws, until no condition is violated, tokens whose
// end is unsure and one of each pair of rivals: of two literals the longer is split into bytes, of
// a token and a literal the token is dropped, of two tokens the outer one. That exposes what was
// inside. Each round is linear in the grammar; if the rounds take too long for a large grammar,
// bytes stay the terminals. Tokens should be words, not the files made of them: a candidate may
// have loops over characters (digit+, with escapes and the like) but not over whole words, and
// neither the start symbol nor one it derives by unit rules alone is a candidate.
// Tested by auto_tokens_test.cc and, against the grammar over bytes on all short texts, by
// auto_tokens_agreement_test.cc.
#include "parse/lr/auto_tokens.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "parse/lr/regular.h"

namespace grabr {
namespace {

/// Which terminals to use.
struct TerminalChoice {
  std::vector<bool> token;      ///< by symbol: nonterminals that become terminals
  std::set<std::string> split;  ///< literals that stay split into bytes
};

/// A nonterminal whose non-empty texts become a terminal.
struct TokenTerminal {
  LoweredId symbol = 0;
  LoweredId terminal = 0;  ///< the symbol itself, unless it is nullable
};

/// The grammar over longer terminals. Symbols of the byte grammar keep their numbers, rules their
/// order and alternatives. A nullable token remains a nonterminal, with the rules
///
///   <ws> → <ws>⁺ | ε       where <ws>⁺ is a new terminal
///
/// Symbols no longer reachable from the start symbol have no rules.
struct Tokenised {
  LoweredGrammar grammar;
  std::vector<TokenTerminal> tokens;      ///< those in use, in order of their symbols
  std::vector<LiteralTerminal> literals;  ///< in order of their first use
};

/// Rewrites a classic grammar over terminals longer than bytes.
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

Tokenised tokenise(const LoweredGrammar& bytes, LoweredId start, const TerminalChoice& choice) {
  return Writer(bytes, choice).run(start);
}

constexpr std::uint32_t kMaxTokenStates = 4'000;
constexpr std::uint32_t kLongestRound = 6;  // bytes, as in \u00e9
constexpr std::uint64_t kMaxStatesInAll = 100'000;
constexpr std::uint64_t kMaxWork = 40'000'000;  // steps of all rounds together: 100 ms or so
constexpr std::uint64_t kWorkPerSymbol = 20;    // per symbol of a rule and round, besides set words

class RivalSearch {
 public:
  RivalSearch(const LoweredGrammar& bytes, LoweredId start)
      : bytes_(bytes), start_(start), regular_(bytes) {
    choice_.token.assign(bytes.symbols.size(), false);
    find_candidates();
  }

  AutoTokens run() {
    for (;;) {
      Tokenised attempt = tokenise(bytes_, start_, choice_);
      work_ += attempt.grammar.symbols.size() + kWorkPerSymbol * attempt.grammar.after_dot.size();
      if (work_ > kMaxWork && take_all_back(attempt)) continue;
      if (take_back_without_texts(attempt)) continue;
      const TerminalSets sets(attempt.grammar);
      work_ += attempt.grammar.after_dot.size() * sets.words();
      terminals_ = text_terminals(attempt, sets);
      if (take_back_unsure_ends(attempt, sets)) continue;
      const auto rivals = rivals_.find(terminals_);
      if (take_back_rivals(attempt, sets, rivals)) continue;
      return result(std::move(attempt), sets, rivals);
    }
  }

 private:
  void find_candidates() {
    for (LoweredId s = 0; s < bytes_.symbols.size(); ++s) {
      const LoweredSymbol& symbol = bytes_.symbols[s];
      const RegularSymbols::Properties& found = regular_[s];
      choice_.token[s] = symbol.role == Role::kRule && symbol.cycle == LoweredSymbol{}.cycle &&
                         found.shape != RegularSymbols::Shape::kIrregular &&
                         found.longest_round <= kLongestRound && found.states <= kMaxTokenStates;
    }
    std::vector<bool> seen(bytes_.symbols.size(), false);
    for (LoweredId s = start_; !bytes_.terminal(s) && !seen[s];) {
      seen[s] = true;
      choice_.token[s] = false;
      const LoweredSymbol& symbol = bytes_.symbols[s];
      if (symbol.rule_count != 1 || bytes_.rules[symbol.first_rule].size != 1) break;
      s = bytes_.rhs(symbol.first_rule)[0];
    }
  }

  bool take_back_without_texts(const Tokenised& attempt) {
    bool changed = false;
    for (const TokenTerminal& token : attempt.tokens) {
      const auto [entry, added] = texts_.try_emplace(token.symbol);
      if (added) entry->second = compile(token.symbol);
      if (entry->second != nullptr) continue;
      choice_.token[token.symbol] = false;
      changed = true;
    }
    return changed;
  }

  std::shared_ptr<const TokenTexts> compile(LoweredId symbol) {
    states_ += regular_[symbol].states;
    if (states_ > kMaxStatesInAll) return nullptr;
    std::optional<TokenTexts> texts = compile_texts(regular_, symbol);
    return texts ? std::make_shared<const TokenTexts>(std::move(*texts)) : nullptr;
  }

  std::vector<TextTerminal> text_terminals(const Tokenised& attempt,
                                           const TerminalSets& sets) const {
    std::map<LoweredId, TextTerminal> found;
    for (const TokenTerminal& token : attempt.tokens) {
      found[token.terminal] = {token.terminal, token.symbol, "", texts_.at(token.symbol)};
    }
    for (const LiteralTerminal& literal : attempt.literals) {
      found[literal.terminal] = {literal.terminal, LoweredGrammar::kEnd, literal.text, nullptr};
    }
    std::vector<TextTerminal> result;
    for (const LoweredId id : sets.terminals()) {
      const auto longer = found.find(id);
      if (longer != found.end()) result.push_back(longer->second);
      else result.push_back(byte_terminal(id));
    }
    return result;
  }

  TextTerminal byte_terminal(LoweredId id) const {
    return {id, LoweredGrammar::kEnd, std::string(1, static_cast<char>(id - bytes_.first_byte)),
            nullptr};
  }

  bool take_back_unsure_ends(const Tokenised& attempt, const TerminalSets& sets) {
    bool changed = false;
    for (const TokenTerminal& token : attempt.tokens) {
      const TerminalBits follow = sets.follow(token.terminal);
      const ByteSet& goes_on = texts_.at(token.symbol)->goes_on;
      for (std::uint32_t t = 0; t < terminals_.size(); ++t) {
        if (!contains(follow, t) || (terminals_[t].first() & goes_on).empty()) continue;
        choice_.token[token.symbol] = false;
        changed = true;
        break;
      }
    }
    return changed;
  }

  bool take_back_rivals(const Tokenised& attempt, const TerminalSets& sets,
                        const std::vector<std::vector<std::uint32_t>>& rivals) {
    bool changed = false;
    for (std::uint32_t a = 0; a < terminals_.size(); ++a) {
      for (const std::uint32_t b : rivals[a]) {
        if (b < a || !viable_together(attempt.grammar, sets, a, b)) continue;
        take_back_one(terminals_[a], terminals_[b]);
        changed = true;
      }
    }
    return changed;
  }

  bool viable_together(const LoweredGrammar& grammar, const TerminalSets& sets, std::uint32_t a,
                       std::uint32_t b) {
    const auto has_both = [&](TerminalBits set) { return contains(set, a) && contains(set, b); };
    work_ += grammar.symbols.size();
    for (const LoweredId terminal : sets.terminals()) {
      if (has_both(sets.follow(terminal))) return true;
    }
    for (LoweredId s = 0; s < grammar.symbols.size(); ++s) {
      if (grammar.symbols[s].rule_count > 0 && has_both(sets.first(s))) return true;
    }
    return false;
  }

  void take_back_one(const TextTerminal& a, const TextTerminal& b) {
    if (a.token() && b.token()) {
      const bool a_is_outer = regular_.level(a.symbol) > regular_.level(b.symbol);
      choice_.token[a_is_outer ? a.symbol : b.symbol] = false;
    } else if (a.token() || b.token()) {
      choice_.token[a.token() ? a.symbol : b.symbol] = false;
    } else {
      choice_.split.insert(std::max(a.literal, b.literal));  // it begins with the other
    }
  }

  /// False if there was nothing left to withdraw.
  bool take_all_back(const Tokenised& attempt) {
    for (const LiteralTerminal& literal : attempt.literals) choice_.split.insert(literal.text);
    std::fill(choice_.token.begin(), choice_.token.end(), false);
    return !attempt.literals.empty() || !attempt.tokens.empty();
  }

  AutoTokens result(Tokenised attempt, const TerminalSets& sets,
                    const std::vector<std::vector<std::uint32_t>>& rivals) {
    AutoTokens found;
    found.scanner = TextScanner(attempt.grammar, sets, std::move(terminals_), rivals);
    for (const TokenTerminal& token : attempt.tokens) {
      found.tokens.push_back({bytes_.symbols[token.symbol].user, token.terminal,
                              token.terminal != token.symbol, texts_.at(token.symbol)});
    }
    found.grammar = std::move(attempt.grammar);
    found.start = start_;
    found.literals = std::move(attempt.literals);
    return found;
  }

  const LoweredGrammar& bytes_;
  LoweredId start_;
  RegularSymbols regular_;
  TerminalChoice choice_;
  std::map<LoweredId, std::shared_ptr<const TokenTexts>> texts_;  // by symbol; null: none
  std::vector<TextTerminal> terminals_;  // of the current attempt, in the order of its sets
  Rivals rivals_;
  std::uint64_t states_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace

const AutoToken* AutoTokens::token_of(LoweredId symbol) const {
  for (const AutoToken& token : tokens) {
    if (token.symbol == symbol || token.terminal == symbol) return &token;
  }
  return nullptr;
}

AutoTokens find_auto_tokens(const LoweredGrammar& bytes, LoweredId start) {
  return RivalSearch(bytes, start).run();
}

}  // namespace grabr
