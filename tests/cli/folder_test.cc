// A folder as the input.
#include <doctest/doctest.h>

#include <filesystem>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct FolderBench : Workshop {
  FolderBench() {
    for (const char* folder : {"proj/src", "proj/include", "proj/data"}) {
      std::filesystem::create_directories(path() / folder);
    }
    write("proj/README", "words");
    write("proj/src/a.c", "#include \"deep.h\"\nint a; int b;\n");
    write("proj/src/other.c", "int other;\n");
    write("proj/include/deep.h", "int c;\nint BUG;\n");
    write("proj/data/bytes.bin", std::string("\x7f\0\xff\xfe", 4) + std::string(3000, '\x01'));
    // What is in a.c and what it includes must have both.
    program("t.sh",
            "#!/bin/sh\ngrep -qs 'int b' src/a.c && { grep -qs BUG src/a.c || "
            "{ grep -qs 'include.*deep.h\"' src/a.c && grep -qs BUG include/deep.h; }; }\n");
  }

  /// All that is kept of its run.
  std::string record() const {
    return shell("cat .grabr/*.status; cd .grabr/*.turns && tail -n +1 -- *").output;
  }
  bool has(const std::string& name) const { return std::filesystem::exists(path() / name); }
};

}  // namespace

TEST_CASE("a folder is reduced: files go, are put together, and become smaller") {
  const FolderBench bench;
  const ShellRun run = bench.grabr("--trace t.jsonl ./t.sh proj");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  const std::string result = bench.read("proj.reduced/src/a.c");
  check_contains(result, "BUG");
  CHECK(result.find("include") == result.npos);
  CHECK(result.size() < 16);
  for (const char* gone : {"README", "include", "data", "src/other.c"}) {
    CHECK(!bench.has("proj.reduced/" + std::string(gone)));
  }
  CHECK(bench.read("proj/README") == "words");
  check_contains(run.errors, "5 → 1 files");
  check_contains(bench.read("t.jsonl"), "src/a.c");

  // It has a page, by the folder or its result, and a table.
  for (const char* name : {"proj", "proj.reduced/"}) {
    CHECK(bench.grabr("report --html page.html " + std::string(name)).exit == 0);
    const std::string page = bench.read("page.html");
    check_contains(page, R"("kind":"turns")");
    check_contains(page, R"({"name":"src/a.c","bytes":[32,)");
    check_contains(page, R"({"name":"README","bytes":[5,null]})");
    check_contains(bench.grabr("show " + std::string(name)).output, "gone");
  }

  // The same call again runs next to no test, and leaves the record of the one that did.
  const std::string record = bench.record();
  check_contains(bench.grabr("./t.sh proj").errors, "already finished");
  CHECK(bench.read("proj.reduced/src/a.c") == result);
  CHECK(bench.record() == record);
  check_contains(bench.grabr("show proj").output, "gone");
}

TEST_CASE("another folder, test or search of the same name has a record of its own" *
          doctest::test_suite("many runs")) {
  const FolderBench bench;
  bench.program("other.sh", "#!/bin/sh\nexec \"$GRABR_DIR/t.sh\"\n");
  CHECK(bench.grabr("-q ./t.sh proj").exit == 0);
  std::string record = bench.record();
  const auto takes_its_place = [&](const std::string& arguments) {
    CAPTURE(arguments);
    const ShellRun run = bench.grabr(arguments);
    CHECK(run.exit == 0);
    CHECK(run.errors.find("already finished") == run.errors.npos);
    CHECK(bench.record() != record);
    record = bench.record();
    CHECK(bench.shell("find .grabr -name '*.before'").output.empty());
  };
  takes_its_place("--fresh ./t.sh proj");
  takes_its_place("./other.sh proj");
  takes_its_place("--strategy dd-min ./t.sh proj");
  bench.write("proj/src/other.c", "int another;\n");
  takes_its_place("--strategy dd-min ./t.sh proj");
  CHECK(bench.grabr("-q --max-tests 1 --fresh ./t.sh proj").exit == 6);
  CHECK(bench.grabr("-q -c false proj").exit == 3);
  check_contains(bench.grabr("status proj").output, "ended with status 6");
}

TEST_CASE("a folder's result and trace do not depend on how many tests run at once" *
          doctest::test_suite("many runs")) {
  const FolderBench bench;
  CHECK(bench.grabr("-q -j1 --fresh --trace one.jsonl -o one ./t.sh proj").exit == 0);
  CHECK(bench.grabr("-q -j4 --fresh --trace four.jsonl -o four ./t.sh proj").exit == 0);
  CHECK(bench.shell("diff -r one four").exit == 0);
  CHECK(bench.read("one.jsonl") == bench.read("four.jsonl"));
}

TEST_CASE("what is excluded stays as it is, and so does all that is not included") {
  const FolderBench bench;
  const ShellRun run = bench.grabr("-q --exclude include --exclude '*.bin' ./t.sh proj");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.read("proj.reduced/include/deep.h") == bench.read("proj/include/deep.h"));
  CHECK(bench.read("proj.reduced/data/bytes.bin") == bench.read("proj/data/bytes.bin"));
  CHECK(!bench.has("proj.reduced/README"));
  CHECK(bench.grabr("-q --include 'src/*' -o only ./t.sh proj").exit == 0);
  CHECK(bench.read("only/README") == "words");
  CHECK(!bench.has("only/src/other.c"));
}

TEST_CASE("an archive is unpacked, reduced and packed again" * doctest::test_suite("many runs")) {
  const FolderBench bench;
  CHECK(bench.shell("tar -czf proj.tar.gz -C proj .").exit == 0);
  const ShellRun run = bench.grabr("--unpack ./t.sh proj.tar.gz");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  CHECK(bench.shell("tar -tzf proj.reduced.tar.gz").output == "src/a.c\n");
  check_contains(bench.grabr("--unpack ./t.sh t.sh").errors,
                 "is not an archive that --unpack can read");
  bench.write("torn.tar", "no archive");
  const ShellRun torn = bench.grabr("--unpack ./t.sh torn.tar");
  CHECK(torn.exit == 2);
  check_contains(torn.errors, "cannot unpack");
}

TEST_CASE("a folder's budgets are those of all its turns") {
  const FolderBench bench;
  for (const char* budget : {"3", "8"}) {
    CAPTURE(budget);
    const ShellRun run =
        bench.grabr(std::string("--trace t.jsonl --max-tests ") + budget + " ./t.sh proj");
    CHECK(run.exit == 6);
    check_contains(run.errors, std::string("the budget of ") + budget + " tests is used up");
    CHECK(bench.shell("grep -o '^.\"test\":[0-9]*' t.jsonl | tr -dc '0-9\n' | sort -n | tail -n 1")
              .output == std::string(budget) + "\n");
    CHECK(bench.shell("cd proj.reduced && ../t.sh").exit == 0);
  }
  bench.program("slow.sh", "#!/bin/sh\nsleep 0.1\nexec ./t.sh\n");
  const ShellRun slow = bench.grabr("--copy t.sh --no-preflight --max-time 0.5 ./slow.sh proj");
  CHECK(slow.exit == 6);
  check_contains(slow.errors, "the time of 0.5 s is up");
}

TEST_CASE("what a folder cannot have is refused with a word") {
  const FolderBench bench;
  const auto refused = [&](const std::string& arguments, const std::string& words) {
    CAPTURE(arguments);
    const ShellRun run = bench.grabr(arguments);
    CHECK(run.exit == 2);
    check_contains(run.errors, words);
  };
  refused("--in-place ./t.sh proj", "is for files");
  refused("--strategy ddmax-typo ./t.sh proj", "no strategy is called ddmax-typo");
  refused("--strategy dd-diff ./t.sh proj", "looks for an input that passes");
  refused("--keep-lines 1 ./t.sh proj", "is for files");
  refused("--exclude '*.h' ./t.sh t.sh", "are for folders");
  refused("--exclude '*.rs' ./t.sh proj", "*.rs matches no file in proj");
  refused("--exclude '*' ./t.sh proj", "leave no file to reduce");
  refused("-o proj/out ./t.sh proj", "are inside each other");
  bench.shell("mkdir empty taken; echo a >taken/file");
  refused("./t.sh empty", "nothing to reduce");
  refused("-o taken ./t.sh proj", "is not a result of grabr");
  CHECK(bench.read("taken/file") == "a\n");
}
