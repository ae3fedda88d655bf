#include "text/escape.h"

#include <doctest/doctest.h>

namespace grabr {
namespace {

using namespace std::string_literals;

void check_quoted(const std::string& bytes, const std::string& expected) {
  CHECK(grabr::quoted(bytes) == "'" + expected + "'");
}

TEST_CASE("printable text stays as it is") {
  check_quoted("", "");
  check_quoted("while (x) { }", "while (x) { }");
  check_quoted("\"", "\"");
  check_quoted("größer 日本 🙂", "größer 日本 🙂");
}

TEST_CASE("control characters, quotes and backslashes are escaped") {
  check_quoted("a\nb\tc\rd", "a\\nb\\tc\\rd");
  check_quoted("\0\x01\x1b[31m\x7f"s, "\\x00\\x01\\x1b[31m\\x7f");
  check_quoted("it's \\n", "it\\'s \\\\n");
  check_quoted("\u0085", "\\xc2\\x85");
  check_quoted("\u202e", "\\xe2\\x80\\xae");
  check_quoted("\u2028", "\\xe2\\x80\\xa8");
  check_quoted("\ufeff{", "\\xef\\xbb\\xbf{");
}

TEST_CASE("lines for a terminal: nothing in them controls it") {
  CHECK(displayed("a\\b\tc\nd\n\n") == "a\\b\tc\nd\n\n");
  CHECK(displayed("").empty());
  CHECK(displayed("\x1b]0;X\a\x1b[2J\b\r\n"s) == "\\x1b]0;X\\x07\\x1b[2J\\x08\\r\n");
  CHECK(displayed("\xc2\x9b"
                  "31m\x9b") == "\\xc2\\x9b31m\\x9b");
  CHECK(displayed("\u202e\u2066\u061c\u200f") ==
        "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xd8\\x9c\\xe2\\x80\\x8f");
}

TEST_CASE("bytes that are no UTF-8 are escaped one by one") {
  check_quoted("\xff", "\\xff");
  check_quoted("a\xc3", "a\\xc3");
  check_quoted("\xc3(", "\\xc3(");
  check_quoted("\xe2\x82", "\\xe2\\x82");
  check_quoted("\xc0\xaf", "\\xc0\\xaf");
  check_quoted("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
  check_quoted("\xed\xa0\x80", "\\xed\\xa0\\x80");
}

TEST_CASE("the quote is chosen, and what else is special") {
  CHECK(grabr::quoted("a\"b'c\\", '"') == "\"a\\\"b'c\\\\\"");
  CHECK(escaped("a'b\\c\n") == "a'b\\\\c\\n");
  CHECK(escaped("a'b\\c\n", "") == "a'b\\c\\n");
}

TEST_CASE("long text is cut between characters, escapes counting as one") {
  CHECK(grabr::quoted("abcdef", '\'', 6) == "'abcdef'");
  CHECK(grabr::quoted("abcdef", '\'', 5) == "'abcde…'");
  CHECK(grabr::quoted("äöü", '\'', 2) == "'äö…'");
  CHECK(grabr::quoted("\n\n\n", '\'', 2) == "'\\n\\n…'");
  CHECK(grabr::quoted("abc", '\'', 0) == "'…'");
  CHECK(escaped("", "", 0).empty());
}

}  // namespace
}  // namespace grabr
