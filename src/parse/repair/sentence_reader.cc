#include "parse/repair/sentence_reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "grammar/lex/lexer.h"
#include "grammar/model/line_ends.h"
#include "parse/earley/reading.h"
#include "parse/tokens/context_lexer.h"
#include "parse/tokens/tokens.h"

namespace grabr {

SentenceReader::SentenceReader(const RoughText& text, Span range, Chart chart)
    : grammar_(text.parser.grammar()),
      automatic_(grammar_.automatic),
      text_(text.text),
      punctuation_(text.punctuation),
      tokens_(text.tokens),
      range_(range),
      chart_(std::move(chart)),
      opened_(range.size()),
      next_(range.begin) {
  for (std::uint32_t at = range.begin; automatic_ && at < range.end; ++at) {
    if (tokens_[at].after_line_end) behind_line_end_.push_back(at);
  }
}

bool SentenceReader::read_next() {
  if (is_left_out(next_)) {
    ++next_;
    return true;
  }
  const SentenceToken token{tokens_[next_].terminal, next_, false};
  const bool line_end = behind_line_end();
  const bool is_read =
      (ends_line_before(token.terminal, line_end) && read_behind_automatic(token)) ||
      read_fitting(token) ||
      (may_end_before(token.terminal, line_end) && read_behind_automatic(token));
  if (is_read) ++next_;
  return is_read;
}

/// A level that was not begun does not end either.
bool SentenceReader::is_left_out(std::uint32_t at) const {
  const RoughToken& token = tokens_[at];
  if (token.left_out) return true;
  return grammar_.layout && token.terminal == grammar_.layout->dedent &&
         token.partner != kNoPartner && token.partner >= range_.begin &&
         !opened_[token.partner - range_.begin];
}

/// Is there a line end between the last token read and the next one, including left-out text
/// between them?
bool SentenceReader::behind_line_end() const {
  std::uint32_t from = range_.begin;
  if (!read_.empty()) from = read_.back().token.at + (read_.back().token.added ? 0 : 1);
  const auto found = std::ranges::lower_bound(behind_line_end_, std::min(from, next_));
  return found != behind_line_end_.end() && *found <= next_;
}

/// Reads it as it is, or as another terminal.
bool SentenceReader::read_fitting(const SentenceToken& token) {
  if (read(token)) return true;
  if (token.added || grammar_.lexing != Lexing::kContextual) return false;
  return std::ranges::any_of(terminals_at(token.at), [&](LoweredId terminal) {
    return terminal != token.terminal && read({terminal, token.at, false});
  });
}

/// Contextual lexing: other terminals that match the same text, apart from white space around it.
std::vector<LoweredId> SentenceReader::terminals_at(std::uint32_t at) const {
  std::vector<LoweredId> terminals;
  if (tokens_[at].terminal == kNoTerminal) return terminals;
  terminals.push_back(tokens_[at].terminal);
  if (grammar_.lexing != Lexing::kContextual) return terminals;
  constexpr std::string_view kWhite = " \t\r\n";
  const Span span = tokens_[at].text;
  const std::string_view text = text_.substr(span.begin, span.size());
  add_others(text, terminals);
  const std::size_t from = text.find_first_not_of(kWhite);
  if (from == text.npos) return terminals;
  const std::string_view bare = text.substr(from, text.find_last_not_of(kWhite) + 1 - from);
  if (bare.size() < text.size()) add_others(bare, terminals);
  return terminals;
}

/// Adds the terminals that match the whole text.
void SentenceReader::add_others(std::string_view text, std::vector<LoweredId>& terminals) const {
  std::vector<Ending> endings;
  grammar_.lexer->endings(text, 0, nullptr, endings);
  for (const Ending& ending : endings) {
    if (ending.length != text.size()) continue;
    for (const SymbolId terminal : grammar_.lexer->accepted(ending.accepts)) {
      if (grammar_.symbols[terminal].kind == SymbolKind::kSkip) continue;
      if (std::ranges::find(terminals, terminal) == terminals.end()) terminals.push_back(terminal);
    }
  }
}

bool SentenceReader::behind_automatic() const {
  return automatic_ && !read_.empty() && read_.back().token.terminal == automatic_->token;
}

bool SentenceReader::add(LoweredId terminal) {
  if (automatic_ && terminal == automatic_->token && (read_.empty() || behind_automatic())) {
    return false;
  }
  const SentenceToken token{terminal, next_, true};
  return read(token) || (may_end_before(terminal, false) && read_behind_automatic(token));
}

bool SentenceReader::complete() {
  if (chart_.complete()) return true;
  if (!read_automatic()) return false;
  if (chart_.complete()) return true;
  back_to(count() - 1);
  return false;
}

/// Does an automatic token come before this terminal wherever it may?
bool SentenceReader::ends_line_before(LoweredId terminal, bool line_end) const {
  if (!automatic_ || !line_end || read_.empty()) return false;
  return ends_line_between(*automatic_, read_.back().token.terminal, terminal);
}

/// May an automatic token come where the terminal itself may not?
bool SentenceReader::may_end_before(LoweredId terminal, bool line_end) const {
  return automatic_ && (line_end || is_among(automatic_->before, terminal));
}

bool SentenceReader::read_automatic() {
  if (!automatic_ || read_.empty() || behind_automatic()) return false;
  return read({automatic_->token, next_, true, true});
}

bool SentenceReader::read_behind_automatic(const SentenceToken& token) {
  if (!read_automatic()) return false;
  if (read_fitting(token)) return true;
  back_to(count() - 1);
  return false;
}

bool SentenceReader::read(SentenceToken token) {
  if (token.terminal == kNoTerminal) return false;
  ++pushes_;
  if (!chart_.push(token.terminal)) return false;
  Read read{token, open_, kNone};
  if (punctuation_.closer_of(token.terminal) != kNoTerminal) {
    open_ = count();
    note_opener(token, true);
  } else if (open_ != kNone && closer() == token.terminal) {
    read.opener = open_;
    open_ = read_[open_].outer;
  }
  read_.push_back(read);
  return true;
}

void SentenceReader::back_to(std::uint32_t keep) {
  if (keep == count()) return;
  open_ = read_[keep].outer;
  for (std::uint32_t i = keep; i < count(); ++i) note_opener(read_[i].token, false);
  read_.resize(keep);
  chart_.pop_to(keep);
}

void SentenceReader::note_opener(const SentenceToken& token, bool read) {
  if (!token.added) opened_[token.at - range_.begin] = read;
}

bool SentenceReader::closes_level(std::uint32_t at) const {
  const std::uint32_t partner = tokens_[at].partner;
  return partner != kNoPartner && partner < at && partner >= range_.begin &&
         opened_[partner - range_.begin];
}

std::optional<Resplit> SentenceReader::find_resplit(std::uint32_t keep, bool closed) {
  if (grammar_.lexing != Lexing::kContextual || grammar_.layout || at_end()) return std::nullopt;
  const std::uint32_t here = next_;
  const std::vector<Read> taken(read_.begin() + keep, read_.end());
  back_to(keep);
  if (!taken.empty()) go_to(taken[0].token.at);
  Resplit resplit;
  if (!closed || (open_ != kNone && add(closer()))) {
    resplit = resplit_here(tokens_[here].text.begin);
  }
  back_to(keep);
  for (const Read& again : taken) read(again.token);
  go_to(here);
  if (resplit.range.size() == 0) return std::nullopt;
  return resplit;
}

/// Reads until both splits end a token at the same place: as far as can be read, or up to equal
/// tokens. Nothing if there are few tokens beyond that offset. Keeps its tokens.
Resplit SentenceReader::resplit_here(std::uint32_t beyond) {
  constexpr std::uint32_t kMinProvenTokens = 6, kMaxSameTokens = 24, kMaxTokensSplit = 2000;
  ContextLexer lexer(grammar_, text_);
  if (!read_.empty() || next_ > 0) {
    const std::uint32_t end = next_ > 0 ? tokens_[next_ - 1].text.end : 0;
    lexer.take({read_.empty() ? kNoSymbol : read_.back().token.terminal, {}, {end, end}});
  }
  std::vector<Token> tokens;
  std::size_t aligned = 0, proven = 0, proof = 0, same = 0;
  std::uint32_t at = next_;  // rough tokens before this one end before the last token read
  std::uint32_t end = next_;
  while (tokens.size() < kMaxTokensSplit && same < kMaxSameTokens) {
    const TerminalSet terminals = terminals_ahead(chart());
    ViableTerminals viable = lexer.viable(terminals);
    const auto allowed = [&](SymbolId terminal) {
      return terminal == kNoSymbol ? chart_.complete() : terminals.contains(terminal);
    };
    const std::optional<Token> token = lexer.next(viable, allowed);
    if (!token && lexer.at_end() && chart_.complete()) proven = kMinProvenTokens;
    if (!token || !read({token->terminal, next_, true})) break;
    lexer.take(*token);
    if (automatic_ && token->terminal == automatic_->token) continue;
    tokens.push_back(*token);
    if (token->text.end > beyond) ++proof;
    while (at + 1 < range_.end && tokens_[at].text.end < token->text.end) ++at;
    same = tokens_[at].text == token->text ? same + 1 : 0;
    if (tokens_[at].text.end != token->text.end) continue;
    end = at + 1;
    aligned = tokens.size();
    proven = proof;
  }
  if (proven < kMinProvenTokens) return {};
  tokens.resize(aligned);
  return {{next_, end}, std::move(tokens)};
}

namespace {

Span span_of(const RoughText& text, std::uint32_t at) {
  const auto size = static_cast<std::uint32_t>(text.text.size());
  return at < text.tokens.size() ? text.tokens[at].text : Span{size, size};
}

ParseFailure failure_of_tokens(const RoughText& text, SentenceReader& reader) {
  Tokens tokens;
  tokens.tokens.reserve(reader.count() + std::size_t{1});
  for (const SentenceReader::Read& read : reader.from(0)) {
    const Span span = span_of(text, read.token.at);
    const Span nothing{span.begin, span.begin};
    tokens.tokens.push_back({read.token.terminal, {}, read.token.added ? nothing : span});
  }
  if (!reader.at_end()) {
    const std::uint32_t next = reader.next();
    tokens.tokens.push_back({text.tokens[next].terminal, {}, span_of(text, next)});
  }
  const auto size = static_cast<std::uint32_t>(text.text.size());
  tokens.skipped_at_end = {size, size};
  return find_failure(text.parser.grammar(), reader.chart(), text.text, tokens);
}

/// Offsets in the chart count the bytes it has read.
ParseFailure failure_of_bytes(const RoughText& text, SentenceReader& reader) {
  std::string bytes;
  const LoweredId first = text.parser.lowered().first_byte;
  const auto append = [&](LoweredId byte) { bytes += static_cast<char>(byte - first); };
  for (const SentenceReader::Read& read : reader.from(0)) append(read.token.terminal);
  if (!reader.at_end()) append(text.tokens[reader.next()].terminal);
  ParseFailure failure = find_failure(text.parser.grammar(), reader.chart(), bytes, {});
  const auto place = [&](std::uint32_t& offset) {
    offset = span_of(text, offset < reader.count() ? reader[offset].token.at : reader.next()).begin;
  };
  for (ParseFailure::Open& open : failure.open) place(open.begin);
  for (std::uint32_t& bracket : failure.unclosed) place(bracket);
  return failure;
}

ParseFailure::Reason reason_of(const RoughText& text, SentenceReader& reader) {
  if (reader.chart().out_of_memory()) return ParseFailure::Reason::kMemory;
  if (reader.at_end()) return ParseFailure::Reason::kEnd;
  return text.tokens[reader.next()].terminal == kNoTerminal ? ParseFailure::Reason::kNoToken
                                                            : ParseFailure::Reason::kUnexpected;
}

}  // namespace

ParseFailure explain_stop(const RoughText& text, SentenceReader& reader) {
  const bool classic = text.parser.grammar().notation == Notation::kClassic;
  ParseFailure failure = classic ? failure_of_bytes(text, reader) : failure_of_tokens(text, reader);
  failure.span = span_of(text, reader.next());
  failure.reason = reason_of(text, reader);
  return failure;
}

}  // namespace grabr
