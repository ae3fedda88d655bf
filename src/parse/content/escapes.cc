// Handles one escape after the other: a reader returns the bytes that the escape at a place stands
// for, and its length. An unknown escape stands for itself if the language says so (Python, HTML,
// JavaScript without its backslash). In JSON and C it stands for nothing, and in all languages half
// a surrogate pair or an unfinished number does. Tested by tests/parse/content_test.cc.
#include "parse/content/escapes.h"

#include <array>
#include <cstdint>
#include <utility>

#include "text/utf8.h"

namespace grabr {
namespace {

struct Escape {
  std::size_t length = 0;  ///< of the escape; 0: there is no valid escape
  std::string text;        ///< the text it stands for
};

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

struct Number {
  std::uint32_t value = 0;
  std::size_t length = 0;  ///< number of digits; leading zeros count
};

/// Reads at most `most` digits; stops growing at a value beyond Unicode.
Number number_at(std::string_view text, std::size_t at, int base, std::size_t most) {
  Number number;
  for (; number.length < most && at + number.length < text.size(); ++number.length) {
    const int next = digit(text[at + number.length]);
    if (next >= base) break;
    if (number.value <= 0x10FFFF) {
      number.value =
          number.value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(next);
    }
  }
  return number;
}

bool is_surrogate(std::uint32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

/// Nothing if the number is not a character.
Escape character(std::uint32_t code, std::size_t length) {
  if (code > 0x10FFFF || is_surrogate(code)) return {};
  Escape escape{length, {}};
  append_utf8(escape.text, code);
  return escape;
}

/// Reads `digits` hexadecimal digits after two bytes of escape.
Escape hexadecimal(std::string_view text, std::size_t at, std::size_t digits) {
  const Number number = number_at(text, at + 2, 16, digits);
  if (number.length != digits) return {};
  return character(number.value, 2 + digits);
}

/// \uD83D\uDE00 is one character.
Escape utf16(std::string_view text, std::size_t at) {
  const Number high = number_at(text, at + 2, 16, 4);
  if (high.length != 4) return {};
  if (high.value < 0xD800 || high.value > 0xDBFF) return character(high.value, 6);
  if (text.substr(at + 6, 2) != "\\u") return {};
  const Number low = number_at(text, at + 8, 16, 4);
  if (low.length != 4 || low.value < 0xDC00 || low.value > 0xDFFF) return {};
  return character(0x10000 + ((high.value - 0xD800) << 10) + (low.value - 0xDC00), 12);
}

/// \u{1F600}
Escape braced(std::string_view text, std::size_t at) {
  const Number number = number_at(text, at + 3, 16, 8);
  const std::size_t end = at + 3 + number.length;
  if (number.length == 0 || end >= text.size() || text[end] != '}') return {};
  return character(number.value, end + 1 - at);
}

/// A letter that stands for a control character; 0: none.
char control_character(Escapes escapes, char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return escapes == Escapes::kJson ? '\0' : '\v';
    case 'a': return escapes == Escapes::kC || escapes == Escapes::kPython ? '\a' : '\0';
    default: return '\0';
  }
}

/// Length of the written line end at that place; 0: none.
std::size_t written_line_end_at(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "\r\n") return 2;
  return at < text.size() && (text[at] == '\n' || text[at] == '\r') ? 1 : 0;
}

Escape octal_or_hexadecimal_byte(std::string_view text, std::size_t at) {
  const bool hex = text[at + 1] == 'x';
  const Number number = number_at(text, at + (hex ? 2 : 1), hex ? 16 : 8, hex ? 8 : 3);
  if (number.length == 0 || number.value > 0xFF) return {};
  return {number.length + (hex ? 2 : 1), std::string(1, static_cast<char>(number.value))};
}

/// The escape after a backslash that is not the last byte.
Escape backslash(Escapes escapes, std::string_view text, std::size_t at) {
  const char next = text[at + 1];
  const bool json = escapes == Escapes::kJson;
  if (next == '\\' || next == '"' || (next == '/' && json) || (next == '\'' && !json)) {
    return {2, std::string(1, next)};
  }
  if (const char control = control_character(escapes, next)) return {2, std::string(1, control)};
  if (next == 'u' && (json || escapes == Escapes::kJavascript)) {
    return !json && text.substr(at + 2, 1) == "{" ? braced(text, at) : utf16(text, at);
  }
  if (json) return {};
  if (const std::size_t line_end = written_line_end_at(text, at + 1)) return {1 + line_end, {}};
  if (next == 'u') return hexadecimal(text, at, 4);
  if (escapes == Escapes::kC && (next == 'x' || digit(next) < 8)) {
    return octal_or_hexadecimal_byte(text, at);
  }
  if (next == 'U' && escapes != Escapes::kJavascript) return hexadecimal(text, at, 8);
  if (next == 'x') return hexadecimal(text, at, 2);
  if (digit(next) < 8) {
    const Number number = number_at(text, at + 1, 8, 3);
    return character(number.value, 1 + number.length);
  }
  if (escapes == Escapes::kC) return next == '?' ? Escape{2, "?"} : Escape{};
  if (next == 'N') return {};
  if (escapes == Escapes::kPython) return {1, "\\"};
  const std::size_t length = code_point_length(text, at + 1);
  return {1 + length, std::string(text.substr(at + 1, length))};
}

struct Entity {
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Entity, 6> kEntities = {{{"&amp;", "&"},
                                              {"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&apos;", "'"},
                                              {"&nbsp;", "\xC2\xA0"}}};

/// An ampersand that begins no known reference stands for itself.
Escape reference(std::string_view text, std::size_t at) {
  for (const Entity& entity : kEntities) {
    if (text.substr(at, entity.name.size()) == entity.name) {
      return {entity.name.size(), std::string(entity.text)};
    }
  }
  if (text.substr(at, 2) != "&#") return {1, "&"};
  const bool hex = text.substr(at + 2, 1) == "x" || text.substr(at + 2, 1) == "X";
  const std::size_t begin = at + (hex ? 3 : 2);
  const Number number = number_at(text, begin, hex ? 16 : 10, text.size());
  const std::size_t end = begin + number.length;
  if (number.length == 0 || end >= text.size() || text[end] != ';') return {1, "&"};
  const Escape found = character(number.value, end + 1 - at);
  return found.length == 0 || number.value == 0 ? Escape{1, "&"} : found;
}

Escape escape_at(Escapes escapes, std::string_view text, std::size_t at, std::string_view close) {
  const char first = text[at];
  if (escapes == Escapes::kHtml && first == '&') return reference(text, at);
  if (escapes == Escapes::kDoubled && !close.empty() && first == close.front()) {
    return text.substr(at + 1, 1) == close.substr(0, 1) ? Escape{2, std::string(1, first)}
                                                        : Escape{};
  }
  const bool has_backslashes =
      escapes != Escapes::kNone && escapes != Escapes::kHtml && escapes != Escapes::kDoubled;
  if (has_backslashes && first == '\\') {
    if (at + 1 == text.size()) return {};
    if (!close.empty() && text[at + 1] == close.front()) return {2, std::string(1, close.front())};
    return backslash(escapes, text, at);
  }
  const std::size_t length = code_point_length(text, at);
  return {length, std::string(text.substr(at, length))};
}

/// The escape of a control character or a backslash; empty if the character needs none.
std::string with_backslash(Escapes escapes, char c, std::string_view close) {
  if (c == '\\' || (!close.empty() && c == close.front())) return {'\\', c};
  const bool several_lines = close.size() > 1 || close == "`";
  switch (c) {
    case '\n': return several_lines ? "" : "\\n";
    case '\r': return several_lines ? "" : "\\r";
    case '\t': return escapes == Escapes::kJson ? "\\t" : "";
    case '\b': return "\\b";
    case '\f': return "\\f";
    default: break;
  }
  if (escapes != Escapes::kJson || static_cast<unsigned char>(c) >= 0x20) return {};
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("\\u00") + kDigits[byte / 16U] + kDigits[byte % 16U];
}

std::string spelled_usually(Escapes escapes, std::string_view unit, std::string_view close) {
  const char c = unit.front();
  switch (escapes) {
    case Escapes::kNone: break;
    case Escapes::kHtml:
      if (c == '&') return "&amp;";
      if (c == '"' && close == "\"") return "&quot;";
      if (c == '\'' && close == "'") return "&#39;";
      break;
    case Escapes::kDoubled:
      if (!close.empty() && c == close.front()) return std::string(2, c);
      break;
    default: {
      std::string escaped = unit.size() == 1 ? with_backslash(escapes, c, close) : std::string();
      if (!escaped.empty()) return escaped;
    }
  }
  return std::string(unit);
}

}  // namespace

std::optional<std::string> undo_escapes(Escapes escapes, std::string_view text,
                                        std::string_view close, Spellings* spelled) {
  if (escapes == Escapes::kNone) return std::string(text);
  std::string undone;
  for (std::size_t at = 0; at < text.size();) {
    Escape escape = escape_at(escapes, text, at, close);
    if (escape.length == 0) return std::nullopt;
    undone += escape.text;
    if (spelled != nullptr && !escape.text.empty()) {
      spelled->emplace(std::move(escape.text), text.substr(at, escape.length));
    }
    at += escape.length;
  }
  return undone;
}

std::string redo_escapes(Escapes escapes, std::string_view text, std::string_view close,
                         const Spellings& spelled) {
  if (escapes == Escapes::kNone) return std::string(text);
  std::string redone;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view unit = text.substr(at, code_point_length(text, at));
    const auto known = spelled.find(unit);
    redone += known == spelled.end() ? spelled_usually(escapes, unit, close) : known->second;
    at += unit.size();
  }
  return redone;
}

}  // namespace grabr
