#include "report/saved/neighbours.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("what a smaller text changes is one stretch") {
  struct Row {
    const char *from, *to;
    std::size_t begin, end;
    const char* by;
  };
  for (const Row& row :
       {Row{"int a; int b;", "int a;", 6, 13, ""}, Row{"f(x + 1)", "f(0)", 2, 7, "0"},
        Row{"aaa", "aa", 2, 3, ""}, Row{"abc", "", 0, 3, ""}, Row{"abc", "abc", 3, 3, ""},
        Row{"x", "yy", 0, 1, "yy"}}) {
    CAPTURE(row.from);
    const TextChange change = change_between(row.from, row.to);
    CHECK(change.begin == row.begin);
    CHECK(change.end == row.end);
    CHECK(change.by == row.by);
  }
}

TEST_CASE("the narrowest neighbours are kept, in their order") {
  const auto neighbour = [](std::size_t begin, std::size_t end, const char* edit) {
    return TriedNeighbour{{begin, end, ""}, "deletion", "pass", 1, edit};
  };
  std::vector<TriedNeighbour> all = {neighbour(0, 500, "too wide"), neighbour(0, 9, "nine"),
                                     neighbour(5, 6, "one"), neighbour(7, 8, "another")};
  keep_narrow(all, 2);
  REQUIRE(all.size() == 2);
  CHECK(all[0].edit == "one");
  CHECK(all[1].edit == "another");
}

TEST_CASE("a text has the number of its first test") {
  TestNumbers numbers;
  TestRecord record;
  for (const char* text : {"a", "b", "a"}) {
    ++record.number;
    record.text = text;
    numbers.on_test(record);
  }
  record.text = "known";
  record.cached = true;
  numbers.on_test(record);
  CHECK(numbers.of("a") == 1);
  CHECK(numbers.of("b") == 2);
  CHECK_FALSE(numbers.of("known"));
}
