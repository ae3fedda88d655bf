// Tested by tests/run/imports_test.cc.
#include "run/files/imports.h"

#include <algorithm>
#include <optional>

namespace grabr {
namespace {

constexpr std::string_view kBlankBytes = " \t\r";

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlankBytes), text.size()));
}

std::string_view without_blanks_after(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlankBytes) + 1);
}

/// The length of this piece of a form at the beginning of the text; nothing if it does not match.
std::optional<std::size_t> piece_length(std::string_view piece, std::string_view text) {
  const std::size_t all = text.size();
  for (const char c : piece) {
    if (c == ' ') {
      text = without_blanks_before(text);
    } else if (text.starts_with(c)) {
      text.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return all - text.size();
}

/// A name has no blanks. It ends where only the rest of the form follows, apart from a comment
/// after a sign that ends the name.
std::optional<std::string> imported_name(std::string_view line, std::string_view form) {
  const std::size_t at = form.find('@');
  const std::string_view after = form.substr(at + 1);
  line = without_blanks_before(line);
  const auto before = piece_length(form.substr(0, at), line);
  if (!before) return std::nullopt;
  line.remove_prefix(*before);
  const std::size_t end = std::min(
      after.empty() ? line.find_first_of(kBlankBytes) : line.find(after.front()), line.size());
  const std::string_view name = line.substr(0, end);
  if (name.empty() || name.find_first_of(kBlankBytes) != std::string_view::npos)
    return std::nullopt;
  const std::string_view rest = line.substr(end);
  const auto closing = piece_length(after, rest);
  const bool ends = closing && (!after.empty() || without_blanks_after(rest).empty());
  return ends ? std::optional<std::string>(name) : std::nullopt;
}

}  // namespace

const std::vector<std::string>& imports_of_c() {
  static const std::vector<std::string> forms = {"# include \"@\""};
  return forms;
}

std::vector<ImportLine> find_imports(std::string_view text, const std::vector<std::string>& forms) {
  std::vector<ImportLine> found;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    for (const std::string& form : forms) {
      auto name = imported_name(line, form);
      if (!name) continue;
      found.push_back({begin, end, *std::move(name)});
      break;
    }
    begin = end + 1;
  }
  return found;
}

}  // namespace grabr
