#include "oracle/test/arguments.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/shell_word.h"

namespace grabr {
namespace {

constexpr std::string_view kMark = "@@";

bool is_extension_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The ".ext" (or ".tar.gz") at the start of `text`; empty if there is none.
std::string_view leading_extension(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] == '.') {
    std::size_t next = end + 1;
    while (next < text.size() && is_extension_character(text[next])) ++next;
    if (next == end + 1) break;
    end = next;
  }
  return text.substr(0, end);
}

std::string with_extension(const std::string& base_name, std::string_view extension) {
  const std::size_t dot = base_name.rfind('.');
  const bool has_extension = dot != std::string::npos && dot > 0;
  if (has_extension && base_name.ends_with(extension)) return base_name;
  return base_name.substr(0, has_extension ? dot : base_name.size()) + std::string(extension);
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Replaces the marks in one argument; false if there is none.
bool fill_marks(std::string& argument, const CandidatePlace& place, bool quoted,
                std::vector<std::string>& other_names) {
  std::string filled;
  std::string_view rest = argument;
  bool marked = false;
  for (std::size_t at; (at = rest.find(kMark)) != std::string_view::npos; marked = true) {
    filled += rest.substr(0, at);
    rest.remove_prefix(at + kMark.size());
    const std::string_view extension = leading_extension(rest);
    const std::string name = with_extension(place.base_name, extension);
    const std::string path = place.folder + '/' + name;
    filled += quoted ? shell_quoted(path) : path;
    rest.remove_prefix(extension.size());
    if (name != place.base_name && !contains(other_names, name)) other_names.push_back(name);
  }
  if (marked) argument = filled + std::string(rest);
  return marked;
}

}  // namespace

FilledArguments fill_arguments(std::span<const std::string> command, const CandidatePlace& place,
                               bool append_path) {
  FilledArguments filled{{command.begin(), command.end()}, {}};
  bool marked = false;
  for (std::size_t i = 1; i < filled.arguments.size(); ++i) {
    marked = fill_marks(filled.arguments[i], place, false, filled.other_names) || marked;
  }
  if (!marked && append_path) filled.arguments.push_back(place.path());
  return filled;
}

FilledArguments fill_shell_text(const std::string& text, const CandidatePlace& place) {
  FilledArguments filled{{"sh", "-c", text, "sh", place.path()}, {}};
  fill_marks(filled.arguments[2], place, true, filled.other_names);
  return filled;
}

}  // namespace grabr
