#include <doctest/doctest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const Files kVerified = {
    {"t.sh", kHasBug},
    {"in.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})"},
    {"plain.txt", "some text\nwith BUG\nin it\n"},
    {"five.txt", "xBUGy"},
    {"needed.txt", "BUG\n"},
    {"copy.sh", "#!/bin/sh\ngrep -q -f needed.txt in.json\n"},
    {"stdin.sh", "#!/bin/sh\n[ $# = 0 ] && grep -q BUG\n"},
    {"error.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && { echo it\\'s BUG >&2; exit 3; }\n"},
    {"same.sh", "#!/bin/sh\ngrep -c BUG \"$1\"\n"},
    {"second.sh", "#!/bin/sh\n[ \"$1\" = 'two words' ] && grep -q BUG \"$2\"\n"},
    {"unsure.sh",
     "#!/bin/sh\ngrep -q BUG \"$1\" && exit 0\ngrep -q '^BU$' \"$1\" && exit 125\nexit 1\n"},
    {"slow.sh", "#!/bin/sh\ngrep -q BUG \"$1\" && exec sleep 1000\nexit 1\n"},
    {"tired.sh",
     "#!/bin/sh\ncd \"$GRABR_DIR\"\n[ -e broken ] && [ -e used ] && exit 1\n"
     "[ -e broken ] && : > used\ngrep -q BUG \"$1\"\n"},
    // Inputs that need each other, and two that do not matter.
    {"set.sh",
     "#!/bin/sh\n[ -s a.txt ] && grep -qF \"$(cat a.txt)\" b.txt && [ -e c.json ] && [ -e empty "
     "]\n"},
    {"a.txt", "foo"},
    {"b.txt", "say foobar"},
    {"c.json", "[1, 2]"},
    {"empty", ""}};
const std::string kSet = "./set.sh a.txt b.txt c.json empty";

const std::string kReport = "-q --fresh --report r.json ";
/// Asks for all parts of the certificate.
const std::string kAll = kReport + "--strategy 'auto then certificate' ";
const std::string kByText = kReport + "--unit lines --strategy ddmin-2000 ";
const std::string kLeftEarly = kReport + "--max-tests 1 --strategy sweep ./t.sh in.json";

const CallRow kConfirmed = {"verify r.json", 0, "confirmed"};

Json certificate_in(const Workshop& shop) {
  return Json::parse(shop.read("r.json"))["certificate"];
}

}  // namespace

TEST_CASE("a minimal result is confirmed, kind by kind, and nothing is written" *
          doctest::test_suite("many runs")) {
  const Workshop shop(kVerified);
  check_calls(shop, {{kAll + "./t.sh in.json"}});
  const Json certificate = certificate_in(shop);
  CHECK(certificate["minimal"] == true);
  CHECK(certificate["why_not_minimal"] == nullptr);
  CHECK(certificate["complete"] == true);
  CHECK(certificate["tested"] == certificate["neighbours"]);
  CHECK(certificate["neighbours"] > 0);
  CHECK(certificate["fail"] == 0);
  const auto files = shop.files();
  check_calls(shop, {{"$ cp in.reduced.json \"$OUT\""},
                     {"verify r.json",
                      0,
                      "confirmed: in.reduced.json fails, and none of its ",
                      {"kind", "\ndeletion ", "\ncheapest text ", "\nhoist ", "\nall "}},
                     {"$ cmp in.reduced.json \"$OUT\""},
                     {"verify -q r.json 2>&1", 0, {}, "="}});
  CHECK(shop.files() == files);
}

TEST_CASE("any number of tests at once says the same, and a sample for the same seed") {
  const Workshop shop(kVerified);
  const auto said = [&](const std::string& arguments) {
    return shop.grabr("verify " + arguments + " r.json 2>&1; echo $?").output;
  };
  shop.grabr(kReport + "--max-tests 0 --strategy gopinath:lines ./t.sh plain.txt");
  for (const std::string sample : {"", "--sample 3"})
    CHECK(said("-j 1 " + sample) == said("-j 4 " + sample));
  shop.grabr(kLeftEarly);
  const std::string one = said("--sample 4 --seed 7");
  check_contains(one, "of 4 ");
  CHECK(said("--sample 4 --seed 7") == one);
  CHECK(said("--sample " + certificate_in(shop)["neighbours"].dump()) == said(""));
}

TEST_CASE("tests are made again as they were, from any folder" * doctest::test_suite("many runs")) {
  const Workshop shop(kVerified);
  for (const std::string call :
       {"./t.sh in.json", "'./second.sh \"two words\"' in.json", "--repeat 2 ./t.sh in.json",
        "--copy needed.txt ./copy.sh in.json", "--input-via stdin --no-arg ./stdin.sh in.json",
        "-c 'grep -q BUG @@' in.json", "--memory 4000 --no-aslr -t ./t.sh -i in.json",
        "--exit 3 --stderr \"it's +BUG\" -i in.json -- ./error.sh @@",
        "--differs 'grep -c NOBUG @@' -i in.json -- grep -c BUG @@",
        "--same-as-original -i in.json -- ./same.sh", "-o sub/ ./t.sh in.json", "./t.sh plain.txt",
        // An input that was replaced by its result is compared with its backup.
        "-I --same-as-original -i in.json -- ./same.sh"}) {
    check_calls(shop, {{(call.ends_with("txt") ? kByText : kAll) + call},
                       {"$ report=$PWD/r.json && cd / && \"$GRABR\" verify \"$report\""}});
  }
}

TEST_CASE("a result on standard output, or moved, is where one says") {
  check_calls(Workshop(kVerified), {{kAll + "-o - ./t.sh in.json > kept.json"},
                                    {"verify r.json", 2, "hint: --result FILE"},
                                    {"verify --result kept.json r.json", 0, "confirmed"}});
}

TEST_CASE("another result, test, grammar or count is found out") {
  check_calls(
      Workshop(kVerified),
      {{"$ cp \"$GRABR_GRAMMARS/json.json\" g.json"},
       {kAll + "-g g.json ./t.sh in.json"},
       {"$ echo >>in.reduced.json; \"$GRABR\" verify r.json", 7, "is not the result of the report"},
       {"$ printf '\"BUG\"' >in.reduced.json"},
       kConfirmed,
       {"$ echo '# as before' >>t.sh; \"$GRABR\" verify r.json", 7,
        "the test is not the one of the report"},
       {"verify --changed-test r.json", 0, "confirmed"},
       {"$ printf '#!/bin/sh\\nfalse\\n' >t.sh; \"$GRABR\" verify --changed-test r.json", 3,
        "the result no longer fails"},
       {"$ printf '#!/bin/sh\\n[ -s \"$1\" ]\\n' >t.sh; \"$GRABR\" verify --changed-test r.json", 9,
        "not minimal"},
       {"$ printf '#!/bin/sh\\ngrep -q BUG \"$1\"\\n' >t.sh; echo >>g.json; \"$GRABR\" verify "
        "r.json",
        7, "the grammar g.json has changed"},
       {"verify -g json r.json", 0, "confirmed"}});
  const Workshop counted(kVerified);
  check_calls(counted, {{kAll + "./t.sh in.json"}});
  Json report = Json::parse(counted.read("r.json"));
  Json& row = report["certificate"]["kinds"][1];
  row["neighbours"] = row["neighbours"].get<int>() + 1;
  counted.write("r.json", report.dump());
  check_calls(counted, {{"verify r.json", 9, "the report is wrong"}});
}

TEST_CASE(
    "a neighbour that still fails is named; what cannot be told is shown, and is no failure") {
  const Workshop shop(kVerified);
  check_calls(shop, {{kLeftEarly, 6}});
  const Json early = certificate_in(shop);
  CHECK(early["minimal"] == false);
  CHECK(early["tested"] < early["neighbours"]);
  check_contains(early["why_not_minimal"], "were not tested; grabr verify");
  check_calls(
      shop,
      {{"verify r.json", 9, {"grabr: still fails: delete ", "which leaves ", "not minimal: "}},
       {"$ [ $(wc -c <in.reduced.json) -gt 5 ]"},
       {kReport + "--unit chars --strategy ddmin-2000 ./unsure.sh five.txt"}});
  Json unsure = certificate_in(shop);
  const Json told = {{"of", "text"},
                     {"unit", "chars"},
                     {"neighbours", 3},
                     {"tested", 2},
                     {"unresolved", 1},
                     {"minimal", false},
                     {"why_not_minimal", "1 of 3 neighbours cannot be decided: unresolved"}};
  for (const auto& entry : told.items()) CHECK(unsure[entry.key()] == entry.value());
  check_calls(shop, {{"verify r.json", 0, "none of its 3 neighbours does; 1 cannot be decided"}});
}

TEST_CASE("a test that stops working, or would be ended too early, confirms nothing") {
  check_calls(
      Workshop(kVerified),
      {{kAll + "./tired.sh in.json"},
       kConfirmed,
       // The script mentions the file, so the test counts as changed.
       {"$ : >broken; \"$GRABR\" verify r.json", 7, "the test is not the one of the report"},
       {"verify --changed-test r.json", 3, "the result no longer failed after"},
       {kByText + "--hang 0.4 -i plain.txt -- ./slow.sh @@"},
       {"verify --timeout 0.2 r.json", 2,
        "--timeout 0.2 s would end a test before --hang 0.4 s can be decided"},
       kConfirmed});
}

TEST_CASE("what is not a report with a certificate is refused") {
  const Workshop shop(kVerified);
  const auto refused = [&](const std::function<void(Json&)>& change, const std::string& words) {
    Json report = Json::parse(shop.read("good.json"));
    change(report);
    shop.write("r.json", report.dump());
    check_calls(shop, {{"verify r.json", 2, words}});
  };
  check_calls(shop, {{"verify missing.json", 2, "missing.json"},
                     {kReport + "./t.sh in.json && mv r.json good.json"}});
  refused([](Json& report) { report = Json::object(); }, "this is not a grabr report");
  refused([](Json& report) { report = Json::array(); }, "the report contains no reduction");
  refused([](Json& report) { report = {Json::object()}; }, "this is not a grabr report");
  refused([](Json& report) { report["certificate"] = nullptr; }, "has no certificate");
  refused([](Json& report) { report["oracle"].erase("test"); },
          ": `oracle.test` is missing\nhint: grabr reads this as a report of a reduction");
  refused([](Json& report) { report["oracle"]["test"]["colour"] = "red"; },
          "unknown field in the saved test: colour");
  refused([](Json& report) { report["schema"] = "grabr-report-3"; },
          "the report is of another kind");
}

TEST_CASE("of several inputs each result is confirmed beside the others" *
          doctest::test_suite("many runs")) {
  const std::pair<std::string, std::string> rows[] = {{"", "a.reduced.txt"},
                                                      {"-I ", "a.txt"},
                                                      {"-o out/ ", "out/a.txt"},
                                                      {"--style pretty ", "a.reduced.txt"}};
  for (const auto& [options, result] : rows) {
    const Workshop shop(kVerified);
    check_calls(shop, {{kReport + options + kSet}});
    const auto files = shop.files();
    check_calls(shop,
                {{"verify r.json", 0, "confirmed: " + result + " fails", result + ":\nkind "},
                 {"$ report=$PWD/r.json && cd / && \"$GRABR\" verify -q \"$report\"", 0, "="}});
    CHECK(shop.files() == files);
  }
  // If the reduction of a set was stopped early, the finished part is checked.
  for (const std::string budget : {"1", "4", "7"}) {
    check_calls(Workshop(kVerified),
                {{kReport + "--max-tests " + budget + " " + kSet, 6},
                 {"verify r.json; status=$?; [ $status = 0 -o $status = 9 ]"}});
  }
}

TEST_CASE("of several inputs changes are found out in any") {
  check_calls(
      Workshop(kVerified),
      {{kReport + kSet},
       {"$ cp b.reduced.txt b; echo >>b.reduced.txt; \"$GRABR\" verify r.json", 7,
        "b.reduced.txt is not the result of the report"},
       {"$ cp b b.reduced.txt; \"$GRABR\" verify --result b.reduced.txt r.json", 2,
        "--result names one result"},
       {"$ echo >>set.sh; \"$GRABR\" verify r.json", 7, "the test is not the one of the report"},
       {"$ printf '#!/bin/sh\\n[ -s a.txt ] && [ -e b.txt ]\\n' >set.sh"},
       {"verify --changed-test r.json", 9, {"confirmed: a.reduced.txt fails", "not minimal"}}});
}
