#include "run/files/written_outputs.h"

#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct Outputs : Workshop {
  Outputs() {
    program("t.sh", kHasBug);
    write("in.txt", "one\nBUG\nthree\n");
  }
};

}  // namespace

TEST_CASE("what is on record is known again, by its name and contents") {
  const TemporaryFolder folder;
  const WrittenOutputs written(folder.path() / "kept");
  const auto file = folder.write("a.txt", "text");
  CHECK(!written.has_written(file));
  written.note(file, "text");
  CHECK(written.has_written(file));
  written.note(file, "more");
  CHECK(written.has_written(file));
  folder.write("a.txt", "other");
  CHECK(!written.has_written(file));
  CHECK(!written.has_written(folder.write("b.txt", "text")));
  // Nothing is lost with them.
  CHECK(written.has_written(folder.path() / "none.txt"));
  CHECK(written.has_written(folder.write("empty.txt", "")));
}

TEST_CASE("a file of somebody's in the result's place is moved, not replaced") {
  const Outputs outputs;
  outputs.write("in.reduced.txt", "made by hand\n");
  const ShellRun run = outputs.grabr("./t.sh in.txt");
  CHECK(run.exit == 0);
  check_contains(run.errors, "it is now in.reduced.txt.orig");
  CHECK(outputs.read("in.reduced.txt.orig") == "made by hand\n");
  CHECK(outputs.read("in.reduced.txt") == "BUG");
  // A result that a person has changed is that person's.
  outputs.write("in.reduced.txt", "BUG, changed\n");
  CHECK(outputs.grabr("-q ./t.sh in.txt").errors.empty());
  CHECK(outputs.read("in.reduced.txt.orig.2") == "BUG, changed\n");
}

TEST_CASE("the same call goes on without fuss, with another test and after --fresh, too" *
          doctest::test_suite("many runs")) {
  const Outputs outputs;
  const auto check_quiet = [&](const std::string& call) {
    CAPTURE(call);
    const ShellRun run = outputs.grabr(call);
    CHECK(run.exit == 0);
    CHECK(run.errors.find("was there") == std::string::npos);
    CHECK(outputs.files().count("in.reduced.txt.orig") == 0);
  };
  for (const char* const call :
       {"./t.sh in.txt", "./t.sh in.txt", "--fresh ./t.sh in.txt", "-c 'grep -q three @@' in.txt",
        "--stop-at 90% --fresh ./t.sh in.txt", "-o in.reduced.txt ./t.sh in.txt", "./t.sh in.txt",
        "-o both/ ./t.sh in.txt", "./t.sh in.txt"}) {
    check_quiet(call);
  }
  // A name that was given is taken as it is.
  outputs.write("mine.txt", "made by hand\n");
  check_quiet("-o mine.txt ./t.sh in.txt");
  CHECK(outputs.read("mine.txt") == "BUG");
}

TEST_CASE("a result is known after a kill at any moment" * doctest::test_suite("many runs")) {
  const Outputs outputs;
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "line " + std::to_string(i) + "\n";
  outputs.write("in.txt", lines + "BUG\n" + lines);
  const std::string call = "-q --fresh --strategy ddmin-2000:lines ./t.sh in.txt";
  for (const char* const pause : {"0.05", "0.2", "0.4"}) {
    outputs.shell("\"$GRABR\" " + call + " & pid=$!; sleep " + pause +
                  "; kill -KILL $pid; wait $pid");
    CHECK(outputs.files().count("in.reduced.txt.orig") == 0);
  }
  CHECK(outputs.grabr(call).exit == 0);
  CHECK(outputs.files().count("in.reduced.txt.orig") == 0);
  CHECK(outputs.read("in.reduced.txt").find("BUG") != std::string::npos);
}

TEST_CASE("where the result has no place beside its input, the option for another is named") {
  const Outputs outputs;
  std::filesystem::create_directory(outputs.path() / "in.reduced.txt");
  const ShellRun run = outputs.grabr("./t.sh in.txt");
  CHECK(run.exit == 1);
  check_contains(run.errors,
                 "cannot write in.reduced.txt: it is a folder\n"
                 "hint: --output FILE puts the result elsewhere");
}

TEST_CASE("an input that is write-protected is not replaced") {
  const Outputs outputs;
  const ShellRun run = outputs.shell("chmod a-w in.txt; \"$GRABR\" -I ./t.sh in.txt");
  CHECK(run.exit == 1);
  check_contains(run.errors,
                 "in.txt is write-protected\n"
                 "hint: without --in-place the result is in in.reduced.txt");
  CHECK(outputs.read("in.txt") == "one\nBUG\nthree\n");
  CHECK(outputs.grabr("./t.sh in.txt").exit == 0);
  CHECK(outputs.grabr("--fresh ./t.sh in.txt").exit == 0);
}
