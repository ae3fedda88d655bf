#include "grammar/model/char_class.h"

#include <doctest/doctest.h>

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
