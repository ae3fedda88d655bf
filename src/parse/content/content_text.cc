// Tested by tests/parse/content_test.cc.
#include "parse/content/content_text.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/opener.h"

namespace grabr {
namespace {

constexpr std::string_view kBlanks = " \t";

/// Length of the longest match at the beginning; nothing if there is no match.
std::optional<std::size_t> opening_length(const std::string& expression, std::string_view text) {
  if (expression.empty()) return 0;
  const std::size_t length = table_of(expression).longest(text, 0).length;
  return length == 0 ? std::nullopt : std::optional<std::size_t>(length);
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// Calls back with each line, without its line end, and whether it has one.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    visit(text.substr(at, end - at), end < text.size());
    at = end + 1;
  }
}

/// The longest common indentation of all lines that are not blank.
std::string common_indentation(std::string_view text) {
  std::optional<std::string_view> common;
  for_each_line(text, [&](std::string_view line, bool) {
    if (is_blank(line)) return;
    const std::string_view own = line.substr(0, line.find_first_not_of(kBlanks));
    if (!common) common = own;
    const auto differ = std::ranges::mismatch(*common, own);
    common = common->substr(0, static_cast<std::size_t>(differ.in1 - common->begin()));
  });
  return std::string(common.value_or(""));
}

std::optional<std::string> without_indentation(std::string_view text, std::string_view by) {
  std::string result;
  bool fits = true;
  for_each_line(text, [&](std::string_view line, bool line_end) {
    if (line.starts_with(by)) result += line.substr(by.size());
    else if (is_blank(line))
      result += line.substr(std::min(line.find_first_not_of(kBlanks), line.size()));
    else fits = false;
    if (line_end) result += '\n';
  });
  return fits ? std::optional<std::string>(std::move(result)) : std::nullopt;
}

std::string with_indentation(std::string_view text, std::string_view by) {
  std::string result;
  for_each_line(text, [&](std::string_view line, bool line_end) {
    if (!is_blank(line)) result += by;
    result += line;
    if (line_end) result += '\n';
  });
  return result;
}

}  // namespace

std::optional<ContentText> ContentText::read(const Content& content, std::string_view whole) {
  ContentText result;
  result.escapes_ = content.escapes;
  std::size_t begin = 0, end = whole.size();
  bool fits = content.between.empty();
  for (const Content::Frame& frame : content.between) {
    const std::optional<std::size_t> open = opening_length(frame.open, whole);
    if (!open) continue;
    const std::size_t close = frame.close.empty() ? whole.size() : whole.rfind(frame.close);
    if (close == std::string_view::npos || close < *open) continue;
    begin = *open;
    end = close;
    result.close_ = frame.close;
    fits = true;
    break;
  }
  if (!fits) return std::nullopt;
  result.before_ = whole.substr(0, begin);
  result.after_ = whole.substr(end);
  const std::string_view raw = whole.substr(begin, end - begin);
  if (content.indented) result.indentation_ = common_indentation(raw);
  std::optional<std::string> text = result.undone(raw, &result.spelled_);
  if (!text) return std::nullopt;
  result.text_ = *std::move(text);
  return result;
}

std::optional<std::string> ContentText::undone(std::string_view raw, Spellings* spelled) const {
  if (indentation_.empty()) return undo_escapes(escapes_, raw, close_, spelled);
  const auto lines = without_indentation(raw, indentation_);
  return lines ? undo_escapes(escapes_, *lines, close_, spelled) : std::nullopt;
}

std::string ContentText::written(std::string_view content, const Spellings& spelled) const {
  std::string text = redo_escapes(escapes_, content, close_, spelled);
  return indentation_.empty() ? text : with_indentation(text, indentation_);
}

std::optional<std::string> ContentText::with(std::string_view content) const {
  for (const Spellings& spelled : {spelled_, Spellings()}) {
    const std::string raw = written(content, spelled);
    if (undone(raw, nullptr) == content) return before_ + raw + after_;
    if (escapes_ == Escapes::kNone) break;
  }
  return std::nullopt;
}

}  // namespace grabr
