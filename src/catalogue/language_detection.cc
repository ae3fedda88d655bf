#include "catalogue/language_detection.h"

#include <algorithm>

#include "grammar/lex/opener.h"
#include "text/ascii.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxBytesRead = 1 << 16;  // of a text, in bytes
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kModeLines = 5;  // lines at either end, as in Vim
constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

/// Removes and returns the first line.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Removes and returns the first word.
std::string_view next_word(std::string_view& line) {
  line = trimmed(line);
  const std::size_t end = std::min(line.find_first_of(kWhiteSpace), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// `-*- C++ -*-`, `-*- mode: C++; fill-column: 80 -*-`
std::string emacs_mode(std::string_view line) {
  constexpr std::string_view kMark = "-*-";
  const std::size_t begin = line.find(kMark);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = line.find(kMark, begin + kMark.size());
  if (end == std::string_view::npos) return {};
  const std::string words =
      lower_case(line.substr(begin + kMark.size(), end - begin - kMark.size()));
  const std::size_t key = words.find("mode:");
  if (key == std::string::npos) {
    return words.find(':') == std::string::npos ? std::string(trimmed(words)) : "";
  }
  const std::string_view value = std::string_view(words).substr(key + 5);
  return std::string(trimmed(value.substr(0, value.find(';'))));
}

/// `vim: ft=cpp`, `vim: set filetype=cpp :`
std::string vim_mode(std::string_view line) {
  const std::size_t mark = line.find("vim:");
  if (mark == std::string_view::npos) return {};
  for (const std::string_view key : {"ft=", "filetype="}) {
    const std::size_t at = line.find(key, mark);
    if (at == std::string_view::npos) continue;
    const std::string_view value = line.substr(at + key.size());
    return lower_case(value.substr(0, value.find_first_of(" \t\r:")));
  }
  return {};
}

std::vector<std::string_view> last_lines(std::string_view text, std::size_t count) {
  std::vector<std::string_view> lines;
  text = text.substr(0, text.find_last_not_of(kWhiteSpace) + 1);
  while (!text.empty() && lines.size() < count) {
    const std::size_t before = text.rfind('\n');
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    lines.push_back(text.substr(begin));
    text = text.substr(0, begin == 0 ? 0 : begin - 1);
  }
  return lines;
}

}  // namespace

std::string interpreter_of(std::string_view text) {
  std::string_view line = next_line(text);
  if (!line.starts_with("#!")) return {};
  line.remove_prefix(2);
  std::string_view program = base_name(next_word(line));
  if (program != "env") return std::string(program);
  do {  // skip env's options and variable assignments
    program = next_word(line);
  } while (program.starts_with("-") || program.find('=') != std::string_view::npos);
  return std::string(base_name(program));
}

std::string without_version(std::string program) {
  const std::size_t end = program.find_last_not_of("0123456789.") + 1;
  if (end == program.size() || end == 0) return program;
  program.resize(end);
  if (program.size() > 1 && program.back() == '-') program.pop_back();
  return program;
}

std::string mode_of(std::string_view text) {
  std::string_view rest = text;
  for (std::size_t i = 0; i < kModeLines && !rest.empty(); ++i) {
    const std::string_view line = next_line(rest);
    std::string mode = i < 2 ? emacs_mode(line) : "";
    if (mode.empty()) mode = vim_mode(line);
    if (!mode.empty()) return mode;
  }
  for (const std::string_view line : last_lines(text, kModeLines)) {
    std::string mode = vim_mode(line);
    if (!mode.empty()) return mode;
  }
  return {};
}

ScanTable table_of_any(const std::vector<std::string>& expressions) {
  std::string any;
  for (const std::string& expression : expressions) {
    any += (any.empty() ? "(" : "|(") + expression + ')';
  }
  return table_of(any);
}

std::size_t beginning_length(const ScanTable& expressions, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
  return expressions.longest(text.substr(0, kMaxBytesRead), 0).length;
}

MarkedLines count_marked_lines(const ScanTable& expressions, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  // Expressions may match the end of a line, which the last one may lack.
  const std::string lines = std::string(text.substr(0, kMaxBytesRead)) + '\n';
  MarkedLines found;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::string_view here = rest;
    const std::size_t begin = next_line(rest).find_first_not_of(kWhiteSpace);
    if (begin == std::string_view::npos) continue;
    ++found.lines;
    found.marked += expressions.longest(here, begin).length > 0 ? 1 : 0;
  }
  return found;
}

}  // namespace grabr
