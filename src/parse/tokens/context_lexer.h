// Reads tokens one by one, each the longest among those that can follow the text read so far. Where
// only immediate tokens can (inside a string), nothing is skipped: `//` begins no comment there.
//
// If the grammar has an automatic token (such as JavaScript's semicolon), it is read, with an empty
// text and directly after the previous token, by the following rules. A line end is ahead if the
// skipped text before the next token contains one, even inside a comment, or if the input ends.
//   1. After one of `always_after` with a line end ahead, whether or not the rules allow it; at the
//      end of the input only if they do.
//   2. If the rules allow it and a line end is ahead: after one of `restricted_after`, and before
//      one of `restricted_before`.
//   3. If the rules allow it, and neither an allowed token nor an allowed end of the input comes
//      next, but a line end is ahead or one of `before` comes next.
// It is never read twice at one place. (ECMAScript 2024, 12.10; The Go Programming Language
// Specification, "Semicolons".)
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/lex/lexer.h"
#include "parse/tokens/tokens.h"

namespace grabr {

/// The terminals that may come next, as far as known; shared by all places with the same set.
struct ViableTerminals {
  TerminalSet all;               ///< without skips
  bool has_immediate = false;    ///< some of them must directly follow the previous token
  WantedTerminals first, later;  ///< with skips; `later`: after skipped text
  /// The same without terminals that turned out to be impossible at some place.
  std::map<std::vector<SymbolId>, std::unique_ptr<ViableTerminals>> without;
};

class ContextLexer {
 public:
  ContextLexer(const Grammar& grammar, std::string_view text);

  ViableTerminals viable(TerminalSet terminals) const;

  /// The next token, without consuming it. allowed(terminal) decides whether one of `viable` may
  /// really come; kNoSymbol is the end of the input. Nothing if none matches.
  template <class Allowed>
  std::optional<Token> next(ViableTerminals& viable, const Allowed& allowed);
  /// The token here, whether or not it is allowed, for messages. Never the inside of something,
  /// such as the text of a string, because nearly any text matches that.
  std::optional<Token> peek_any();
  void take(const Token& token);

  /// Where the next token's skipped text begins.
  std::uint32_t at() const { return at_; }
  /// Is only skipped text left?
  bool at_end();
  /// Where the next token would begin.
  std::uint32_t next_begin();

 private:
  /// The skipped text between the previous token and the next.
  struct Gap {
    bool at_end = false;
    bool line_end = false;  ///< or the end of the input
  };

  std::optional<Token> peek(ViableTerminals& viable, std::uint32_t* undecided = nullptr);
  bool may_begin_with_skipped(ViableTerminals& viable);
  template <class Allowed>
  bool may_skip(const TerminalSet& viable, const Allowed& allowed) const;
  std::optional<Token> peek_immediate(const TerminalSet& viable);
  ViableTerminals& leave_out(ViableTerminals& viable, const std::vector<SymbolId>& terminals);
  std::optional<Token> peek(const TerminalSet& viable);
  template <class Allowed>
  std::optional<Token> find(ViableTerminals& viable, const Allowed& allowed);
  Token token(SymbolId terminal, std::uint32_t begin, std::uint32_t length) const {
    return {terminal, {at_, begin}, {begin, begin + length}};
  }
  std::uint32_t scan_from() const { return std::max(at_, mark_); }
  Gap find_gap();
  Token automatic() const { return {automatic_->token, {at_, at_}, {at_, at_}}; }

  const Grammar& grammar_;
  const AutomaticToken* automatic_;  // null: there is none
  std::string_view text_;
  std::uint32_t mark_;  // length of a skipped byte order mark
  TerminalSet immediate_, all_;
  WantedTerminals skips_;
  std::vector<bool> skip_;  // by symbol
  TerminalSet before_, restricted_after_, restricted_before_, always_after_;
  std::uint32_t at_ = 0;
  SymbolId previous_ = kNoSymbol;
  ScanMemory memory_;
  std::vector<Ending> scratch_;
};

/// Can something follow skipped text? An immediate token cannot.
template <class Allowed>
bool ContextLexer::may_skip(const TerminalSet& viable, const Allowed& allowed) const {
  const auto is_possible = [&](SymbolId s) { return !immediate_.contains(s) && allowed(s); };
  return viable.any_of(is_possible) || allowed(kNoSymbol);
}

/// Drops terminals that turn out to be impossible and matches again. Terminals that would read far,
/// such as the rest of a template after each `}`, are checked at once.
template <class Allowed>
std::optional<Token> ContextLexer::find(ViableTerminals& given, const Allowed& allowed) {
  if (given.has_immediate && may_begin_with_skipped(given) && !may_skip(given.all, allowed)) {
    TerminalSet left = given.all;
    std::optional<Token> inside = peek_immediate(left);
    while (inside && !allowed(inside->terminal)) {
      left.erase(inside->terminal);
      inside = peek_immediate(left);
    }
    return inside;
  }
  ViableTerminals* viable = &given;
  std::uint32_t undecided = Lexer::kDecided;
  std::optional<Token> token = peek(*viable, &undecided);
  if (undecided != Lexer::kDecided) {
    std::vector<SymbolId> impossible;
    for (SymbolId s = 0; s < grammar_.symbols.size(); ++s) {
      if (!viable->all.contains(s) || !grammar_.lexer->lives(undecided, s)) continue;
      if (!allowed(s)) impossible.push_back(s);
    }
    if (!impossible.empty()) viable = &leave_out(*viable, impossible);
    token = peek(*viable);
  }
  if (!token || allowed(token->terminal)) return token;
  TerminalSet left = viable->all;
  while (token && !allowed(token->terminal)) {
    left.erase(token->terminal);
    token = peek(left);
  }
  return token;
}

template <class Allowed>
std::optional<Token> ContextLexer::next(ViableTerminals& viable, const Allowed& allowed) {
  const bool may_insert = automatic_ != nullptr && previous_ != automatic_->token;
  if (may_insert) {
    const bool always = always_after_.contains(previous_);
    if (always || restricted_after_.contains(previous_)) {
      const Gap gap = find_gap();
      if (always && gap.line_end && !gap.at_end) return automatic();
      if (gap.line_end && allowed(automatic_->token)) return automatic();
    }
  }
  std::optional<Token> token = find(viable, allowed);
  if (!may_insert || (token && !restricted_before_.contains(token->terminal))) return token;
  const Gap gap = find_gap();
  if (!token && gap.at_end && allowed(kNoSymbol)) return token;
  if (!gap.line_end && (token || !peek(before_))) return token;
  return allowed(automatic_->token) ? automatic() : token;
}

}  // namespace grabr
