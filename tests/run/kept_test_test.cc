#include "run/files/kept_test.h"

#include <doctest/doctest.h>

#include "temporary_folder.h"
#include "text/error.h"

using namespace grabr;

TEST_CASE("a test is kept and read again") {
  const TemporaryFolder folder;
  run::KeptTest kept;
  kept.input = "in.c";
  kept.output = "in.reduced.c";
  kept.grammar = "/g/c.json";
  kept.directory = "/d";
  kept.kept_folder = "/d/.grabr";
  kept.test.command = {"./t.sh", "\xFF"};
  kept.test.timeout_s = 2.5;
  run::keep_test(folder.path(), kept.output, kept);
  const auto found = run::find_kept_tests(folder.path());
  REQUIRE(found.size() == 1);
  CHECK(found[0] == run::kept_test_path(folder.path(), "elsewhere/in.reduced.c"));
  const run::KeptTest read = run::read_kept_test(found[0]);
  CHECK(read.input == kept.input);
  CHECK(read.output == kept.output);
  CHECK(read.grammar == kept.grammar);
  CHECK(read.directory == kept.directory);
  CHECK(read.kept_folder == kept.kept_folder);
  CHECK(read.test.command == kept.test.command);
  CHECK(read.test.timeout_s == 2.5);
}

TEST_CASE("what is no kept test is refused, and what cannot be written left out") {
  const TemporaryFolder folder;
  CHECK(run::find_kept_tests(folder.path() / "none").empty());
  CHECK_THROWS_AS(run::read_kept_test(folder.path() / "none.test"), Error);
  folder.write("a.test", "{\"schema\": \"other\"}");
  CHECK_THROWS_AS(run::read_kept_test(folder.path() / "a.test"), Error);
  folder.write("b.test", "[");
  CHECK_THROWS_AS(run::read_kept_test(folder.path() / "b.test"), Error);
  run::keep_test(folder.path() / "none", "x", {});
}
