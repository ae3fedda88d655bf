#include "text/named_value.h"

#include <doctest/doctest.h>

#include "text/error.h"

namespace grabr {
namespace {

constexpr NamedValue<int> kNumbers[] = {{"one", 1}, {"two", 2}, {"three", 3}};

void check_value_refused(const std::string& word, const std::string& message) {
  try {
    parse_enum("--number", word, kNumbers);
    FAIL_CHECK("known");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kInvalid);
    CHECK(error.what() == message);
  }
}

TEST_CASE("a value by its name, and back") {
  const std::span<const NamedValue<int>> numbers = kNumbers;
  CHECK(value_by_name("two", numbers) == 2);
  CHECK(value_by_name("four", numbers) == std::nullopt);
  CHECK(name_of_value(3, numbers) == "three");
  CHECK(parse_enum("--number", "one", kNumbers) == 1);
}

TEST_CASE("what is none is refused with all that are, and the nearest") {
  check_value_refused("six", "invalid value 'six' for --number (one, two, three)");
  check_value_refused("", "invalid value '' for --number (one, two, three)");
  check_value_refused("tree",
                      "invalid value 'tree' for --number (one, two, three)\n"
                      "hint: did you mean three?");
}

}  // namespace
}  // namespace grabr
