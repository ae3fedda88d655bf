// A folder as the input.
#include <doctest/doctest.h>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kProject = {
    {"proj/README", "words"},
    {"proj/src/a.c", "#include \"deep.h\"\nint a; int b;\n"},
    {"proj/src/other.c", "int other;\n"},
    {"proj/include/deep.h", "int c;\nint BUG;\n"},
    {"proj/data/bytes.bin", std::string("\x7f\0\xff\xfe", 4) + std::string(3000, '\x01')},
    {"taken/file", "a\n"},
    // a.c and the files that it includes must contain both.
    {"t.sh",
     "#!/bin/sh\ngrep -qs 'int b' src/a.c && { grep -qs BUG src/a.c || "
     "{ grep -qs 'include.*deep.h\"' src/a.c && grep -qs BUG include/deep.h; }; }\n"},
    {"other.sh", "#!/bin/sh\nexec \"$GRABR_DIR/t.sh\"\n"},
    {"slow.sh", "#!/bin/sh\nsleep 0.1\nexec ./t.sh\n"}};

/// All that is stored about a run.
const std::string kRecord = "cat .grabr/*.status; cd .grabr/*.turns && tail -n +1 -- *";

}  // namespace

TEST_CASE("a folder is reduced: files go, are put together, and become smaller") {
  const Workshop bench(kProject);
  check_calls(bench, {{"--trace t.jsonl ./t.sh proj", 0, "5 → 1 files"},
                      {"$ cd proj.reduced && find . -type f", 0, {}, "=./src/a.c\n"},
                      {"$ [ $(wc -c <proj.reduced/src/a.c) -lt 16 ] && cat proj.reduced/src/a.c",
                       0,
                       {},
                       {"BUG", "!include"}},
                      {"$ cat proj/README", 0, {}, "=words"},
                      {"$ cat t.jsonl", 0, {}, "src/a.c"}});
  // It has a page, found by the folder or by its result, and a table.
  for (const std::string name : {"proj", "proj.reduced/"}) {
    check_calls(bench, {{"report --html page.html " + name + " && cat page.html",
                         0,
                         {},
                         {R"("kind":"turns")", R"({"name":"src/a.c","bytes":[32,)",
                          R"({"name":"README","bytes":[5,null]})"}},
                        {"show " + name, 0, {}, "gone"}});
  }
  // Repeating the call runs almost no tests, and does not change the record of the first run.
  const std::string record = bench.shell(kRecord).output;
  check_calls(bench, {{"$ cp -r proj.reduced before"},
                      {"./t.sh proj", 0, "already finished"},
                      {"$ diff -r before proj.reduced"},
                      {"$ " + kRecord, 0, {}, "=" + record},
                      {"show proj", 0, {}, "gone"}});
}

TEST_CASE("a command that names files of the folder has them of the candidate") {
  Workshop bench(kProject);
  bench.program("fails.sh",
                "#!/bin/sh\ngrep -q BUG \"$1\" || exit 0\necho 'KeyError: 1' >&2; exit 1\n");
  bench.write("proj/src/b.c", "int b;\nint BUG;\n");
  const std::string names = " -- \"$PWD/fails.sh\" proj/src/b.c";
  check_calls(bench, {{"$ \"$GRABR\" -q proj" + names},
                      {"$ cd proj.reduced && cat $(find . -type f)", 0, {}, "BUG"},
                      {"$ cd proj.reduced && find . -type f", 0, {}, "=./src/b.c\n"},
                      {"$ \"$GRABR\" init ./proj" + names, 0, "--stderr 'KeyError: [0-9]+'"}});
}

TEST_CASE("another folder, test or search of the same name has a record of its own" *
          doctest::test_suite("many runs")) {
  const Workshop bench(kProject);
  CHECK(bench.grabr("-q ./t.sh proj").exit == 0);
  std::string record = bench.shell(kRecord).output;
  for (const std::string call :
       {"--fresh ./t.sh proj", "./other.sh proj", "--strategy dd-min ./t.sh proj",
        "--strategy dd-min ./other.sh proj"}) {
    check_calls(bench,
                {{call, 0, "!already finished"}, {"$ find .grabr -name '*.before'", 0, {}, "="}});
    CHECK(bench.shell(kRecord).output != record);
    record = bench.shell(kRecord).output;
    bench.write("proj/src/other.c", "int another;\n");
  }
  check_calls(bench, {{"-q --max-tests 1 --fresh ./t.sh proj", 6},
                      {"-q -c false proj", 3},
                      {"status proj", 0, {}, "ended with status 6"}});
}

TEST_CASE("a folder's result and trace do not depend on how many tests run at once" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kProject), {{"-q -j1 --fresh --trace one.jsonl -o one ./t.sh proj"},
                                   {"-q -j4 --fresh --trace four.jsonl -o four ./t.sh proj"},
                                   {"$ diff -r one four && cmp one.jsonl four.jsonl"}});
}

TEST_CASE("what is excluded stays as it is, and so does all that is not included") {
  check_calls(Workshop(kProject),
              {{"-q --exclude include --exclude '*.bin' ./t.sh proj"},
               {"$ cmp proj.reduced/include/deep.h proj/include/deep.h"},
               {"$ cmp proj.reduced/data/bytes.bin proj/data/bytes.bin"},
               {"$ test -e proj.reduced/README", 1},
               {"-q --include 'src/*' -o only ./t.sh proj"},
               {"$ cat only/README && [ ! -e only/src/other.c ]", 0, {}, "=words"}});
}

TEST_CASE("an archive is unpacked, reduced and packed again" * doctest::test_suite("many runs")) {
  check_calls(Workshop(kProject),
              {{"$ tar -czf proj.tar.gz -C proj . && echo no archive >torn.tar"},
               {"--unpack ./t.sh proj.tar.gz"},
               {"$ tar -tzf proj.reduced.tar.gz", 0, {}, "=src/a.c\n"},
               {"--unpack ./t.sh t.sh", 2, "is not an archive that --unpack can read"},
               {"--unpack ./t.sh torn.tar", 2, "cannot unpack"}});
}

TEST_CASE("a folder's budgets are those of all its turns") {
  const std::string last =
      "$ grep -o '^.\"test\":[0-9]*' t.jsonl | tr -dc '0-9\n' | sort -n | tail -n 1";
  for (const std::string budget : {"3", "8"}) {
    check_calls(Workshop(kProject),
                {{"--trace t.jsonl --max-tests " + budget + " ./t.sh proj", 6,
                  "the budget of " + budget + (budget == "1" ? " test" : " tests") + " is used up"},
                 {last, 0, {}, "=" + budget + "\n"},
                 {"$ cd proj.reduced && ../t.sh"}});
  }
  check_calls(Workshop(kProject), {{"--copy t.sh --no-preflight --max-time 0.5 ./slow.sh proj", 6,
                                    "the time of 0.5 s is up"}});
}

TEST_CASE("what a folder cannot have is refused with a word") {
  check_refusals(kProject,
                 {{"--in-place ./t.sh proj", 2, "is for files"},
                  {"--strategy ddmax-typo ./t.sh proj", 2, "no strategy is called ddmax-typo"},
                  {"--strategy dd-diff ./t.sh proj", 2, "looks for an input that passes"},
                  {"--keep-lines 1 ./t.sh proj", 2, "is for files"},
                  {"--exclude '*.h' ./t.sh t.sh", 2, "are for folders"},
                  {"--exclude '*.rs' ./t.sh proj", 2, "*.rs matches no file in proj"},
                  {"--exclude '*' ./t.sh proj", 2, "leave no file to reduce"},
                  {"-o proj/out ./t.sh proj", 2, "are inside each other"},
                  {"-o taken ./t.sh proj", 2, "is not a result of grabr"}});
  check_calls(Workshop(kProject),
              {{"$ mkdir empty; \"$GRABR\" ./t.sh empty", 2, "nothing to reduce"}});
}
