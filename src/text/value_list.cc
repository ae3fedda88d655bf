#include "text/value_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "text/ascii.h"
#include "text/quoted.h"

namespace grabr {
namespace {

bool is_opener(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_closer(char c) { return c == ')' || c == ']' || c == '}'; }
bool is_separator(char c) { return c == ',' || c == ';'; }

Span span_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

class ListCutter {
 public:
  explicit ListCutter(std::string_view text) : text_(text), strings_(text) {}

  CutText cut() {
    find_inside();
    strings_ = QuotedStrings(text_);
    CutText cut;
    cut.before = span_of(0, begin_);
    cut.after = span_of(end_, text_.size());
    if (begin_ < end_) cut.pieces = pieces(separators());
    return cut;
  }

 private:
  std::string_view text_;
  QuotedStrings strings_;
  std::size_t begin_ = 0;  // of the elements
  std::size_t end_ = 0;

  void trim() {
    while (begin_ < end_ && is_space(text_[begin_])) ++begin_;
    while (end_ > begin_ && is_space(text_[end_ - 1])) --end_;
  }

  /// Finds [begin_, end_), the range of the elements.
  void find_inside() {
    end_ = text_.size();
    trim();
    if (begin_ == end_ || !is_opener(text_[begin_]) || group_end(begin_) != end_) return;
    ++begin_;
    --end_;
    trim();
  }

  /// An apostrophe within a word is not a quote.
  bool opens_string(std::size_t at) const {
    return is_quote(text_[at]) && !(text_[at] == '\'' && at > 0 && is_word(text_[at - 1]));
  }

  /// Where the bracket at `at` is closed, taking nested brackets into account.
  std::optional<std::size_t> group_end(std::size_t at) {
    for (std::size_t depth = 0; at < text_.size();) {
      if (is_opener(text_[at])) ++depth;
      if (is_closer(text_[at]) && --depth == 0) return at + 1;
      at = opens_string(at) ? strings_.end(at) : at + 1;
    }
    return std::nullopt;
  }

  /// End of the white space, bracketed group, string or character at `at`.
  std::size_t step(std::size_t at) {
    if (is_opener(text_[at])) return group_end(at).value_or(end_);
    if (opens_string(at)) return strings_.end(at);
    if (!is_space(text_[at])) return at + 1;
    while (is_space(text_[at])) ++at;  // elements end with something else
    return at;
  }

  /// Only white space, or else each `,` and `;` with the white space around it.
  std::vector<Span> separators() {
    std::vector<Span> blanks;
    std::vector<Span> marks;
    for (std::size_t at = begin_; at < end_;) {
      const std::size_t begin = at;
      at = step(at);
      if (is_space(text_[begin])) {
        const bool follows = !marks.empty() && marks.back().end == begin;
        if (follows) marks.back().end = static_cast<std::uint32_t>(at);
        else blanks.push_back(span_of(begin, at));
      } else if (is_separator(text_[begin])) {
        const bool follows = !blanks.empty() && blanks.back().end == begin;
        marks.push_back(span_of(follows ? blanks.back().begin : begin, at));
      }
    }
    return marks.empty() ? blanks : marks;
  }

  std::vector<CutText::Piece> pieces(const std::vector<Span>& separators) const {
    std::vector<CutText::Piece> pieces;
    Span glue = span_of(begin_, begin_);
    for (const Span separator : separators) {
      pieces.push_back({glue, span_of(glue.end, separator.begin)});
      glue = separator;
    }
    if (glue.end < end_ || pieces.empty()) pieces.push_back({glue, span_of(glue.end, end_)});
    else pieces.back().core.end = glue.end;
    return pieces;
  }
};

}  // namespace

CutText cut_value_list(std::string_view text) { return ListCutter(text).cut(); }

}  // namespace grabr
