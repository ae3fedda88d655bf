#include "grammar/model/char_class.h"

#include <doctest/doctest.h>

#include <string>

#include "text/utf8.h"

using namespace grabr;

TEST_CASE("char class: ranges are kept sorted, apart and without overlap") {
  const auto check = [](CharClass chars, std::vector<CodeRange> ranges) {
    CHECK(chars.ranges() == ranges);
  };
  check({}, {});
  check({{5, 9}, {1, 2}}, {{1, 2}, {5, 9}});
  check({{5, 9}, {1, 4}}, {{1, 9}});
  check({{1, 3}, {5, 7}, {4, 4}}, {{1, 7}});
  check({{1, 3}, {5, 7}, {9, 9}, {2, 8}}, {{1, 9}});
  check({{0, 0}, {0, 0}}, {{0, 0}});
  check({{3, 8}, {4, 5}}, {{3, 8}});
}

TEST_CASE("char class: the complement has every other unit but no surrogates") {
  CHECK(CharClass{}.complement().ranges() ==
        std::vector<CodeRange>{{0, 0xD7FF}, {0xE000, kLastStray}});
  CHECK(CharClass{{0, 'm'}, {0xFFFF, kLastStray}}.complement().ranges() ==
        std::vector<CodeRange>{{'n', 0xD7FF}, {0xE000, 0xFFFE}});
  CHECK(CharClass{{0, kLastStray}}.complement().empty());
  const CharClass word{{'a', 'z'}, {'_', '_'}};
  CHECK(word.complement().complement().contains('q'));
  CHECK_FALSE(word.complement().contains('_'));
  CHECK(word.complement().contains(kFirstStray));
}

TEST_CASE("char class: folding adds the other case of ASCII letters") {
  CHECK(CharClass{{'b', 'd'}}.folded() == CharClass{{'B', 'D'}, {'b', 'd'}});
  CHECK(CharClass{{'X', '_'}}.folded() == CharClass{{'X', '_'}, {'x', 'z'}});
  CHECK(CharClass{{0xE0, 0xE9}, {'1', '2'}}.folded() == CharClass{{0xE0, 0xE9}, {'1', '2'}});
}

TEST_CASE("char class: a text is cut into code points and stray bytes") {
  const auto check = [](std::string_view text, std::uint32_t value, std::uint32_t length) {
    const TextUnit unit = unit_at(text, 0);
    CHECK(unit.value == value);
    CHECK(unit.length == length);
  };
  check("a", 'a', 1);
  check("\xC3\xA9", 0xE9, 2);
  check("\xE9t", kFirstStray + 0x69, 1);
  check("\x80", kFirstStray, 1);
  check("\xFF", kLastStray, 1);
  check("\xF0\x9F\x98\x80", 0x1F600, 4);
}

namespace {

std::string encoded(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0 | code >> 6), byte(0x80 | (code & 63))};
  if (code < 0x10000) {
    return {byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
  }
  return {byte(0xF0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
          byte(0x80 | (code & 63))};
}

bool is_surrogate(std::uint32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

bool holds(const Utf8Sequence& sequence, const std::string& bytes) {
  if (bytes.size() != sequence.length) return false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte < sequence.bytes[i].first || byte > sequence.bytes[i].last) return false;
  }
  return true;
}

std::uint64_t size_of(const Utf8Sequence& sequence) {
  std::uint64_t size = 1;
  for (std::uint32_t i = 0; i < sequence.length; ++i) {
    size *= sequence.bytes[i].last - sequence.bytes[i].first + 1u;
  }
  return size;
}

/// The sequences cover exactly the range: every code point is in one of them, and they contain no
/// other.
void check_sequences(CodeRange range) {
  CAPTURE(range.first);
  CAPTURE(range.last);
  const auto sequences = utf8_sequences(range);
  std::uint64_t room = 0;
  for (const Utf8Sequence& sequence : sequences) room += size_of(sequence);
  std::uint64_t found = 0;
  std::size_t at = 0;
  for (std::uint32_t code = range.first; code <= range.last; ++code) {
    if (is_surrogate(code)) continue;
    const std::string bytes = encoded(code);
    while (at < sequences.size() && !holds(sequences[at], bytes)) ++at;
    REQUIRE(at < sequences.size());
    ++found;
  }
  CHECK(room == found);
}

}  // namespace

TEST_CASE("utf8: sequences of a range hold its code points in order and nothing else") {
  for (const CodeRange range : std::initializer_list<CodeRange>{{0, 0x10FFFF},
                                                                {'a', 'z'},
                                                                {0, 0x7F},
                                                                {0x80, 0x7FF},
                                                                {0xC1, 0x105},
                                                                {0x7F, 0x80},
                                                                {0x7FF, 0x800},
                                                                {0xD7FF, 0xE000},
                                                                {0xD800, 0xDFFF},
                                                                {0xD900, 0xE100},
                                                                {0xFFFF, 0x10000},
                                                                {0x10FFFF, 0x10FFFF},
                                                                {0x3042, 0x12345},
                                                                {0x2028, 0x2029},
                                                                {0x400, 0x4FF}}) {
    check_sequences(range);
  }
}

TEST_CASE("utf8: every code point is read back") {
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    const std::string text = "x" + encoded(code) + "\x80";
    const std::size_t length = utf8_length(text, 1);
    if (is_surrogate(code)) {
      REQUIRE(length == 0);
    } else {
      REQUIRE(length == text.size() - 2);
      REQUIRE(utf8_code_point(text, 1, length) == code);
    }
  }
}

TEST_CASE("utf8: what is not well formed has no length") {
  for (const std::string text : {"", "\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(",
                                 "\xE0\x9F\xBF", "\xE2\x80", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                                 "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CAPTURE(text);
    CHECK(utf8_length(text, 0) == 0);
  }
}
