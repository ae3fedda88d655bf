// The terminals that may follow a token are known (FOLLOW of a terminal); the longest match among
// them is read. Four cases need more than the previous token:
//   - If only immediate tokens can follow, this is the inside of something, such as a string. Then
//     tokens of the rules with the opening token are read, and nothing is skipped.
//   - When a bracket that was opened there ("${") closes, the inside continues. A token that begins
//     with a closing bracket, such as JavaScript's `}…${`, is read only if the opening token was
//     more than a bracket.
//   - After a line end, the terminals that may follow an automatic token may come.
//   - Terminals that the rules have in the innermost brackets, or outside all brackets, are
//     preferred (parse/repair/bracket_places.h).
// If none of these matches, any other token is read, except the inside of something; and if there
// is none, a word or a character. Tested by tests/parse/rough_tokens_test.cc.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "grammar/lex/lexer.h"
#include "grammar/model/line_ends.h"
#include "grammar/model/terminal_set.h"
#include "parse/diagnose/failure.h"
#include "parse/lr/terminal_sets.h"
#include "parse/repair/bracket_places.h"
#include "parse/repair/rough_tokens.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::string_view kClosers = ")]}";
/// Maximum distance of a bracket's partner.
constexpr std::size_t kMaxBytesToPartner = 1000;

/// Does it begin with a closing bracket and have more text?
bool is_tail(const Symbol& symbol) {
  const std::string_view regex = symbol.text;
  if (symbol.kind != SymbolKind::kPattern || regex.size() < 3) return false;
  return is_one_of(regex[0], kClosers) || (regex[0] == '\\' && is_one_of(regex[1], kClosers));
}

/// Does it match nearly any text, such as the inside of a string?
bool holds_anything(const Grammar& grammar, SymbolId terminal) {
  return grammar.symbols[terminal].kind == SymbolKind::kPattern &&
         grammar.lexer->matches("a (0;) b", terminal);
}

/// May it contain any lines once it has begun?
bool may_go_on(const Grammar& grammar, SymbolId terminal) {
  if (grammar.symbols[terminal].kind != SymbolKind::kPattern) return false;
  const Lexer& lexer = *grammar.lexer;
  return lexer.matches(lexer.shortest_text(terminal) + "\na (0;) b\nc", terminal);
}

class ContextTokens {
 public:
  ContextTokens(const Grammar& grammar, const LoweredGrammar& lowered, std::string_view text)
      : grammar_(grammar),
        lowered_(lowered),
        sets_(lowered),
        places_(grammar, lowered),
        text_(text),
        nothing_(grammar.symbols.size()),
        skips_(nothing_),
        immediate_(nothing_),
        plain_(nothing_),
        tails_(nothing_),
        endless_(nothing_),
        leads_inside_(nothing_),
        parts_(nothing_) {
    for (SymbolId id = 0; id < grammar.symbols.size(); ++id) {
      const Symbol& symbol = grammar.symbols[id];
      if (!symbol.terminal()) continue;
      if (symbol.kind == SymbolKind::kSkip) skips_.insert(id);
      if (symbol.immediate) immediate_.insert(id);
      else if (!holds_anything(grammar, id)) plain_.insert(id);
      if (is_tail(symbol)) tails_.insert(id);
      if (may_go_on(grammar, id)) endless_.insert(id);
    }
    for (const LoweredId terminal : sets_.terminals()) {
      if (!only_immediate(following(terminal))) continue;
      leads_inside_.insert(terminal);
      parts_.insert_all(following(terminal));
    }
  }

  std::vector<RoughToken> read() {
    while (at_ < text_.size()) {
      if (inside_ != nullptr && read_inside()) continue;
      inside_ = nullptr;
      if (read_following() || read_here(plain_now()) || read_of(plain_now())) continue;
      read_character();
    }
    return std::move(tokens_);
  }

 private:
  /// An open bracket.
  struct Open {
    char closer = '\0';
    bool alone = true;                    ///< the bracket is a token on its own
    const TerminalSet* inside = nullptr;  ///< the inside that continues after it closes
    SymbolId terminal = kNoSymbol;
    bool has_partner = false;  ///< its partner is not far away
  };

  // Terminals that may come next.

  TerminalSet as_set(TerminalBits bits) const {
    TerminalSet set = nothing_;
    for (std::uint32_t i = 0; i < sets_.terminals().size(); ++i) {
      if (contains(bits, i)) set.insert(sets_.terminals()[i]);
    }
    return set;
  }

  const TerminalSet& following(SymbolId terminal) {
    const auto [found, is_new] = following_.try_emplace(terminal);
    if (is_new) found->second = as_set(sets_.follow(terminal));
    return found->second;
  }

  bool only_immediate(TerminalSet set) const {
    if (!set.shares_with(immediate_)) return false;
    set.erase_all(immediate_);
    return set == nothing_;
  }

  /// The immediate tokens of the rules with the opening token; if there are none, the terminals
  /// that may follow it.
  const TerminalSet& inside_of(SymbolId opener) {
    const auto [found, is_new] = inside_of_.try_emplace(opener, nothing_);
    if (!is_new) return found->second;
    for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
      const auto parts = lowered_.rhs(r);
      if (std::find(parts.begin(), parts.end(), opener) == parts.end()) continue;
      for (const LoweredId part : parts) add_parts(part, found->second);
    }
    TerminalSet others = plain_;
    others.insert_all(skips_);
    found->second.erase_all(others);
    if (found->second == nothing_) found->second = following(opener);
    return found->second;
  }

  /// For a helper, adds all its parts; for a rule, the symbols it may begin with.
  void add_parts(LoweredId symbol, TerminalSet& set) const {
    std::vector<LoweredId> todo{symbol}, done;
    while (!todo.empty()) {
      const LoweredId next = todo.back();
      todo.pop_back();
      if (std::find(done.begin(), done.end(), next) != done.end()) continue;
      done.push_back(next);
      const Role role = lowered_.symbols[next].role;
      if (role == Role::kTerminal || role == Role::kRule) {
        set.insert_all(as_set(sets_.first(next)));
        continue;
      }
      for (std::uint32_t r = 0; r < lowered_.rules.size(); ++r) {
        if (lowered_.rules[r].lhs != next) continue;
        for (const LoweredId part : lowered_.rhs(r)) todo.push_back(part);
      }
    }
  }

  bool may_end_more() const { return !open_.empty() && !open_.back().alone; }

  TerminalSet plain_now() const {
    TerminalSet set = plain_;
    set.insert_all(skips_);
    if (!may_end_more()) set.erase_all(tails_);
    return set;
  }

  // Reading of tokens.

  bool read_inside() {
    if (led_back_) return read_of(*inside_);
    TerminalSet set = *inside_;
    set.keep_all(following(last_));
    return read_of(set == nothing_ ? following(last_) : set);
  }

  bool read_following() {
    if (last_ == kNoSymbol) return false;
    TerminalSet set = following(last_);
    const std::string_view gap = text_.substr(token_end_, at_ - token_end_);
    if (grammar_.automatic && has_line_end(gap)) {
      set.insert_all(following(grammar_.automatic->token));
    }
    if (!gap.empty()) set.erase_all(immediate_);
    set.erase_all(parts_);
    if (!may_end_more()) set.erase_all(tails_);
    set.insert_all(skips_);
    TerminalSet short_ones = set;
    short_ones.erase_all(endless_);
    return read_here(short_ones) || read_here(set) || read_of(short_ones) || read_of(set);
  }

  /// Reads one of those in the set that may stand outside all brackets, or in the innermost one. If
  /// that bracket has no partner, it may be the mistake, and nothing is preferred.
  bool read_here(TerminalSet set) {
    if (!open_.empty() && !open_.back().has_partner) return false;
    set.keep_all(open_.empty() ? places_.outside() : places_.inside(open_.back().terminal));
    if (set == nothing_) return false;
    set.insert_all(skips_);
    return read_of(set);
  }

  bool read_of(const TerminalSet& set) {
    const Match match = grammar_.lexer->match_viable(text_, at_, set, scratch_, &memory_);
    if (match.length == 0) return false;
    const Span span{at_, at_ + match.length};
    const bool begins = inside_ == nullptr && !skips_.contains(match.terminals[0]);
    const bool opens = leads_inside_.contains(match.terminals[0]);
    if (begins && has_lone_quote(text_, span, opens)) return false;
    at_ = span.end;
    if (skips_.contains(match.terminals[0])) return true;
    add(match.terminals[0], span);
    last_ = match.terminals[0];
    follow_brackets(text_.substr(span.begin, span.size()));
    return true;
  }

  void read_character() {
    const auto length = static_cast<std::uint32_t>(code_point_length(text_, at_));
    const Span span{at_, at_ + length};
    at_ = span.end;
    if (tokens_.empty() || !continues_word(tokens_.back(), text_, span)) {
      add(kNoTerminal, span);
      last_ = kNoSymbol;
    } else {
      tokens_.back().text.end = token_end_ = span.end;
    }
  }

  void add(LoweredId terminal, Span span) {
    RoughToken token{terminal, span};
    token.after_line_end = has_line_end(text_.substr(token_end_, span.begin - token_end_));
    token_end_ = span.end;
    tokens_.push_back(token);
  }

  void follow_brackets(std::string_view token) {
    const TerminalSet* const around = inside_;
    led_back_ = false;
    if (!leads_inside_.contains(last_)) inside_ = nullptr;
    else if (inside_ == nullptr) inside_ = &inside_of(last_);
    if (is_one_of(token.front(), kClosers)) close(token);
    if (const char closer = closing_bracket(token.back()); closer != '\0') {
      open_.push_back({closer, token.size() == 1, around, last_, finds_partner(closer)});
      ++open_count_[static_cast<unsigned char>(closer)];
    }
  }

  /// Does the bracket that was just read close soon? Looks only at characters.
  bool finds_partner(char closer) const {
    std::uint32_t depth = 1;
    for (const char c : text_.substr(at_, kMaxBytesToPartner)) {
      if (closing_bracket(c) == closer) ++depth;
      if (c == closer && --depth == 0) return true;
    }
    return false;
  }

  void close(std::string_view token) {
    if (open_count_[static_cast<unsigned char>(token.front())] == 0) return;
    Open open;
    do {
      open = open_.back();
      open_.pop_back();
      --open_count_[static_cast<unsigned char>(open.closer)];
    } while (open.closer != token.front());
    if (token.size() == 1 && open.inside != nullptr) {
      inside_ = open.inside;
      led_back_ = true;
    }
  }

  const Grammar& grammar_;
  const LoweredGrammar& lowered_;
  TerminalSets sets_;
  BracketPlaces places_;
  std::string_view text_;
  TerminalSet nothing_, skips_, immediate_;
  TerminalSet plain_;         ///< may come anywhere
  TerminalSet tails_;         ///< begin with a closing bracket and have more text
  TerminalSet endless_;       ///< may go on to the end of the text
  TerminalSet leads_inside_;  ///< only immediate tokens may follow
  TerminalSet parts_;         ///< parts of something that has an inside
  std::map<SymbolId, TerminalSet> following_, inside_of_;
  std::vector<RoughToken> tokens_;
  std::vector<Open> open_;
  std::array<std::uint32_t, 256> open_count_{};  ///< by closer
  std::vector<Ending> scratch_;
  ScanMemory memory_;
  const TerminalSet* inside_ = nullptr;  ///< the tokens to read inside something; null: not inside
  bool led_back_ = false;                ///< the last bracket led back inside
  SymbolId last_ = kNoSymbol;
  std::uint32_t at_ = 0, token_end_ = 0;
};

}  // namespace

std::vector<RoughToken> tokenize_by_context(const Grammar& grammar, const LoweredGrammar& lowered,
                                            std::string_view text) {
  return ContextTokens(grammar, lowered, text).read();
}

}  // namespace grabr
