#include "oracle/test/listing.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("a name in a listing is one line, and none leads out of the folder") {
  const std::string name = "a b/50%\n\xff.c";
  CHECK(listed(name) == "a%20b/50%25%0A%FF.c");
  CHECK(names_listed(listed(name) + "\nb") == std::vector<std::string>{name, "b"});
  CHECK(names_listed("../a\n/etc\n%2E%2E/x\n%4\n\n").empty());
}
