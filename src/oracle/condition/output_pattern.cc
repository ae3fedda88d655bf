#include "oracle/condition/output_pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstddef>

#include "text/error.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace grabr {
namespace {

std::unique_ptr<re2::RE2> compiled(const std::string& expression, bool as_bytes) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  if (as_bytes) options.set_encoding(re2::RE2::Options::EncodingLatin1);
  return std::make_unique<re2::RE2>(expression, options);
}

std::unique_ptr<re2::RE2> compiled_for_lines(const std::string& expression, bool as_bytes) {
  auto result = compiled("(?m)" + expression, as_bytes);
  if (!result->ok()) result.reset();
  return result;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = code_point_length(text, at);
    width += display_width(code_point_value(text.substr(at, length)));
    at += length;
  }
  return width;
}

/// A line with a caret under `fragment`; nothing if its place is not known.
std::string caret_line(const std::string& expression, const std::string& fragment) {
  if (fragment.empty() || fragment == expression) return {};
  const std::size_t at = expression.find(fragment);
  if (at == std::string::npos || expression.find(fragment, at + 1) != std::string::npos) return {};
  const std::string before = escaped(std::string_view(expression).substr(0, at), "");
  const std::size_t marked = std::max<std::size_t>(1, width_of(escaped(fragment, "")));
  return "\n  " + std::string(width_of(before), ' ') + '^' + std::string(marked - 1, '~');
}

[[noreturn]] void refuse(const std::string& option, const std::string& expression, bool as_bytes) {
  const auto wrong = compiled(expression, as_bytes);  // without our prefix in the error message
  const std::string fragment = wrong->error_arg();
  std::string reason = wrong->error();
  if (const std::size_t colon = reason.find(": "); colon != std::string::npos) reason.resize(colon);
  if (reason.empty()) reason = "too large";
  throw Error(ErrorKind::kInvalid,
              option + ": not a regular expression: " + escaped(reason, "") + "\n  " +
                  escaped(expression, "") + caret_line(expression, fragment) +
                  "\nhint: the notation is RE2's; a backslash before . * + ? ( ) [ ] "
                  "{ } | ^ $ means the character itself");
}

}  // namespace

OutputPattern::OutputPattern(const std::string& option, const std::string& expression)
    : bytes_(compiled_for_lines(expression, true)) {
  const bool characters = is_utf8(expression);
  if (characters) characters_ = compiled_for_lines(expression, false);
  if (characters ? !characters_ : !bytes_) refuse(option, expression, !characters);
}

OutputPattern::~OutputPattern() = default;
OutputPattern::OutputPattern(OutputPattern&&) noexcept = default;
OutputPattern& OutputPattern::operator=(OutputPattern&&) noexcept = default;

std::optional<std::string_view> OutputPattern::find(std::string_view text, std::size_t from) const {
  const bool by_characters = characters_ && (!bytes_ || is_utf8(text));
  const re2::RE2& expression = by_characters ? *characters_ : *bytes_;
  re2::StringPiece match;
  if (!expression.Match(re2::StringPiece(text.data(), text.size()), from, text.size(),
                        re2::RE2::UNANCHORED, &match, 1)) {
    return std::nullopt;
  }
  const std::string_view found(match.data(), match.size());
  const bool at_end = found.data() == text.data() + text.size();
  if (at_end && text.ends_with('\n')) return std::nullopt;  // "^" after the last line end
  return found;
}

}  // namespace grabr
