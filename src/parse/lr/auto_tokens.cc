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
#include <utility>

#include "parse/lr/regular.h"

namespace grabr {
namespace {

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
