// Pipelines of passes on the command line: --strategy, --schedule, --without.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct PipelineShop : Workshop {
  PipelineShop() {
    program("t.sh", kHasBug);
    write("in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
  }

  /// What is left, and the report.
  std::pair<std::string, nlohmann::json> reduce(const std::string& options) const {
    CAPTURE(options);
    const ShellRun run = grabr(options + " --fresh --report r.json ./t.sh in.json -o out.json");
    CAPTURE(run.errors);
    REQUIRE(run.exit == 0);
    return {read("out.json"), nlohmann::json::parse(read("r.json"))};
  }
};

std::set<std::string> passes_in(const nlohmann::json& report) {
  std::set<std::string> names;
  for (const auto& pass : report["passes"]) names.insert(pass["name"].get<std::string>());
  return names;
}

}  // namespace

TEST_CASE("a file and an option say the same in one language" * doctest::test_suite("many runs")) {
  const PipelineShop shop;
  shop.write("mine.txt", "# mine\ndelete sweep\nreplace >= 0.5\nbytes\n");
  const auto [by_file, file] = shop.reduce("--schedule mine.txt");
  const auto [by_option, option] =
      shop.reduce("--strategy 'delete sweep; replace least 0.5; bytes'");
  CHECK(by_file == by_option);
  CHECK(file["tests"]["committed"] == option["tests"]["committed"]);
  CHECK(file["strategy"] == "auto");
  CHECK(option["strategy"] == "delete sweep; replace >= 0.5; bytes");
  CHECK(passes_in(option).contains("replace"));
  CHECK(passes_in(option).contains("single-lines"));
}

TEST_CASE("a pass over a tree or over bytes is a strategy, too" *
          doctest::test_suite("many runs")) {
  const PipelineShop shop;
  CHECK(shop.reduce("--strategy sweep").first == R"({ "b": {"c": "BUG"}})");
  CHECK(shop.reduce("--strategy 'auto then hdd'").first == "\"BUG\"");
  CHECK(shop.reduce("--strategy 'list-elements; byte-runs'").first == "BUG");
}

TEST_CASE("a pass that is left out does not run; one that is not there is said") {
  const PipelineShop shop;
  const auto [with, all] = shop.reduce("");
  const auto [without, some] = shop.reduce("--without replace,reframe,rewrite,certificate");
  CHECK(passes_in(all).contains("replace"));
  CHECK_FALSE(passes_in(some).contains("replace"));
  CHECK_FALSE(passes_in(some).contains("certificate"));
  CHECK(without.size() > with.size());

  const ShellRun absent = shop.grabr("--without vulcan ./t.sh in.json -o out.json");
  CHECK(absent.exit == 0);
  check_contains(absent.errors, "--without vulcan: auto has no such pass");
  const ShellRun unknown = shop.grabr("--without replce ./t.sh in.json -o out.json");
  CHECK(unknown.exit == 2);
  check_contains(unknown.errors, "hint: did you mean replace?");
  const ShellRun nothing = shop.grabr("--strategy hdd --without hdd ./t.sh in.json -o out.json");
  CHECK(nothing.exit == 2);
  check_contains(nothing.errors, "nothing left to do");
}
