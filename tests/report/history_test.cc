#include "report/trace/history.h"

#include <doctest/doctest.h>

#include <fstream>

#include "temporary_folder.h"
#include "text/error.h"
#include "text/file.h"

using namespace grabr;

namespace {

void take_step(HistoryWriter& history, std::uint64_t test, const std::string& text) {
  TestRecord record;
  record.number = test;
  record.text = text;
  record.pass = "sweep";
  record.edit = "delete \xff";
  record.accepted = true;
  history.on_test(record);
  history.on_best(text);
}

}  // namespace

TEST_CASE("the texts of all steps are read back, bytes that are no UTF-8 too") {
  const TemporaryFolder folder;
  const std::string original = "one\ntwo \xff\xfe three\nfour\n";
  {
    HistoryWriter history(folder.path(), "a/in.c", original);
    history.on_best(original);
    take_step(history, 3, "one\n\xff\xfe\x80 three\n");
    take_step(history, 9, "");
  }
  const auto path = history_path(folder.path(), "in.c");
  const std::vector<HistoryStep> steps = read_history(path);
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].text == original);
  CHECK(steps[1].text == "one\n\xff\xfe\x80 three\n");
  CHECK(steps[1].test == 3);
  CHECK(steps[1].pass == "sweep");
  CHECK(steps[2].text.empty());
  CHECK(steps[2].number == 2);

  // The process is killed in the middle of a line.
  std::ofstream(path, std::ios::app) << "{\"step\":3,\"te";
  CHECK(read_history(path).size() == 3);
  // Another history starts from the beginning.
  { const HistoryWriter history(folder.path(), "in.c", "x"); }
  CHECK(read_history(path).empty());
}

TEST_CASE("a history that is not there, or of another original, is refused with a word") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(read_history(folder.path() / "none.history"), Error);
  {
    HistoryWriter history(folder.path(), "in.c", "a long text that loses much");
    history.on_best("much");
  }
  folder.write("in.c.original", "short");
  CHECK_THROWS_AS(read_history(history_path(folder.path(), "in.c")), Error);
}
