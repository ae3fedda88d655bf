#include <doctest/doctest.h>

#include "import/read/patterns.h"
#include "import/rewrite/steps.h"
#include "import/write/json_writer.h"

namespace grabr {
namespace {

/// The expression in grabr's notation; "?" if it is not supported.
std::string in_our_regex(const char* text, const char* flags = "") {
  std::string left_out;
  const auto phrase = read_js_regex(text, flags, left_out);
  return phrase ? regex_text(simplified(*phrase, true)) : "?";
}

std::string left_out_of(const char* text) {
  std::string left_out;
  CHECK(read_js_regex(text, "", left_out).has_value());
  return left_out;
}

TEST_CASE("regular expressions of other tools: classes, counts, groups") {
  CHECK(in_our_regex("a|b+c") == "a|b+c");
  CHECK(in_our_regex("[a-c\\d_]{2,3}") == "[0-9_a-c]{2,3}");
  CHECK(in_our_regex("(?:x(?<name>y))*") == "(xy)*");
  CHECK(in_our_regex("a{x") == "a\\{x");
  CHECK(in_our_regex("a{2}b{,3}c{4,}") == "a{2}b{0,3}c{4,}");
  CHECK(in_our_regex("[[:digit:]a&&[^5]]") == in_our_regex("[0-46-9a]"));
  CHECK(in_our_regex("\\x41\\u{42}\\u0043\\n") == "ABC\\n");
  CHECK(in_our_regex("[^\\]\\-x]") == in_our_regex("[^x\\-\\]]"));
}

TEST_CASE("regular expressions of other tools: case, for all or a group") {
  CHECK(in_our_regex("ab", "i") == "[Aa][Bb]");
  CHECK(in_our_regex("a(?i:b)c") == "a[Bb]c");
  CHECK(in_our_regex("[^a]", "i") == in_our_regex("[^aA]"));
}

TEST_CASE("regular expressions of other tools: white space, comments, and line ends for a dot") {
  CHECK(in_our_regex("a [ #] + # a comment\n | \\ b", "x") == "a[ #]+| b");
  CHECK(in_our_regex(".[^\n]", "s") == "[\\s\\S].");
  CHECK(in_our_regex("(?s:.).") == "[\\s\\S].");
}

TEST_CASE("regular expressions of other tools: what a token cannot have is left out and said") {
  CHECK(left_out_of("^a") == "an anchor");
  CHECK(left_out_of("a(?!b)") == "look-around");
  CHECK(left_out_of("a(?<=b)c") == "look-around");
  CHECK(left_out_of("a").empty());
  CHECK(in_our_regex("a(?!b)c") == "ac");
}

TEST_CASE("regular expressions of other tools: what cannot be read is nothing, however deep") {
  for (const char* const text : {"(", "a)", "[a", "[z-a]", "\\"}) {
    CAPTURE(text);
    CHECK(in_our_regex(text) == "?");
  }
  const std::string deep(100000, '(');
  CHECK(in_our_regex(deep.c_str()) == "?");
}

}  // namespace
}  // namespace grabr
