#include "bench/shootout.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "grammar/analyse/analysis.h"
#include "report/tables/bench_reports.h"
#include "support/grammars.h"

using namespace grabr;

namespace {

ShootoutPlan plan_with(const char* grammar, std::vector<std::string> names) {
  ShootoutPlan plan;
  plan.parser = std::make_shared<const Parser>(support::fixed(grammar));
  for (const std::string& name : names) plan.schedules.push_back(parse_schedule(name));
  plan.inputs = 4;
  return plan;
}

std::vector<ShootoutRecord> records_of(const ShootoutPlan& plan) {
  std::vector<ShootoutRecord> records;
  run_shootout(plan, [&](const ShootoutRecord& record) { records.push_back(record); });
  return records;
}

}  // namespace

TEST_CASE("each strategy runs on each input with one, two and three symbols") {
  const ShootoutPlan plan = plan_with("expr", {"grabr", "auto", "ddmin-2000"});
  const auto records = records_of(plan);
  std::map<std::string, std::size_t> count;
  for (const ShootoutRecord& record : records) {
    CAPTURE(record.strategy);
    ++count[record.strategy];
    CHECK(record.symbols.size() >= 1);
    CHECK(record.symbols.size() <= 3);
    CHECK(record.error.empty());
    CHECK(record.tokens >= 1);
    CHECK(record.bytes <= record.input_bytes);
    CHECK(record.tests <= plan.max_tests);
  }
  CHECK(count.size() == 3);
  CHECK(count["grabr"] >= plan.inputs);
  CHECK(count["grabr"] == count["auto"]);
  // A second run gives the same records.
  const auto again = records_of(plan);
  REQUIRE(again.size() == records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(again[i].tests == records[i].tests);
    CHECK(again[i].bytes == records[i].bytes);
    CHECK(again[i].symbols == records[i].symbols);
  }
}

TEST_CASE("a budget bounds each run") {
  ShootoutPlan plan = plan_with("json", {"ddmin-2000"});
  plan.max_tests = 3;
  for (const ShootoutRecord& record : records_of(plan)) CHECK(record.tests <= 3);
}

TEST_CASE("means and spreads") {
  const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9};
  const Spread spread = spread_of(numbers);
  CHECK(spread.mean == doctest::Approx(5));
  CHECK(spread.deviation == doctest::Approx(2.138).epsilon(0.001));
  CHECK(spread.least == 2);
  CHECK(spread.most == 9);
  CHECK(spread_of({}).mean == 0);
  CHECK(spread_of(std::span(numbers, 1)).deviation == 0);
}
