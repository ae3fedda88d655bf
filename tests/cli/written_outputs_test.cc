#include "run/files/written_outputs.h"

#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kWritten = {{"t.sh", kHasBug}, {"in.txt", "one\nBUG\nthree\n"}};

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
  // Overwriting this file loses nothing.
  CHECK(written.has_written(folder.path() / "none.txt"));
  CHECK(written.has_written(folder.write("empty.txt", "")));
}

TEST_CASE("a file of somebody's in the result's place is moved, not replaced") {
  const Workshop outputs(kWritten);
  outputs.write("in.reduced.txt", "made by hand\n");
  check_calls(outputs, {{"./t.sh in.txt", 0, "it is now in.reduced.txt.orig"},
                        {"$ cat in.reduced.txt.orig in.reduced.txt", 0, {}, "=made by hand\nBUG"},
                        // A result that the user has edited belongs to the user.
                        {"$ echo BUG, changed >in.reduced.txt"},
                        {"-q ./t.sh in.txt", 0, "="},
                        {"$ cat in.reduced.txt.orig.2", 0, {}, "=BUG, changed\n"}});
}

TEST_CASE("the same call goes on without fuss, with another test and after --fresh, too" *
          doctest::test_suite("many runs")) {
  const Workshop outputs(kWritten);
  for (const std::string call :
       {"./t.sh in.txt", "./t.sh in.txt", "--fresh ./t.sh in.txt", "-c 'grep -q three @@' in.txt",
        "--stop-at 90% --fresh ./t.sh in.txt", "-o in.reduced.txt ./t.sh in.txt", "./t.sh in.txt",
        "-o both/ ./t.sh in.txt", "./t.sh in.txt",
        // An output name that the user gave is used as it is.
        "-o t.sh.copy ./t.sh in.txt"}) {
    check_calls(
        outputs,
        {{"$ cp t.sh t.sh.copy"}, {call, 0, "!was there"}, {"$ test -e in.reduced.txt.orig", 1}});
  }
  CHECK(outputs.read("t.sh.copy") == "BUG");
}

TEST_CASE("a result is known after a kill at any moment" * doctest::test_suite("many runs")) {
  const Workshop outputs(kWritten);
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "line " + std::to_string(i) + "\n";
  outputs.write("in.txt", lines + "BUG\n" + lines);
  const std::string call = "\"$GRABR\" -q --fresh --strategy ddmin-2000:lines ./t.sh in.txt";
  for (const std::string pause : {"0.05", "0.2", "0.4"}) {
    outputs.shell(call + " & pid=$!; sleep " + pause + "; kill -KILL $pid; wait $pid");
    check_calls(outputs, {{"$ test -e in.reduced.txt.orig", 1}});
  }
  check_calls(outputs, {{"$ " + call + "; test -e in.reduced.txt.orig", 1},
                        {"$ grep -q BUG in.reduced.txt"}});
}

TEST_CASE("where the result has no place, and an input that is write-protected") {
  check_calls(Workshop(kWritten),
              {{"$ mkdir in.reduced.txt; \"$GRABR\" ./t.sh in.txt", 1,
                "cannot write in.reduced.txt: it is a folder\n"
                "hint: --output FILE puts the result elsewhere"},
               {"$ rmdir in.reduced.txt; chmod a-w in.txt; \"$GRABR\" -I ./t.sh in.txt", 1,
                "in.txt is write-protected\n"
                "hint: without --in-place the result is in in.reduced.txt"},
               {"$ cat in.txt", 0, {}, "=one\nBUG\nthree\n"},
               {"./t.sh in.txt"},
               {"--fresh ./t.sh in.txt"}});
}
