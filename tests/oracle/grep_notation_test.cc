#include <doctest/doctest.h>

#include "oracle/condition/output_conditions.h"

namespace grabr {
namespace {

TEST_CASE("what grep -E reads alike stays as it is") {
  for (const char* text :
       {"bug", "^a.*b$", "a\\.b", "(a|b)+c?", "[a-z_]+x", "a|", "\u00e9", "-v", "'"}) {
    CAPTURE(text);
    CHECK(grep_expression(text).text == text);
    CHECK_FALSE(grep_expression(text).perl);
  }
}

TEST_CASE("what grep -E reads otherwise is Perl's") {
  for (const char* text : {"\\d", "\\bx", "(?i)x", "a+?", "a{2}", "[^a]", "[\\]]", "[]a]",
                           "[[:alpha:]]", "\\<", "^*", "(|*a)", "\\Qa\\E", "\\", "[a"}) {
    CAPTURE(text);
    CHECK(grep_expression(text).text == text);
    CHECK(grep_expression(text).perl);
  }
}

TEST_CASE("line ends are escaped") {
  CHECK(grep_expression("a\nb").text == "a\\nb");
  CHECK(grep_expression("a\\\nb").text == "a\\nb");
  CHECK(grep_expression("a\\\\\nb").text == "a\\\\\\nb");
  CHECK(grep_expression("\\Qa\\\nb\\E\n").text == "\\Qa\\\\E\\n\\Qb\\E\\n");
  CHECK(grep_expression("a\nb").perl);
}

}  // namespace
}  // namespace grabr
