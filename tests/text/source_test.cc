#include "text/source.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

void check_position(const std::string& text, std::uint32_t offset, Position expected) {
  CAPTURE(text);
  CAPTURE(offset);
  const Position position = Source("t", text).position(offset);
  CHECK(position.line == expected.line);
  CHECK(position.column == expected.column);
}

void check_lines(const std::string& text, const std::vector<std::string>& expected) {
  CAPTURE(text);
  const Source source("t", text);
  REQUIRE(source.line_count() == expected.size());
  for (std::uint32_t i = 0; i < expected.size(); ++i) CHECK(source.line(i + 1) == expected[i]);
  CHECK(source.line(0).empty());
  CHECK(source.line(source.line_count() + 1).empty());
}

TEST_CASE("offsets become lines and columns") {
  check_position("", 0, {1, 1});
  check_position("", 7, {1, 1});
  check_position("abc", 0, {1, 1});
  check_position("abc", 2, {1, 3});
  check_position("abc", 3, {1, 4});
  check_position("abc", 99, {1, 4});
  check_position("ab\ncd", 2, {1, 3});  // the newline belongs to its line
  check_position("ab\ncd", 3, {2, 1});
  check_position("ab\ncd\n", 6, {3, 1});
  check_position("\n\n\n", 1, {2, 1});
  check_position("a\r\nb", 3, {2, 1});
}

TEST_CASE("columns count code points, broken bytes one each") {
  check_position("é€x", 2, {1, 2});
  check_position("é€x", 3, {1, 2});  // inside the euro sign
  check_position("é€x", 5, {1, 3});
  check_position("é€x", 6, {1, 4});
  check_position("\xFF\xFEx", 2, {1, 3});
  check_position("a\té", 2, {1, 3});
}

TEST_CASE("lines come without their ends") {
  check_lines("", {});
  check_lines("\n", {""});
  check_lines("a", {"a"});
  check_lines("a\n", {"a"});
  check_lines("a\nb", {"a", "b"});
  check_lines("a\r\nb\r\n", {"a", "b"});
  check_lines("a\rb\n", {"a\rb"});
  check_lines("a\n\n\nb\n", {"a", "", "", "b"});
  check_lines(std::string("a\0b\n", 4), {std::string("a\0b", 3)});
}

TEST_CASE("slices stay inside the text") {
  const Source source("t", "hello");
  CHECK(source.name() == "t");
  CHECK(source.slice({1, 3}) == "el");
  CHECK(source.slice({3, 99}) == "lo");
  CHECK(source.slice({9, 12}).empty());
  CHECK(source.slice({4, 2}).empty());
}

}  // namespace
}  // namespace grabr
