// Displays a problem under its line:
//
//   list.json:3:9: error: no such symbol <digt>
//      3 |   "<n>": "<digt>"
//        |           ^~~~~~
//   hint: did you mean <digit>?
//
// The caret line repeats every tab of the text above it, so that both lines align whatever the
// terminal's tab stops; wide and combining characters count as the columns they take. Bytes that
// would control the terminal, or are not UTF-8, are shown as U+FFFD. Of a long line only the part
// around the caret is shown, with "…" where it was cut.
#include "text/diagnostic.h"

#include <algorithm>
#include <cstddef>

#include "text/escape.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxBefore = 60;  // code points shown before the caret of a long line
constexpr std::size_t kMaxAfter = 40;   // code points shown from the caret on
constexpr std::size_t kMaxShown = 100;  // problems shown of one source
constexpr std::string_view kReplacement = "\uFFFD";
constexpr std::string_view kCut = "…";

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kNote: return "note";
  }
  return "error";
}

/// The display form of one code point of the line.
struct Cell {
  std::string_view shown;
  std::size_t width;
};

Cell cell_for(std::string_view code_point) {
  const char32_t value = code_point_value(code_point);
  if (value == '\t') return {code_point, 1};
  const bool broken = code_point.size() == 1 && value > 0x7F;
  if (steers_display(value) || broken) return {kReplacement, 1};
  return {code_point, display_width(value)};
}

/// The text and caret lines, built in parallel.
struct Excerpt {
  std::string text;
  std::string carets;
  bool first_mark = true;

  void add(Cell cell, bool marked) {
    text += cell.shown;
    if (marked) {
      carets.append(cell.width, '~');
      if (cell.width > 0) mark_first();
    } else if (cell.shown == "\t") {
      carets += '\t';
    } else {
      carets.append(cell.width, ' ');
    }
  }

  void mark_first() {
    if (!first_mark) return;
    carets[carets.find('~')] = '^';
    first_mark = false;
  }
};

/// Byte offset of code point number `count` in `line`.
std::size_t skip_code_points(std::string_view line, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < line.size(); --count) at += code_point_length(line, at);
  return at;
}

/// `caret` is the index of the marked code point, `end` the byte offset where the mark ends.
Excerpt excerpt(std::string_view line, std::size_t caret, std::size_t end) {
  Excerpt result;
  const std::size_t start = caret > kMaxBefore ? caret - kMaxBefore : 0;
  std::size_t at = skip_code_points(line, start);
  if (start > 0) result.add({kCut, 1}, false);
  for (std::size_t number = start; at < line.size(); ++number) {
    if (number >= caret + kMaxAfter) {
      result.text += kCut;
      break;
    }
    const std::size_t length = code_point_length(line, at);
    const bool marked = number == caret || (number > caret && at < end);
    result.add(cell_for(line.substr(at, length)), marked);
    at += length;
  }
  if (result.first_mark) result.carets += '^';
  result.carets.erase(result.carets.find_last_not_of(" \t") + 1);
  return result;
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

}  // namespace

bool has_errors(std::span<const Diagnostic> diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::kError; });
}

std::string render(const Diagnostic& diagnostic, const Source& source) {
  const Position place = source.position(diagnostic.span.begin);
  const std::string number = std::to_string(place.line);
  std::string out = shown_name(source.name()) + ':' + number + ':' + std::to_string(place.column) +
                    ": " + std::string(severity_name(diagnostic.severity)) + ": " +
                    diagnostic.message + '\n';

  const std::string_view line = source.line(place.line);
  const std::size_t line_begin =
      line.empty() ? 0 : static_cast<std::size_t>(line.data() - source.bytes().data());
  const std::size_t end = diagnostic.span.end > line_begin ? diagnostic.span.end - line_begin : 0;
  const Excerpt shown = excerpt(line, place.column - 1, std::min(end, line.size()));

  const std::string gutter = padded(number, 5);
  out += gutter + " | " + shown.text + '\n';
  out += std::string(gutter.size(), ' ') + " | " + shown.carets + '\n';
  for (const std::string& note : diagnostic.notes) out += "note: " + note + '\n';
  if (!diagnostic.hint.empty()) out += "hint: " + diagnostic.hint + '\n';
  return out;
}

std::string render(std::span<const Diagnostic> diagnostics, const Source& source) {
  std::vector<const Diagnostic*> order;
  for (const Diagnostic& diagnostic : diagnostics) order.push_back(&diagnostic);
  if (order.size() > kMaxShown) {
    std::ranges::stable_sort(order, {}, &Diagnostic::severity);
    order.resize(kMaxShown);
  }
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    if (a->span.begin != b->span.begin) return a->span.begin < b->span.begin;
    return a->severity < b->severity;
  });
  std::string out;
  for (const Diagnostic* diagnostic : order) out += render(*diagnostic, source);
  if (order.size() < diagnostics.size()) {
    out += shown_name(source.name()) + ": … and " +
           std::to_string(diagnostics.size() - order.size()) + " more\n";
  }
  return out;
}

}  // namespace grabr
