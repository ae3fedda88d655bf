#include "reduce/diff/changes.h"

#include <doctest/doctest.h>

#include <string>

namespace grabr {
namespace {

void check_changes(const std::string& before, const std::string& after, Unit unit,
                   std::uint32_t count) {
  CAPTURE(before);
  CAPTURE(after);
  const RemovableList list = change_list(before, after, unit);
  CHECK(list.count == count);
  CHECK(list.render({}).text == before);
  CHECK(list.render(keep_all(list)).text == after);
}

TEST_CASE("none of the changes gives the one text, all of them the other") {
  check_changes("", "", Unit::kChars, 0);
  check_changes("", "abc", Unit::kChars, 3);
  check_changes("abc", "", Unit::kChars, 3);
  check_changes("abc", "axyc", Unit::kChars, 2);
  check_changes("kitten", "sitting", Unit::kChars, 3);
  check_changes("a\nb\nc\n", "a\nc\nd\n", Unit::kLines, 2);
  check_changes("f(a, b);\n", "f(b);\n", Unit::kTokens, 2);
  check_changes("a\n", "a", Unit::kLines, 1);
}

TEST_CASE("parts of a run can be kept") {
  const RemovableList list = change_list("a\nb\nc\n", "a\nx\ny\nc\n", Unit::kLines);
  REQUIRE(list.count == 2);
  CHECK(list.render({0}).text == "a\nx\nc\n");
  CHECK(list.render({1}).text == "a\nb\ny\nc\n");
}

}  // namespace
}  // namespace grabr
