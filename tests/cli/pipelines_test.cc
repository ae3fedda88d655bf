// Pipelines of passes on the command line: --strategy, --schedule, --without.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kPipeline = {{"t.sh", kHasBug},
                         {"in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
                         {"mine.txt", "# mine\ndelete sweep\nreplace >= 0.5\nbytes\n"}};
const std::string kToReport = " --fresh --report r.json ./t.sh in.json -o out.json";
const std::string kToShown = kToReport + " && cat out.json";

}  // namespace

TEST_CASE("a file and an option say the same in one language" * doctest::test_suite("many runs")) {
  const Workshop shop(kPipeline);
  const auto reduced = [&](const std::string& options) {
    REQUIRE(shop.grabr(options + kToReport).exit == 0);
    return nlohmann::json::parse(shop.read("r.json"));
  };
  const auto file = reduced("--schedule mine.txt");
  const auto option = reduced("--strategy 'delete sweep; replace least 0.5; bytes'");
  CHECK(file["output"]["sha256"] == option["output"]["sha256"]);
  CHECK(file["tests"]["committed"] == option["tests"]["committed"]);
  CHECK(file["strategy"] == "auto");
  CHECK(option["strategy"] == "delete sweep; replace >= 0.5; bytes");
  for (const char* pass : {"replace", "single-lines"})
    check_contains(option["passes"].dump(), pass);
}

TEST_CASE("any pass is a strategy; one that is left out does not run" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kPipeline),
              {{"--strategy sweep" + kToShown, 0, {}, R"(={ "b": {"c": "BUG"}})"},
               {"--strategy 'auto then hdd'" + kToShown, 0, {}, "=\"BUG\""},
               {"--strategy 'list-elements; byte-runs'" + kToShown, 0, {}, "=BUG"},
               {kToReport + " && cat r.json",
                0,
                {},
                {"\"name\": \"replace\"", "\"name\": \"certificate\""}},
               {"--without replace,reframe,rewrite,certificate" + kToReport +
                " && [ $(wc -c <out.json) -gt 5 ]"},
               {"$ cat r.json", 0, {}, {"!\"name\": \"replace\"", "!\"name\": \"certificate\""}},
               {"--without vulcan" + kToReport, 0, "--without vulcan: auto has no such pass"},
               {"--without replce" + kToReport, 2, "hint: did you mean replace?"},
               {"--strategy hdd --without hdd" + kToReport, 2, "nothing left to do"}});
}
