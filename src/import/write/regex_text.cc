#include <algorithm>
#include <cstdio>

#include "import/read/characters.h"
#include "import/write/json_writer.h"

namespace grabr {
namespace {

std::string numbered(std::uint32_t code) {
  char text[16];
  if (code < 0x80) {
    std::snprintf(text, sizeof text, "\\x%02x", code);
  } else if (code <= 0xFFFF) {
    std::snprintf(text, sizeof text, "\\u%04x", code);
  } else {
    std::snprintf(text, sizeof text, "\\u{%x}", code);
  }
  return text;
}

/// A character, with a backslash if it is one of `special`.
std::string character(std::uint32_t code, std::string_view special) {
  switch (code) {
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    case '\f': return "\\f";
    case '\v': return "\\v";
    default: break;
  }
  if (code < 0x20 || code >= 0x7F) return numbered(code);
  const char c = static_cast<char>(code);
  std::string text = special.find(c) == special.npos ? "" : "\\";
  return text + c;
}

constexpr std::string_view kSpecial = "\\|()[]{}?*+.^$";
constexpr std::string_view kSpecialInSet = "\\]^-[";

/// The ranges without surrogates (U+D800 to U+DFFF), which UTF-8 text cannot contain.
std::vector<CodeRange> usable_ranges(const CharClass& set) {
  std::vector<CodeRange> ranges;
  for (CodeRange range : set.ranges()) {
    if (range.first > kLastCodePoint) continue;
    range.last = std::min(range.last, kLastCodePoint);
    if (range.first >= 0xD800 && range.first <= 0xDFFF) range.first = 0xE000;
    if (range.last >= 0xD800 && range.last <= 0xDFFF) range.last = 0xD7FF;
    if (range.first <= range.last) ranges.push_back(range);
  }
  return ranges;
}

std::string in_brackets(const std::vector<CodeRange>& ranges) {
  std::string text;
  for (const CodeRange& range : ranges) {
    text += character(range.first, kSpecialInSet);
    if (range.first == range.last) continue;
    if (range.last > range.first + 1) text += '-';
    text += character(range.last, kSpecialInSet);
  }
  return text;
}

class Writer {
 public:
  std::string text;

  void choice(const Phrase& part) {
    if (!part.is(Phrase::Kind::kChoice)) return sequence(part);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      if (i > 0) text += '|';
      sequence(part.parts[i]);
    }
  }

 private:
  void sequence(const Phrase& part) {
    if (part.is(Phrase::Kind::kSequence)) {
      for (const Phrase& inner : part.parts) atom(inner);
    } else {
      atom(part);
    }
  }

  void atom(const Phrase& part) {
    switch (part.kind) {
      case Phrase::Kind::kSet: text += set_text(part.set); return;
      case Phrase::Kind::kText: fixed(part); return;
      case Phrase::Kind::kRepeat: repeat(part); return;
      case Phrase::Kind::kChoice: group(part); return;
      default: sequence(part);
    }
  }

  void fixed(const Phrase& part) {
    for (std::size_t at = 0; at < part.text.size();) {
      const std::uint32_t unit = next_character(part.text, at);
      const CharClass set{{unit, unit}};
      text += set_text(part.ignore_case ? set.folded() : set);
    }
  }

  void group(const Phrase& part) {
    text += '(';
    choice(part);
    text += ')';
  }

  void repeat(const Phrase& part) {
    const Phrase& inner = part.parts[0];
    std::size_t units = 0;
    if (inner.is(Phrase::Kind::kText)) {
      for (std::size_t at = 0; at < inner.text.size(); ++units) next_character(inner.text, at);
    }
    if (inner.is(Phrase::Kind::kSet) || units == 1) atom(inner);
    else group(inner);
    constexpr std::uint32_t kMaxRepetitions = 1000;
    const std::uint32_t min = std::min(part.min, kMaxRepetitions);
    if (part.min == 0 && part.max == 1) {
      text += '?';
    } else if (part.max > kMaxRepetitions) {
      text += min == 0 ? "*" : min == 1 ? "+" : "{" + std::to_string(min) + ",}";
    } else if (min == part.max) {
      text += "{" + std::to_string(min) + "}";
    } else {
      text += "{" + std::to_string(min) + "," + std::to_string(part.max) + "}";
    }
    if (part.lazy) text += '?';
  }
};

}  // namespace

std::string set_text(const CharClass& set) {
  const CharClass others = set.complement();
  if (others.empty()) return "[\\s\\S]";
  if (others == CharClass{{'\n', '\n'}}) return ".";
  const bool negate = set.contains(kLastStray) && !others.contains(kLastStray);
  const std::vector<CodeRange> ranges = usable_ranges(negate ? others : set);
  if (ranges.empty()) return negate ? "[\\s\\S]" : "[^\\s\\S]";
  if (!negate && ranges.size() == 1 && ranges[0].first == ranges[0].last) {
    return character(ranges[0].first, kSpecial);
  }
  return (negate ? "[^" : "[") + in_brackets(ranges) + "]";
}

std::string regex_text(const Phrase& part) {
  Writer writer;
  writer.choice(part);
  return writer.text;
}

}  // namespace grabr
