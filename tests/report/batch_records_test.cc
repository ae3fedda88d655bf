#include "report/tables/batch_records.h"

#include <doctest/doctest.h>

#include "text/error.h"

using namespace grabr;

namespace {

BatchRecord record(const std::string& name, const std::string& strategy, std::uint64_t tokens,
                   std::uint64_t tests) {
  BatchRecord one;
  one.case_name = name;
  one.strategy = strategy;
  one.options = "--max-tests 9";
  one.input_sha256 = "abc";
  one.test_sha256 = "123";
  one.grammar = "JSON";
  one.input = BatchRecord::Size{100, 50, "abc"};
  one.output = BatchRecord::Size{tokens * 2, tokens, "def"};
  one.tests = tests;
  one.wall_s = 1.5;
  return one;
}

BatchRecord failed(const std::string& name, const std::string& strategy) {
  BatchRecord one = record(name, strategy, 1, 0);
  one.output.reset();
  one.exit = 3;
  one.error = "it does not fail";
  return one;
}

}  // namespace

TEST_CASE("a record is read as it was written") {
  BatchRecord one = record("a", "hddr then hoist", 7, 9);
  one.unresolved = 2;
  one.oracle_s = 0.5;
  one.exit = 6;
  one.curve = {{1, 20, 10}, {4, 14, 7}};
  for (const BatchRecord& written : {one, failed("b", "auto")}) {
    const std::string line = batch_record_json(written);
    CHECK(begins_with_record(line));
    const auto read = read_batch_records(line, "f").records;
    REQUIRE(read.size() == 1);
    CHECK(read[0].key() == written.key());
    CHECK(batch_record_json(read[0]) == line);
  }
}

TEST_CASE("a half written last line is left out, another's line refused") {
  const std::string whole = batch_record_json(record("a", "auto", 1, 2));
  CHECK(read_batch_records("", "f").good_bytes == 0);
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const BatchRecords read = read_batch_records(whole + whole.substr(0, size), "f");
    CHECK(read.records.size() == 1);
    CHECK(read.good_bytes == whole.size());
  }
  CHECK_THROWS_AS(read_batch_records("{}\n" + whole, "f"), Error);
  CHECK_THROWS_AS(read_batch_records("some text\n", "f"), Error);
  CHECK_THROWS_AS(read_batch_records(R"({"schema":"grabr-bench-1"})"
                                     "\n",
                                     "f"),
                  Error);
}

TEST_CASE("records as tables") {
  std::vector<BatchRecord> records = {record("b", "auto", 4, 10), record("a", "hdd", 8, 40),
                                      record("a", "auto", 2, 10), record("b", "hdd", 2, 10),
                                      failed("c", "auto")};
  records[1].exit = 6;
  CHECK(batch_table(records) ==
        "--max-tests 9:\n\n"
        "tokens               input  auto  hdd\n"
        "a                       50     2   8*\n"
        "b                       50     4    2\n"
        "c                       50     !    -\n"
        "geometric mean of 2          2.8  4.0\n"
        "\n"
        "bytes                input  auto  hdd\n"
        "a                      100     4  16*\n"
        "b                      100     8    4\n"
        "c                      100     !    -\n"
        "geometric mean of 2          5.7  8.0\n"
        "\n"
        "tests                input  auto   hdd\n"
        "a                        -    10   40*\n"
        "b                        -    10    10\n"
        "c                        -     !     -\n"
        "geometric mean of 2         10.0  20.0\n"
        "! c, auto: it does not fail\n");
  CHECK(batch_table({}).empty());
}

TEST_CASE("of two records of one reduction the later counts") {
  const std::string table = batch_table({record("a", "auto", 4, 10), record("a", "auto", 7, 10)});
  CHECK(table.find(" 7\n") != std::string::npos);
  CHECK(table.find(" 4\n") == std::string::npos);
}
