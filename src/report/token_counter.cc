// Marks at every 64th token remember how many tokens were before. Of the next text, what it has in
// common with the last one at its begin is not lexed again up to the last mark that depends on
// nothing else; and lexing ends where it meets a mark in the part that both have in common at the
// end, for from the same place on the same bytes are the same tokens. Tested by
// tests/report/token_counter_test.cc against lexing the whole text.
#include "report/token_counter.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/lexer.h"
#include "report/measure.h"
#include "text/delta.h"

namespace grabr {
namespace {

constexpr std::size_t kTokensBetween = 64;

}  // namespace

std::size_t TokenCounter::operator()(const SharedText& text) {
  if (grammar_ != nullptr && grammar_->lexer != nullptr) {
    if (const auto tokens = count_lexed(text)) return *tokens;
  }
  return count_text_tokens(text, nullptr);
}

std::optional<std::size_t> TokenCounter::count_lexed(const SharedText& text) {
  auto marks = marks_of(text);
  marks_ = marks ? *std::move(marks) : std::vector<Mark>();
  last_ = marks_.empty() ? SharedText() : text;
  if (marks_.empty()) return std::nullopt;
  return marks_.back().tokens;
}

/// Nothing when some byte is not part of any terminal.
std::optional<std::vector<TokenCounter::Mark>> TokenCounter::marks_of(std::string_view text) {
  const std::size_t before = common_prefix(last_, text);
  const std::size_t after =
      common_suffix(std::string_view(last_).substr(before), text.substr(before));
  const auto first_changed = std::partition_point(
      marks_.begin(), marks_.end(), [&](const Mark& mark) { return mark.reach <= before; });
  std::vector<Mark> marks(marks_.begin(), first_changed);
  if (marks.empty()) marks.emplace_back();
  Mark now = marks.back();
  ScanMemory memory;
  memory.reach = now.reach;
  auto old = first_changed;
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
  // What one of these has read before where both meet is of the last text, and may say too much.
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
