#include "run/files/earlier_record.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <functional>

#include "temporary_folder.h"
#include "text/file.h"

using namespace grabr;

namespace {

namespace fs = std::filesystem;

/// A folder with the record of one run, and another run with the same output.
struct Records : TemporaryFolder {
  EarlierRecord earlier{path(), "elsewhere/out.c"};
  run::Status now;

  Records() {
    now.input = "in.c";
    now.output = "out.c";
    now.bytes_before = 30;
    now.tests = 20;
    now.ended.bytes = now.bytes = 3;
    now.ended.executed = 25;
    now.ended.identity = "id";
    write_record("first");
  }

  void write_record(const std::string& what) {
    PassTally tally;
    {
      run::StatusWriter writer(path(), "out.c", now, tally);
      writer.end(0, now.ended);
    }
    now = run::read_status(path() / "out.c.status");
    for (const char* name : {"out.c.history", "out.c.report", "out.c.test"}) write(name, what);
    write("out.c.original", "original");
  }

  std::string report() const { return read_if_there(path() / "out.c.report"); }
  bool is_tidy() const {
    for (const auto& entry : fs::directory_iterator(path())) {
      if (entry.path().extension() == ".before") return false;
    }
    return true;
  }
};

}  // namespace

TEST_CASE("a run that cannot begin leaves the record of the one before as it was") {
  Records records;
  const std::string status = read_file(records.path() / "out.c.status");
  for (int i = 0; i < 2; ++i) {  // the second run follows a kill
    records.earlier.set_status_aside();
    records.write("out.c.status", "of the new one");
    CHECK(records.report() == "first");
  }
  records.earlier.restore();
  CHECK(read_file(records.path() / "out.c.status") == status);
  CHECK(records.report() == "first");
  CHECK(records.is_tidy());
}

TEST_CASE("the record of a search takes the place of the one before, or leaves it all") {
  for (const bool counts : {false, true}) {
    Records records;
    fs::remove(records.path() / "out.c.test");
    records.earlier.set_status_aside();
    records.earlier.set_all_aside();
    CHECK(records.report().empty());
    records.write_record("second");
    if (counts) records.earlier.drop();
    else records.earlier.restore();
    CHECK(records.report() == (counts ? "second" : "first"));
    CHECK(is_file(records.path() / "out.c.test") == counts);
    CHECK(run::find_statuses(records.path()).size() == 1);
    CHECK(records.is_tidy());
  }
}

TEST_CASE("what repeats a run has the same input, test and outcome, and ran fewer tests") {
  using Change = std::function<void(run::Status&)>;
  const std::pair<bool, Change> rows[] = {
      {true, [](run::Status& now) { now.ended.executed = 1; }},
      {false, [](run::Status& now) { now.ended.executed = 20; }},  // --fresh
      {false, [](run::Status& now) { now.ended.executed = 25; }},
      {false, [](run::Status& now) { now.exit = 6; }},
      {false, [](run::Status& now) { now.ended.identity = "other"; }},
      {false, [](run::Status& now) { now.ended.identity.clear(); }},
      {false, [](run::Status& now) { now.tests = 21; }},
      {false, [](run::Status& now) { now.bytes = 2; }},
      {false, [](run::Status& now) { now.strategy = "ddmin"; }},
  };
  for (const auto& [repeats, change] : rows) {
    Records records;
    records.earlier.set_status_aside();
    records.earlier.set_all_aside();
    run::Status now = records.now;
    now.ended.executed = 1;
    change(now);
    CHECK(records.earlier.is_repeated_by(now) == repeats);
  }
}

TEST_CASE("without an earlier record none comes back") {
  const TemporaryFolder folder;
  const EarlierRecord none(folder.path(), "out.c");
  none.set_status_aside();
  none.set_all_aside();
  CHECK_FALSE(none.has_status());
  CHECK_FALSE(none.is_repeated_by({}));
  folder.write("out.c.history", "new");
  none.restore();
  none.drop();
  CHECK(is_file(folder.path() / "out.c.history"));
}
