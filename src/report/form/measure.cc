#include "report/form/measure.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/tokens/tokenize.h"
#include "text/delta.h"
#include "text/hash.h"
#include "text/units.h"
#include "tree/print.h"

namespace grabr {
namespace {

bool lexer_tells(const Grammar& grammar) {
  return grammar.lexer != nullptr && grammar.lexing == Lexing::kPlain && !grammar.layout;
}

/// Nothing if some byte belongs to no terminal.
std::optional<std::size_t> count_lexed(std::string_view text, const Grammar& grammar) {
  if (grammar.lexer == nullptr) return std::nullopt;
  if (grammar.layout) return tokenize_lines_roughly(grammar, text).size();
  std::size_t tokens = 0;
  ScanMemory memory;
  for (std::size_t offset = skipped_mark(grammar, text); offset < text.size();) {
    const Match match = grammar.lexer->match(text, offset, &memory);
    if (match.length == 0) return std::nullopt;
    if (grammar.symbols[match.terminals.front()].kind != SymbolKind::kSkip) ++tokens;
    offset += match.length;
  }
  return tokens;
}

}  // namespace

std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

std::size_t count_text_tokens(std::string_view text, const Parser* parser) {
  if (parser != nullptr) {
    const Grammar& grammar = parser->grammar();
    if (!lexer_tells(grammar)) {
      const ParseResult result = parser->parse(text);
      const Tree* const tree = std::get_if<Tree>(&result);
      if (tree != nullptr) return count_tokens(*tree, tree->root());
    }
    if (const auto tokens = count_lexed(text, grammar)) return *tokens;
  }
  return split_units(text, Unit::kTokens).size();
}

Measure measure(std::string_view text, const Tree* tree, const Parser* parser) {
  Measure result;
  result.bytes = text.size();
  result.lines = count_lines(text);
  result.sha256 = sha256_hex(text);
  if (tree != nullptr) {
    result.tokens = count_tokens(*tree, tree->root());
    result.nodes = count_nodes(*tree, tree->root());
  } else {
    result.tokens = count_text_tokens(text, parser);
  }
  return result;
}

// A mark at every 64th token stores the number of tokens before it. In the next text, the common
// beginning is not lexed again up to the last mark that depends on nothing after it. Lexing ends
// when it meets a mark in the common end, because the same bytes from there on give the same
// tokens. Tested by tests/report/measure_test.cc against lexing the whole text.

namespace {

constexpr std::size_t kTokensBetween = 64;

}  // namespace

TokenCounter::TokenCounter(const Parser* parser)
    : parser_(parser),
      grammar_(parser != nullptr && lexer_tells(parser->grammar()) ? &parser->grammar() : nullptr) {
}

std::size_t TokenCounter::operator()(const SharedText& text) {
  if (text == last_) return count_;
  const auto tokens = grammar_ != nullptr ? count_again(text) : std::nullopt;
  count_ = tokens ? *tokens : count_text_tokens(text, parser_);
  last_ = text;
  return count_;
}

std::optional<std::size_t> TokenCounter::count_again(const SharedText& text) {
  auto marks = marks_of(text);
  marks_ = marks ? *std::move(marks) : std::vector<Mark>();
  if (marks_.empty()) return std::nullopt;
  return marks_.back().tokens;
}

/// Nothing if some byte belongs to no terminal.
std::optional<std::vector<TokenCounter::Mark>> TokenCounter::marks_of(std::string_view text) {
  const std::size_t before = common_prefix(last_, text);
  const std::size_t after =
      common_suffix(std::string_view(last_).substr(before), text.substr(before));
  const auto first_changed = std::partition_point(
      marks_.begin(), marks_.end(), [&](const Mark& mark) { return mark.reach <= before; });
  std::vector<Mark> marks(marks_.begin(), first_changed);
  const std::size_t skipped = skipped_mark(*grammar_, text);
  if (marks.empty() || marks.front().offset != skipped) marks = {{skipped, 0, skipped}};
  Mark now = marks.back();
  ScanMemory memory;
  memory.reach = now.reach;
  auto old = marks_.begin();
  while (now.offset < text.size()) {
    if (now.offset >= text.size() - after) {
      const std::size_t old_offset = now.offset + last_.size() - text.size();
      while (old != marks_.end() && old->offset < old_offset) ++old;
      if (old != marks_.end() && old->offset == old_offset) break;
    }
    const Match match = grammar_->lexer->match(text, now.offset, &memory);
    if (match.length == 0) return std::nullopt;
    const bool is_token = grammar_->symbols[match.terminals.front()].kind != SymbolKind::kSkip;
    bytes_lexed_ += match.length;
    now = {now.offset + match.length, now.tokens + (is_token ? 1 : 0), memory.reach};
    if (now.tokens >= marks.back().tokens + kTokensBetween) marks.push_back(now);
  }
  if (now.offset == text.size()) {
    if (marks.back().offset != now.offset) marks.push_back(now);
    return marks;
  }
  // The old marks after the meeting point may depend on more of the old text than is common.
  const Mark met = *old;
  for (++old; old != marks_.end(); ++old) {
    const bool whole = old->reach == ScanMemory::kWholeText;
    const std::size_t reach = whole ? old->reach : old->reach + text.size() - last_.size();
    marks.push_back({old->offset + text.size() - last_.size(),
                     old->tokens - met.tokens + now.tokens, std::max(now.reach, reach)});
  }
  return marks;
}

}  // namespace grabr
