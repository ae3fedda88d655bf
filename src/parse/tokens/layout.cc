// A filter between lexer automaton and parser, after CPython's tokenizer (Parser/lexer/lexer.c and
// "Lexical analysis" in the language reference). It handles line ends itself, so the grammar's
// white space must not contain them, and adds three tokens:
//
//   NEWLINE  the line end after a line that has a token, outside brackets; if the file's last line
//            has none, a NEWLINE without a text
//   INDENT   without a text, directly behind the NEWLINE before a deeper line
//   DEDENT   the same, one for each level that the next line leaves; at the end those still open
//
// Empty lines and comment-only lines are skipped text. So is the white space that indents a line;
// it belongs to the line's first token. INDENT and DEDENT take no bytes, so that a tree can lose
// them and its text be printed at another depth (tree/print_layout.cc).
//
// In the style `uneven`, a line may leave a level and still be deeper than the level around it:
// then an INDENT follows the DEDENT.
//
// Not done: CPython's tokens for comments and for lines without code, and its rejection of a file
// that ends within brackets, which is left to the parser. Tested by layout_test.cc.
#include <compare>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "parse/tokens/line_tokens.h"
#include "parse/tokens/tokenize.h"
#include "text/utf8.h"

namespace grabr {
namespace {

class LineReader : LineTokens {
 public:
  enum class Errors { kEnd, kAreTokens };

  LineReader(const Grammar& grammar, std::string_view text, Errors errors)
      : LineTokens(grammar, text), errors_(errors) {}

  /// Finds brackets without a partner, to ignore them: otherwise no line would end after one.
  void find_brackets_alone() {
    while (at_ < text_.size()) {
      const std::optional<Found> found = find_terminal();
      result_.stuck_at.reset();
      at_ = found ? found->span.end : at_ + 1;
      if (found) match_brackets(*found);
    }
    for (const Open& open : open_) alone_.insert(open.at);
    at_ = 0;
  }

  Tokens read() {
    while (!at_end()) {
      if (const std::uint32_t length = line_end_at(text_, at_)) {
        end_line(length);
      } else {
        read_terminal();
      }
    }
    if (result_.stuck_at) {
      result_.skipped_at_end = {skipped_from_, at_};
      return std::move(result_);
    }
    const Span rest{skipped_from_, at_};
    if (in_line_) add(layout_.newline, {rest.begin, rest.begin}, {rest.begin, rest.begin});
    while (levels_.size() > 1) leave_level();
    result_.skipped_at_end = rest;
    return std::move(result_);
  }

 private:
  void end_line(std::uint32_t length) {
    const Span span{at_, at_ + length};
    at_ = span.end;
    if (!in_line_ || depth_ > 0) return;
    add(layout_.newline, {skipped_from_, span.begin}, span);
    in_line_ = false;
  }

  void read_terminal() {
    std::optional<Found> found = find_terminal();
    if (!found && errors_ == Errors::kAreTokens) {
      result_.stuck_at.reset();
      const auto length = static_cast<std::uint32_t>(code_point_length(text_, at_));
      found = Found{kNoSymbol, {at_, at_ + length}, false};
    }
    if (!found) return;
    if (found->skipped) {
      at_ = found->span.end;
      return;
    }
    if (!in_line_ && !begin_line()) return;
    in_line_ = true;
    follow_brackets(*found);
    add(found->terminal, {skipped_from_, found->span.begin}, found->span);
    at_ = found->span.end;
  }

  struct Open {
    SymbolId opener;
    std::uint32_t at;
  };

  /// Brackets opened after the last open one of the closing kind have no partner.
  void match_brackets(const Found& found) {
    for (const auto& [opener, closer] : layout_.brackets) {
      if (found.terminal == opener) {
        open_.push_back({opener, found.span.begin});
        ++open_count_[opener];
      }
      if (found.terminal != closer || open_count_[opener] == 0) continue;
      while (true) {
        const Open last = open_.back();
        open_.pop_back();
        --open_count_[last.opener];
        if (last.opener == opener) break;
        alone_.insert(last.at);
      }
    }
  }

  void follow_brackets(const Found& found) {
    if (alone_.contains(found.span.begin)) return;
    for (const auto& [open, close] : layout_.brackets) {
      if (found.terminal == open) ++depth_;
      if (found.terminal == close && depth_ > 0) --depth_;
    }
  }

  /// Compares the indentation of a line with the open levels; returns false if it matches none.
  bool begin_line() {
    const Columns columns = columns_of_line();
    if (columns.deeper_than(levels_.back())) return open_level(columns);
    while (levels_.back().deeper_than(columns)) leave_level();
    if (columns == levels_.back()) return true;
    if (layout_.uneven && columns.deeper_than(levels_.back())) return open_level(columns);
    if (errors_ == Errors::kAreTokens) {
      while (!columns.deeper_than(levels_.back())) leave_level();
      return open_level(columns);
    }
    const Columns level = levels_.back();
    const bool mixed = (columns.wide <=> level.wide) != (columns.narrow <=> level.narrow);
    result_.stuck_at = at_;
    result_.stuck_reason =
        mixed ? "the indentation mixes tabs and spaces inconsistently" : kMatchesNoLine;
    return false;
  }

  bool open_level(Columns columns) {
    levels_.push_back(columns);
    add_empty(layout_.indent);
    return true;
  }

  void leave_level() {
    levels_.pop_back();
    add_empty(layout_.dedent);
  }

  Errors errors_;
  std::vector<Open> open_;                                // so far, in find_brackets_alone
  std::unordered_map<SymbolId, std::size_t> open_count_;  // by opener
  std::unordered_set<std::uint32_t> alone_;               // offsets of brackets without a partner
  std::vector<Columns> levels_{Columns()};
  std::uint32_t depth_ = 0;  // open brackets
  bool in_line_ = false;     // the logical line already has a token
};

}  // namespace

Tokens tokenize_lines(const Grammar& grammar, std::string_view text) {
  if (grammar.layout->offside) return tokenize_offside(grammar, text, false);
  return LineReader(grammar, text, LineReader::Errors::kEnd).read();
}

std::vector<Token> tokenize_lines_roughly(const Grammar& grammar, std::string_view text) {
  if (grammar.layout->offside) return tokenize_offside(grammar, text, true).tokens;
  LineReader reader(grammar, text, LineReader::Errors::kAreTokens);
  reader.find_brackets_alone();
  return reader.read().tokens;
}

}  // namespace grabr
