#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cli/run_grabr.h"
#include "report/tables/batch_records.h"

using namespace grabr;

namespace {

struct RecordShop : Workshop {
  RecordShop() {
    for (const char* name : {"a", "b", "c"}) add(name);
  }

  void add(const std::string& name) const {
    std::filesystem::create_directories(path() / "cases" / name);
    write("cases/" + name + "/input.json", R"({"a": [1, 2], "b": {"c": "BUG", "d": true}})");
    program("cases/" + name + "/interesting.sh", kHasBug);
  }

  std::size_t records_in(const std::string& file) const {
    const std::string text = read(file);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  /// The file with more tokens of the first case's result.
  void make_worse(const std::string& from, const std::string& to) const {
    BatchRecords read_ones = read_batch_records(read(from), from);
    read_ones.records.front().output->tokens += 5;
    std::string text;
    for (const BatchRecord& record : read_ones.records) text += batch_record_json(record);
    write(to, text);
  }
};

}  // namespace

TEST_CASE("parts of a batch, run apart, are put together and compared") {
  const RecordShop shop;
  for (const char* part : {"1", "2"}) {
    const std::string words =
        std::string("bench -q --shard ") + part + "/2 -o part" + part + " cases";
    REQUIRE(shop.grabr(words).exit == 0);
  }
  CHECK(shop.records_in("part1") == 2);
  CHECK(shop.records_in("part2") == 1);
  REQUIRE(shop.grabr("bench --merge part1 part2 -o all.jsonl").exit == 0);
  CHECK(shop.records_in("all.jsonl") == 3);
  CHECK(shop.grabr("bench --merge part1 part2 all.jsonl -o all2.jsonl").exit == 0);
  CHECK(shop.records_in("all2.jsonl") == 3);

  const ShellRun same = shop.grabr("bench --against all.jsonl all2.jsonl");
  CHECK(same.exit == 0);
  check_contains(same.output, "3 reductions compared: 0 numbers worse, 0 better");
  shop.make_worse("all.jsonl", "worse.jsonl");
  const ShellRun worse = shop.grabr("bench --against all.jsonl worse.jsonl");
  CHECK(worse.exit == 1);
  check_contains(worse.output, "worse:\n  a, auto: ");
  CHECK(shop.grabr("bench --against worse.jsonl all.jsonl").exit == 0);
  CHECK(shop.grabr("bench --tolerance 900 --against all.jsonl worse.jsonl").exit == 0);
  // Run and compared at once: everything is on record.
  CHECK(shop.grabr("bench -q -o all.jsonl --against worse.jsonl cases").exit == 0);

  const ShellRun page = shop.grabr("bench --html - --against worse.jsonl all.jsonl 2>/dev/null");
  CHECK(shop.grabr("bench --html out.html all.jsonl").exit == 0);
  check_contains(shop.read("out.html"), "\"kind\":\"bench\"");
  check_contains(page.output, "\"before\":[{\"case\":\"a\"");
}

TEST_CASE("parts of a batch are named by number and count") {
  const RecordShop shop;
  for (const char* shard : {"0/2", "3/2", "1", "x/2", "1/2/3", "/"}) {
    const ShellRun run = shop.grabr(std::string("bench -q --shard ") + shard + " cases");
    CHECK(run.exit == 2);
    check_contains(run.errors, "the second of five parts");
  }
  CHECK(shop.grabr("bench --merge bench.jsonl cases").exit == 2);
}
