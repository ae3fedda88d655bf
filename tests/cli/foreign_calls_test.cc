#include "cli/line/foreign_calls.h"

#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE("calls of cvise and shrinkray work" * doctest::test_suite("many runs")) {
  for (const char* call : {"--interleaving --n 1 ./t.sh in.json", "--no-ui ./t.sh in.json",
                           "--ui basic --no-llm --parallelism 1 --input-type arg ./t.sh in.json"}) {
    CAPTURE(call);
    const Workshop shop;
    shop.program("t.sh", kHasBug);
    shop.write("in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
    const ShellRun run = shop.grabr(call);
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    CHECK(shop.read("in.reduced.json") == "\"BUG\"");
  }
}
