#include "oracle/condition/output_pattern.h"

#include <doctest/doctest.h>

#include "text/error.h"

namespace grabr {
namespace {

bool is_in(const std::string& expression, std::string_view text) {
  return OutputPattern("--stdout", expression).is_in(text);
}

TEST_CASE("lines are what grep takes for lines") {
  CHECK(is_in("^b$", "a\nb\nc\n"));
  CHECK(is_in("a$|^c", "b\nc"));
  CHECK_FALSE(is_in("^b$", "a\nbb\n"));
  CHECK_FALSE(is_in("a.b", "a\nb"));
  CHECK(is_in("a\nb", "a\nb"));
  CHECK(is_in("^$", ""));
  CHECK(is_in("", ""));
  CHECK(is_in("^$", "a\n\n"));
  CHECK_FALSE(is_in("^$", "a\n"));
  CHECK_FALSE(is_in("^x*$", "a\n"));
  CHECK(is_in("a\\n", "a\n"));
  CHECK(is_in("\\n$", "a\n"));
}

TEST_CASE("any bytes can be searched") {
  CHECK(is_in("^x.x$", "x\u00e9x"));
  CHECK(is_in("^x..x\xff$", "x\u00e9x\xff"));
  CHECK(is_in("^a.b$",
              "a\xff"
              "b"));
  CHECK(is_in("\u00e9", "\xff\u00e9"));
  CHECK(is_in("a\xff", "a\xff"));
  CHECK(is_in("\\x{100}", "\u0100"));  // not a byte: always matched as characters
  CHECK(is_in("\\x{100}", "\xff\u0100"));
  using namespace std::string_view_literals;
  CHECK(is_in("^a.b$", "a\0b"sv));
  CHECK(is_in("a\\x00b", "a\0b"sv));
}

TEST_CASE("where the first match is") {
  const std::string text = "a\nbug b1g";
  const auto match = OutputPattern("--stdout", "b[^ ]g").find(text);
  REQUIRE(match);
  CHECK(*match == "bug");
  CHECK(match->data() == text.data() + 2);
}

TEST_CASE("megabytes do not matter") {
  const std::string text(std::size_t{1} << 24, 'a');
  CHECK_FALSE(is_in("(a*)*b", text));
  CHECK_FALSE(is_in("(a|aa)+$x", text));
}

void check_wrong(const std::string& expression, const std::string& message) {
  CAPTURE(expression);
  try {
    OutputPattern("--stderr", expression);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    const std::string text = error.what();
    const std::size_t hint = text.find("\nhint: ");
    CHECK(text.substr(0, hint) == "--stderr: not a regular expression: " + message);
    CHECK(hint != std::string::npos);
  }
}

TEST_CASE("what is wrong in an expression, and where") {
  check_wrong("ab[c", "missing ]\n  ab[c\n    ^~");
  check_wrong("ab(c", "missing )\n  ab(c");
  check_wrong("a**", "bad repetition operator\n  a**\n   ^~");
  check_wrong("*a", "no argument for repetition operator\n  *a\n  ^");
  check_wrong("\u00e9\t\\y", "invalid escape sequence\n  \u00e9\\t\\y\n     ^~");
  check_wrong("(?=a)b", "invalid perl operator\n  (?=a)b\n  ^~~");
  check_wrong("a\\1", "invalid escape sequence\n  a\\1\n   ^~");
}

}  // namespace
}  // namespace grabr
