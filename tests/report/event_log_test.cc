#include "report/trace/event_log.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("hints of a message are its remedy") {
  const auto parts = split_hints("no\n  line two\nhint: do this\nand that\nhint: or this");
  CHECK(parts.reason == "no\n  line two");
  CHECK(parts.remedy == "do this\nand that\nor this");
  CHECK(split_hints("no\n  hint: this\n").remedy == "this");
  CHECK(split_hints("no").reason == "no");
  CHECK(split_hints("no").remedy == "");
}
