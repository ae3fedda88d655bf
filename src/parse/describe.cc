// A parse failure in words.
#include <algorithm>

#include "parse/parser.h"

namespace grabr {
namespace {

constexpr std::size_t kMaxTokensNamed = 8;
constexpr std::size_t kMaxRulesNamed = 8;
constexpr std::size_t kMaxFound = 40;

std::string list(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most);
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  if (shown < names.size()) text += " or " + std::to_string(names.size() - shown) + " others";
  return text;
}

/// The found text on one line, cut when it is long.
std::string excerpt(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, kMaxFound)) {
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text.size() > kMaxFound ? result + "…" : result;
}

std::string found(const ParseFailure& failure, const Source& source) {
  const std::string_view text = source.slice(failure.span);
  switch (failure.reason) {
    case ParseFailure::Reason::kEnd: return "the input ends too early";
    case ParseFailure::Reason::kMemory:
      return "the parser's chart outgrew its memory bound here";
    case ParseFailure::Reason::kNoToken: {
      const auto byte = static_cast<unsigned char>(text.empty() ? 0 : text[0]);
      if (byte >= 0x21 && byte < 0x7f) return "no token begins with '" + std::string(text) + "'";
      static constexpr char kHex[] = "0123456789abcdef";
      return std::string("no token begins with byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
    }
    case ParseFailure::Reason::kUnexpected: break;
  }
  return "unexpected '" + excerpt(text) + "'";
}

}  // namespace

Diagnostic describe(const ParseFailure& failure, const Grammar&, const Source& source) {
  Diagnostic diagnostic;
  diagnostic.span = failure.span;
  diagnostic.message = found(failure, source);
  const bool many = failure.expected.size() > kMaxTokensNamed && !failure.expected_rules.empty();
  const auto& expected = many ? failure.expected_rules : failure.expected;
  if (failure.reason != ParseFailure::Reason::kMemory && !expected.empty()) {
    diagnostic.message += ", expected " + list(expected, many ? kMaxRulesNamed : kMaxTokensNamed);
  }
  for (const ParseFailure::Open& open : failure.open) {
    diagnostic.hint += diagnostic.hint.empty() ? "in " : ", in ";
    diagnostic.hint +=
        open.rule + " (line " + std::to_string(source.position(open.begin).line) + ")";
  }
  return diagnostic;
}

}  // namespace grabr
