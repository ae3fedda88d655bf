#include "cli/show/styled_row.h"

#include <doctest/doctest.h>

using namespace grabr;

namespace {
constexpr ScreenStyle kBare{.colour = false, .utf8 = true};
}

TEST_CASE("a row is never wider than it may be, and shows nothing that steers a terminal") {
  CHECK(StyledRow(5).add("abcdefg").text(kBare) == "abcde");
  CHECK(StyledRow(5).add("漢字漢").text(kBare) == "漢字");
  CHECK(StyledRow(20).add("a\x1b[2Jb\xff\x07").text(kBare) == "a?[2Jb??");
  CHECK(StyledRow(20).add("a\tb\t|").text(kBare) == "a   b   |");
  CHECK(StyledRow(10).add("ab").right("yz").text(kBare) == "ab      yz");
  CHECK(StyledRow(4).add("ab").right("yz").text(kBare) == "ab");
  CHECK(StyledRow(6).add("ab").fill("─").text(kBare) == "ab────");
  CHECK(StyledRow(6).add("a→ä").text({.colour = false, .utf8 = false}) == "a>?");
  CHECK(StyledRow(6).add("ab", Tone::kGood).text({.colour = true, .utf8 = true}) ==
        "\x1b[32mab\x1b[m");
}

TEST_CASE("words are broken anywhere, or filled") {
  CHECK(broken_words("abcdefg", 3, 9) == std::vector<std::string>{"abc", "def", "g"});
  CHECK(broken_words("abcdefg", 3, 2) == std::vector<std::string>{"abc", "def"});
  CHECK(broken_words("", 3, 2) == std::vector<std::string>{""});
  CHECK(filled_words("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(filled_words("unbreakable a", 3) == std::vector<std::string>{"unbreakable", "a"});
  CHECK(grouped(1) == "1");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(grouped(123456) == "123,456");
}
