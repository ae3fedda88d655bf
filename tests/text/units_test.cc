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
  for (const Unit unit :
       {Unit::kChars, Unit::kBytes, Unit::kTokens, Unit::kLines, Unit::kArgs, Unit::kList}) {
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

TEST_CASE("arguments keep their quotes and the white space after them") {
  check_units(Unit::kArgs, "", {});
  check_units(Unit::kArgs, " cc -O2  -o out\n", {" ", "cc ", "-O2  ", "-o ", "out\n"});
  check_units(Unit::kArgs, "a 'b c'd \"e 'f\" g\\ h", {"a ", "'b c'd ", "\"e 'f\" ", "g\\ h"});
  check_units(Unit::kArgs, "\"a\\\" b\" 'c\\' d", {"\"a\\\" b\" ", "'c\\' ", "d"});
  check_units(Unit::kArgs, "a \\\n  -b\\\nc", {"a \\\n  ", "-b\\\n", "c"});
  check_units(Unit::kArgs, "it's \"x y", {"it's ", "\"x ", "y"});
  check_units(Unit::kArgs, "'' x\\", {"'' ", "x\\"});
}

/// Checks the elements of the text, and the text after deleting every second element (the first
/// stays).
void check_list(const std::string& text, const std::vector<std::string>& elements,
                const std::string& every_second, const std::string& none) {
  CAPTURE(text);
  const CutText cut = cut_text(text, Unit::kList);
  const auto slice = [&](Span span) { return text.substr(span.begin, span.size()); };
  std::vector<std::string> found;
  std::string all = slice(cut.before);
  std::string some = all;
  for (std::size_t i = 0; i < cut.pieces.size(); ++i) {
    const auto& [glue, core] = cut.pieces[i];
    found.push_back(slice(core));
    all += slice(glue) + slice(core);
    if (i % 2 == 0) some += (i == 0 ? "" : slice(glue)) + slice(core);
  }
  CHECK(found == elements);
  CHECK(all + slice(cut.after) == text);
  CHECK(some + slice(cut.after) == every_second);
  CHECK(slice(cut.before) + slice(cut.after) == none);
  CHECK(split_units(text, Unit::kList).size() == elements.size());
}

TEST_CASE("lists: brackets stay, no separator is left over") {
  check_list("[1, 2, 3]", {"1", "2", "3"}, "[1, 3]", "[]");
  check_list(" (a; b)\n", {"a", "b"}, " (a)\n", " ()\n");
  check_list("1,2,3", {"1", "2", "3"}, "1,3", "");
  check_list("1 2\t3\n", {"1", "2", "3"}, "1\t3\n", "\n");
  check_list("1\n2\n3\n", {"1", "2", "3"}, "1\n3\n", "\n");
  check_list("{\n  1,\n  2,\n}", {"1", "2,"}, "{\n  1\n}", "{\n  \n}");
  check_list("[[1, 2], {\"a]\": \"b,c\"}, f(x, y) + 1]",
             {"[1, 2]", "{\"a]\": \"b,c\"}", "f(x, y) + 1"}, "[[1, 2], f(x, y) + 1]", "[]");
  check_list("(1) (2)", {"(1)", "(2)"}, "(1)", "");
  check_list("a b , c d", {"a b", "c d"}, "a b", "");
  check_list("don't, can't", {"don't", "can't"}, "don't", "");
}

TEST_CASE("lists that are none, and broken ones") {
  check_list("", {}, "", "");
  check_list(" \n", {}, " \n", " \n");
  check_list("[ ]", {}, "[ ]", "[ ]");
  check_list("x", {"x"}, "x", "");
  check_list("[,]", {","}, "[,]", "[]");
  check_list("1,,2", {"1", "", "2"}, "1,2", "");
  check_list("1, (2, 3", {"1", "(2, 3"}, "1", "");
  check_list("1), 2]", {"1)", "2]"}, "1)", "");
  check_list("'a, b", {"'a", "b"}, "'a", "");
  check_list("['a,b', '] x", {"['a,b', ']", "x"}, "['a,b', ']", "");
  check_list("('a,b', ' x", {"('a,b', ' x"}, "('a,b', ' x", "");
  check_list("[1, 2] x", {"[1, 2]", "x"}, "[1, 2]", "");
}

TEST_CASE("a megabyte of escaped quotes is cut without searching each line end again") {
  std::string text;
  for (int i = 0; i < 500000; ++i) text += "\\\"";
  CHECK(split_units(text, Unit::kTokens).size() == text.size());
  CHECK(split_units(text, Unit::kArgs).size() == 1);
  CHECK(split_units(text, Unit::kList).size() == 1);
  CHECK(split_units(std::string(500000, '['), Unit::kList).size() == 1);
}

}  // namespace
}  // namespace grabr
