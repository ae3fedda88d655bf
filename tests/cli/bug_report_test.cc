// `grabr show --markdown` and `--pretty`.
#include "cli/command/bug_report.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

struct ReportedBench : Workshop {
  ReportedBench() {
    write("in.json", "[1, {\"a\": [2, 3]},\n [4, {\"b\": \"BUG\"}, 5]]\n");
    program("parser",
            "#!/bin/sh\ngrep -q BUG \"$1\" && { echo 'fatal error: no BUG' >&2; exit 3; }\n");
    program("t.sh", "#!/bin/sh\n# python3 is not run\ngrep -q BUG \"$1\"\n");
  }
};

}  // namespace

TEST_CASE("programs whose version is asked for are compilers and interpreters only") {
  CHECK(
      versioned_programs("gcc-12 -c @@ 2>&1 | grep -q python3.11 && rm -rf clang++; node gcc-12") ==
      std::vector<std::string>{"gcc-12", "python3.11", "clang++", "node"});
  CHECK(versioned_programs("./gcc /usr/bin/gcc gccx reboot '; reboot' gcc;reboot") ==
        std::vector<std::string>{"gcc"});
  CHECK(versioned_programs("12 . -").empty());
}

TEST_CASE("a bug report has the failure, the command, sizes and the result in a fence") {
  const ReportedBench bench;
  CHECK(bench.grabr("-q --stderr 'fatal error' -i in.json -- ./parser @@").exit == 0);
  const ShellRun run = bench.grabr("show --markdown in.json");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.output, "    $ ./parser in.json\n");
  check_contains(run.output, "42 bytes (2 lines) → ");
  check_contains(run.output, "```json\n" + bench.read("in.reduced.json"));
  CHECK(run.output.ends_with("\n```\n"));
  CHECK(run.output.find("**") == 0);
}

TEST_CASE("a script that is the test is part of the bug report, and a fence is long enough") {
  const ReportedBench bench;
  bench.write("in.txt", "```BUG```\n");
  CHECK(bench.grabr("-q --keep '.*' ./t.sh in.txt").exit == 0);
  const ShellRun run = bench.grabr("show --markdown");
  check_contains(run.output, "    $ ./t.sh in.txt\n    #!/bin/sh\n");
  check_contains(run.output, "\n````markdown\n```BUG```\n````\n");
}

TEST_CASE("the result alone, laid out") {
  const ReportedBench bench;
  CHECK(bench.grabr("-q --keep '.*' ./t.sh in.json").exit == 0);
  const ShellRun run = bench.grabr("show --pretty");
  CAPTURE(run.errors);
  CHECK(run.exit == 0);
  check_contains(run.output, "\n    {\"b\": \"BUG\"},\n");
  check_contains(bench.grabr("show --pretty --markdown").output, "```json\n" + run.output + "```");
  bench.write("in.py", "if 1:\n  x = 'BUG'\n");
  CHECK(bench.grabr("-q -o out.py ./t.sh in.py").exit == 0);
  const ShellRun same = bench.grabr("show --pretty out.py");
  check_contains(same.errors, "indentation means something: the result is printed as it is");
  CHECK(same.output.starts_with(bench.read("out.py")));
  CHECK(same.output.ends_with("\n"));
}
