#include "grammar/lex/indentation.h"

#include <doctest/doctest.h>

#include "support/grammars.h"

using namespace grabr;

TEST_CASE("indentation: columns") {
  const auto check = [](std::string_view white, std::uint32_t wide, std::uint32_t narrow) {
    CAPTURE(white);
    CHECK(columns_of(white) == Columns{wide, narrow});
  };
  check("", 0, 0);
  check("   ", 3, 3);
  check("\t", 8, 1);
  check("   \t", 8, 4);
  check("\t ", 9, 2);
  check("    \f  ", 2, 2);
  CHECK(columns_of("\t").deeper_than(columns_of("")));
  CHECK(columns_of("\t ").deeper_than(columns_of("\t")));
  CHECK_FALSE(columns_of("\t").deeper_than(columns_of("    ")));  // wider, but fewer bytes
  CHECK_FALSE(columns_of(" ").deeper_than(columns_of(" ")));
}

TEST_CASE("indentation: line ends") {
  CHECK(line_end_at("\n", 0) == 1);
  CHECK(line_end_at("a\r\n", 1) == 2);
  CHECK(line_end_at("\r", 0) == 0);
  CHECK(line_end_at("a", 0) == 0);
  CHECK(line_end_at("", 0) == 0);
}

TEST_CASE("indentation: the white space that counts") {
  const auto grammar =
      support::grammar_of(R"json({"start": "a", "rules": {"a": "'a'"}, "tokens": {},
      "skip": {"SPACE": "[ \\t\\f]+", "COMMENT": "#[^\\n]*", "JOIN": "\\\\\\n"}})json");
  const auto check = [&](const std::string& skipped, const std::string& white,
                         std::uint32_t begin) {
    CAPTURE(skipped);
    const std::string text = skipped + "a";
    const Span found =
        find_indentation(*grammar->lexer, text, {0, static_cast<std::uint32_t>(skipped.size())});
    CHECK(text.substr(found.begin, found.size()) == white);
    CHECK(found.begin == begin);
  };
  check("", "", 0);
  check("  ", "  ", 0);
  check("    \n  ", "  ", 5);
  check(" # x\n\t", "\t", 5);
  check("\r\n \r\n", "", 5);
  check("  \\\n    ", "  ", 0);  // the second line does not count as a line of its own
  check("\n  \\\n", "  ", 1);
}
