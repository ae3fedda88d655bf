#include "text/units.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

void check_units(Unit unit, const std::string& text, const std::vector<std::string>& expected) {
  CAPTURE(text);
  std::vector<std::string> units;
  std::uint32_t at = 0;
  for (const Span span : split_units(text, unit)) {
    REQUIRE(span.begin == at);
    REQUIRE(span.end > span.begin);
    units.push_back(text.substr(span.begin, span.size()));
    at = span.end;
  }
  CHECK(at == text.size());
  CHECK(units == expected);
}

TEST_CASE("names of units") {
  for (const Unit unit : {Unit::kChars, Unit::kBytes, Unit::kTokens, Unit::kLines}) {
    CHECK(unit_by_name(unit_name(unit)) == unit);
  }
  CHECK(unit_name(Unit::kTokens) == "tokens");
  CHECK_FALSE(unit_by_name("words").has_value());
  CHECK_FALSE(unit_by_name("").has_value());
}

TEST_CASE("characters and bytes") {
  check_units(Unit::kChars, "", {});
  check_units(Unit::kChars, "aé€😀", {"a", "é", "€", "😀"});
  check_units(Unit::kChars, "\xC3(\xFF", {"\xC3", "(", "\xFF"});
  check_units(Unit::kBytes, "é", {"\xC3", "\xA9"});
}

TEST_CASE("lines keep their ends") {
  check_units(Unit::kLines, "", {});
  check_units(Unit::kLines, "a", {"a"});
  check_units(Unit::kLines, "a\nb\r\n\nc", {"a\n", "b\r\n", "\n", "c"});
}

TEST_CASE("tokens keep the white space after them") {
  check_units(Unit::kTokens, "", {});
  check_units(Unit::kTokens, "  \n", {"  \n"});
  check_units(Unit::kTokens, " int  x;\n", {" ", "int  ", "x", ";\n"});
  check_units(Unit::kTokens, "a+=b", {"a", "+", "=", "b"});
  check_units(Unit::kTokens, "größe _x9", {"größe ", "_x9"});
  check_units(Unit::kTokens, "\xFF\x80 a", {"\xFF", "\x80 ", "a"});
}

TEST_CASE("numbers") {
  check_units(Unit::kTokens, "12 0x1F 3.14f 1e-9 1_000u",
              {"12 ", "0x1F ", "3.14f ", "1e-9 ", "1_000u"});
  check_units(Unit::kTokens, "0xe+1", {"0xe", "+", "1"});
  check_units(Unit::kTokens, "1..5", {"1", ".", ".", "5"});
  check_units(Unit::kTokens, "1.", {"1", "."});
  check_units(Unit::kTokens, "2e", {"2e"});
}

TEST_CASE("strings end on their line") {
  check_units(Unit::kTokens, R"(f("a b", 'c'))", {"f", "(", "\"a b\"", ", ", "'c'", ")"});
  check_units(Unit::kTokens, R"("a\"b" x)", {"\"a\\\"b\" ", "x"});
  check_units(Unit::kTokens, "don't\n'x'", {"don", "'", "t\n", "'x'"});
  check_units(Unit::kTokens, "\"a\\\nb\"", {"\"", "a", "\\\n", "b", "\""});
  check_units(Unit::kTokens, "\"", {"\""});
  check_units(Unit::kTokens, "\"\\", {"\"", "\\"});
}

TEST_CASE("a megabyte of escaped quotes is cut without searching each line end again") {
  std::string text;
  for (int i = 0; i < 500000; ++i) text += "\\\"";
  CHECK(split_units(text, Unit::kTokens).size() == text.size());
}

}  // namespace
}  // namespace grabr
