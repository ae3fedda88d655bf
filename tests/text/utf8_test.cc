#include "text/utf8.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grabr {
namespace {

void check_lengths(const std::string& text, const std::vector<std::size_t>& expected) {
  CAPTURE(text);
  std::vector<std::size_t> lengths;
  for (std::size_t at = 0; at < text.size(); at += lengths.back()) {
    lengths.push_back(code_point_length(text, at));
  }
  CHECK(lengths == expected);
}

TEST_CASE("code points are cut as Unicode defines them") {
  check_lengths("", {});
  check_lengths("ab", {1, 1});
  check_lengths("é", {2});
  check_lengths("€a", {3, 1});
  check_lengths("😀", {4});
}

TEST_CASE("bytes that are no UTF-8 stand alone") {
  check_lengths("\x80", {1});
  check_lengths("\xC3", {1});
  check_lengths("\xC3z", {1, 1});
  check_lengths("\xC0\x80", {1, 1});         // overlong
  check_lengths("\xE0\x80\x80", {1, 1, 1});  // overlong
  check_lengths("\xF0\x80\x80\x80", {1, 1, 1, 1});
  check_lengths("\xED\xA0\x80", {1, 1, 1});         // surrogate
  check_lengths("\xF4\x90\x80\x80", {1, 1, 1, 1});  // above U+10FFFF
  check_lengths("\xE2\x82", {1, 1});                // cut off
  check_lengths("\xE2\x82z", {1, 1, 1});
  check_lengths("\xFF\xFE", {1, 1});
}

TEST_CASE("the beginning of a text is cut between characters") {
  CHECK(beginning("naïve", 6) == "naïve");
  CHECK(beginning("naïve", 4) == "naï…");
  CHECK(beginning("naïve", 3) == "na…");
  CHECK(beginning("", 0) == "");
}

TEST_CASE("values and widths") {
  CHECK(code_point_value("a") == U'a');
  CHECK(code_point_value("é") == U'é');
  CHECK(code_point_value("€") == U'€');
  CHECK(code_point_value("😀") == U'😀');
  CHECK(code_point_value("\xFF") == U'\uFFFD');
  CHECK(display_width(U'a') == 1);
  CHECK(display_width(U'é') == 1);
  CHECK(display_width(U'漢') == 2);
  CHECK(display_width(U'😀') == 2);
  CHECK(display_width(U'\u0301') == 0);
}

}  // namespace
}  // namespace grabr
