// A filter between lexer automaton and parser, after the scanner of Scala 3 ("Optional Braces" in
// its reference, dotty's Scanners.scala). A line may have any indentation; the words around it
// decide what that means:
//
//   INDENT   without a text, before a line that is deeper than its level, if the token before it is
//            one of `indent_after`; or one of `indent_after_outside`, if it is outside brackets and
//            blocks and the line's
//            first token may begin a statement but is no bracket. Then the line begins a level,
//            else it continues the line before.
//   DEDENT   the same, for each level that a line leaves, that a closing bracket or a comma ends,
//            and that is open at the end
//   NEWLINE  a line end between a token of `newline_after` and one of `newline_before`, in a block
//            or where the line is not deeper than its level; never directly in brackets
//
// Line ends that are not tokens are skipped text, and so is all indentation. Tested by
// layout_test.cc.
#include <algorithm>
#include <optional>
#include <vector>

#include "parse/tokens/line_tokens.h"
#include "text/utf8.h"

namespace grabr {
namespace {

class OffsideReader : LineTokens {
 public:
  OffsideReader(const Grammar& grammar, std::string_view text, bool roughly)
      : LineTokens(grammar, text), roughly_(roughly) {}

  Tokens read() {
    while (!at_end()) {
      if (const std::uint32_t length = line_end_at(text_, at_)) {
        if (!line_end_ && !result_.tokens.empty()) line_end_ = Span{at_, at_ + length};
        at_ += length;
      } else {
        read_terminal();
      }
    }
    if (!result_.stuck_at) {
      leave_levels();
      while (!regions_.empty()) {
        regions_.pop_back();
        leave_levels();
      }
    }
    result_.skipped_at_end = {skipped_from_, at_};
    return std::move(result_);
  }

 private:
  enum class Region : std::uint8_t { kLevel, kBlock, kBracket };
  struct Open {
    Region region;
    Columns columns;  ///< kLevel
  };

  void read_terminal() {
    std::optional<Found> found = find_terminal();
    if (!found && roughly_) {
      result_.stuck_at.reset();
      const auto length = static_cast<std::uint32_t>(code_point_length(text_, at_));
      found = Found{kNoSymbol, {at_, at_ + length}, false};
    }
    if (!found) return;
    if (!found->skipped) {
      if (line_end_) begin_line(found->terminal);
      line_end_.reset();
      if (found->terminal != kNoSymbol) follow_brackets(found->terminal);
      add(found->terminal, {skipped_from_, found->span.begin}, found->span);
    }
    at_ = found->span.end;
  }

  SymbolId last() const {
    return result_.tokens.empty() ? kNoSymbol : result_.tokens.back().terminal;
  }

  bool is_innermost(Region region) const {
    return !regions_.empty() && regions_.back().region == region;
  }

  bool is_around_levels(Region region) const {
    const auto found = std::find_if(regions_.rbegin(), regions_.rend(),
                                    [](const Open& open) { return open.region != Region::kLevel; });
    return found != regions_.rend() && found->region == region;
  }

  /// The columns of the innermost level, even of one around brackets.
  Columns level() const {
    const auto found = std::find_if(regions_.rbegin(), regions_.rend(),
                                    [](const Open& open) { return open.region == Region::kLevel; });
    return found == regions_.rend() ? Columns() : found->columns;
  }

  static bool is_one_of(SymbolId symbol, const std::vector<SymbolId>& symbols) {
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  }

  void begin_line(SymbolId terminal) {
    const Columns columns = columns_of_line();
    const bool deeper = columns.deeper_than(level());
    if (deeper && opens_level(terminal)) {
      add_empty(layout_.indent);
      regions_.push_back({Region::kLevel, columns});
      return;
    }
    const bool leaves = level().deeper_than(columns);
    while (is_innermost(Region::kLevel) && regions_.back().columns.deeper_than(columns)) {
      leave_level();
    }
    if (is_innermost(Region::kBracket)) return;
    if (deeper && !leaves && !is_innermost(Region::kBlock)) return;
    if (is_one_of(last(), layout_.newline_after) && is_one_of(terminal, layout_.newline_before)) {
      add(layout_.newline, {skipped_from_, line_end_->begin}, *line_end_);
    }
  }

  bool opens_level(SymbolId terminal) const {
    if (closes(terminal, layout_.brackets) || closes(terminal, layout_.blocks)) return false;
    if (is_one_of(last(), layout_.indent_after)) return true;
    return !is_innermost(Region::kBlock) && !is_innermost(Region::kBracket) && !opens(terminal) &&
           is_one_of(last(), layout_.indent_after_outside) &&
           is_one_of(terminal, layout_.newline_before);
  }

  static bool closes(SymbolId terminal, const std::vector<std::pair<SymbolId, SymbolId>>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(),
                       [&](const auto& pair) { return pair.second == terminal; });
  }

  bool opens(SymbolId terminal) const {
    return std::any_of(layout_.brackets.begin(), layout_.brackets.end(),
                       [&](const auto& pair) { return pair.first == terminal; });
  }

  void leave_level() {
    regions_.pop_back();
    add_empty(layout_.dedent);
  }

  void leave_levels() {
    while (is_innermost(Region::kLevel)) leave_level();
  }

  /// A comma between brackets, or the closing bracket, ends the levels inside them.
  void follow_brackets(SymbolId terminal) {
    const Symbol& symbol = grammar_.symbols[terminal];
    const bool comma = symbol.kind == SymbolKind::kLiteral && symbol.text == ",";
    if (comma && is_around_levels(Region::kBracket)) leave_levels();
    follow(terminal, layout_.brackets, Region::kBracket);
    follow(terminal, layout_.blocks, Region::kBlock);
  }

  void follow(SymbolId terminal, const std::vector<std::pair<SymbolId, SymbolId>>& pairs,
              Region region) {
    for (const auto& [open, close] : pairs) {
      if (terminal == open) regions_.push_back({region, {}});
      if (terminal != close || !is_around_levels(region)) continue;
      leave_levels();
      regions_.pop_back();
    }
  }

  bool roughly_;  // text that matches no terminal becomes a token
  std::vector<Open> regions_;
  std::optional<Span> line_end_;  // the first one since the last token
};

}  // namespace

Tokens tokenize_offside(const Grammar& grammar, std::string_view text, bool roughly) {
  return OffsideReader(grammar, text, roughly).read();
}

}  // namespace grabr
