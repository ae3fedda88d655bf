#include "oracle/answers/journal_record.h"

#include <array>
#include <charconv>
#include <cstddef>

#include "text/escape.h"

namespace grabr {
namespace {

using Kind = JournalRecord::Kind;

constexpr std::array<std::string_view, 7> kNames = {"fail", "pass", "mark", "forgotten",
                                                    "fact", "hit",  "miss"};
constexpr std::size_t kChecksumDigits = 8;
constexpr std::string_view kSpecial = "\\=";

void append_hex(std::string& text, std::uint64_t number, unsigned digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  while (digits > 0) text += kDigits[(number >> (4 * --digits)) & 15];
}

std::optional<std::uint64_t> parse_hex(std::string_view text) {
  if (text.find_first_not_of("0123456789abcdef") != std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (end.ec != std::errc()) return std::nullopt;
  return number;
}

std::optional<Hash128> parse_hash(std::string_view text) {
  if (text.size() != 32) return std::nullopt;
  const auto high = parse_hex(text.substr(0, 16));
  const auto low = parse_hex(text.substr(16));
  if (!high || !low) return std::nullopt;
  return Hash128{*low, *high};
}

char control_of(char letter) {
  switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    default: return letter;
  }
}

/// The inverse of escaped().
std::optional<std::string> unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    if (text[i] != 'x') {
      bytes += control_of(text[i]);
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    if (digits.size() < 2) return std::nullopt;
    unsigned number = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + 2, number, 16);
    if (end.ec != std::errc() || end.ptr != digits.data() + 2) return std::nullopt;
    bytes += static_cast<char>(number);
    i += 2;
  }
  return bytes;
}

/// Position of the "=" between name and value.
std::size_t find_equals(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') ++i;
    else if (text[i] == '=') return i;
  }
  return std::string_view::npos;
}

std::optional<JournalRecord> parse_fact(std::string_view text) {
  const std::size_t equals = find_equals(text);
  if (equals == std::string_view::npos) return std::nullopt;
  auto name = unescaped(text.substr(0, equals));
  auto value = unescaped(text.substr(equals + 1));
  if (!name || !value) return std::nullopt;
  return JournalRecord{Kind::kFact, {}, std::move(*name), std::move(*value)};
}

bool is_about_a_candidate(Kind kind) {
  return kind == Kind::kFail || kind == Kind::kPass || kind == Kind::kHit || kind == Kind::kMiss;
}

std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string record_text(const JournalRecord& record) {
  std::string text(kNames[static_cast<std::size_t>(record.kind)]);
  if (is_about_a_candidate(record.kind)) {
    text += ' ';
    append_hex(text, record.candidate.high, 16);
    append_hex(text, record.candidate.low, 16);
  } else if (record.kind == Kind::kFact) {
    text += ' ' + escaped(record.name, kSpecial) + '=' + escaped(record.value, kSpecial);
  }
  return text;
}

std::optional<JournalRecord> parse_record(std::string_view text) {
  const std::size_t space = text.find(' ');
  const auto kind = kind_named(text.substr(0, space));
  if (!kind) return std::nullopt;
  const bool bare = *kind == Kind::kMark || *kind == Kind::kForgotten;
  if (bare != (space == std::string_view::npos)) return std::nullopt;
  if (bare) return JournalRecord{*kind};
  text.remove_prefix(space + 1);
  if (*kind == Kind::kFact) return parse_fact(text);
  const auto candidate = parse_hash(text);
  if (!candidate) return std::nullopt;
  return JournalRecord{*kind, *candidate};
}

std::string header_question(const OracleIdentity& identity) {
  return "grabr-journal 1 " + sha256_hex(identity.question) + ' ';
}

std::string header_text(const OracleIdentity& identity) {
  return header_question(identity) + sha256_hex(identity.contents);
}

std::uint64_t JournalChain::link_after(std::string_view text) {
  buffer_.clear();
  append_hex(buffer_, link_, 16);
  buffer_ += text;
  return hash128(buffer_).low;
}

std::string JournalChain::seal(std::string_view text) {
  link_ = link_after(text);
  std::string line(text);
  line += ' ';
  append_hex(line, link_, kChecksumDigits);
  line += '\n';
  return line;
}

std::optional<std::string_view> JournalChain::check(std::string_view line) {
  if (line.size() <= kChecksumDigits) return std::nullopt;
  const std::size_t space = line.size() - kChecksumDigits - 1;
  const auto checksum = parse_hex(line.substr(space + 1));
  if (!checksum || line[space] != ' ') return std::nullopt;
  const std::uint64_t link = link_after(line.substr(0, space));
  if ((link & 0xffffffffU) != *checksum) return std::nullopt;
  link_ = link;
  return line.substr(0, space);
}

}  // namespace grabr
