#include "report/form/text_table.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("columns stand under each other") {
  CHECK(text_table({{"name", "n"}, {"a", "10"}, {"é", "7", "more"}}, "lrl") ==
        "name   n\na     10\né      7  more\n");
  CHECK(text_table({}, "l").empty());
  CHECK(text_table({{}}, "").find_first_not_of('\n') == std::string::npos);
}

TEST_CASE("CSV quotes what it must") {
  CHECK(csv_table({{"a", "b,c", "say \"x\"", "", "two\nlines"}}) ==
        "a,\"b,c\",\"say \"\"x\"\"\",,\"two\nlines\"\n");
}

TEST_CASE("numbers have as many digits as asked for") {
  CHECK(fixed_number(1.26, 1) == "1.3");
  CHECK(fixed_number(0, 3) == "0.000");
}
