// `grabr show --markdown` and `--pretty`.
#include "cli/command/bug_report.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE("programs whose version is asked for are compilers and interpreters only") {
  CHECK(
      versioned_programs("gcc-12 -c @@ 2>&1 | grep -q python3.11 && rm -rf clang++; node gcc-12") ==
      std::vector<std::string>{"gcc-12", "python3.11", "clang++", "node"});
  CHECK(versioned_programs("./gcc /usr/bin/gcc gccx reboot '; reboot' gcc;reboot") ==
        std::vector<std::string>{"gcc"});
  CHECK(versioned_programs("12 . -").empty());
}

TEST_CASE("a bug report has the failure, the command, sizes and the result in a fence") {
  check_calls(
      Workshop({{"in.json", "[1, {\"a\": [2, 3]},\n [4, {\"b\": \"BUG\"}, 5]]\n"},
                {"in.txt", "```BUG```\n"},
                {"in.py", "if 1:\n  x = 'BUG'\n"},
                {"parser",
                 "#!/bin/sh\ngrep -q BUG \"$1\" && { echo 'fatal error: no BUG' >&2; exit 3; }\n"},
                {"t.sh", "#!/bin/sh\n# python3 is not run\ngrep -q BUG \"$1\"\n"}}),
      {{"-q --stderr 'fatal error' -i in.json -- ./parser @@"},
       {"show --markdown in.json",
        0,
        {},
        {"**", "    $ ./parser in.json\n", "42 bytes (2 lines) → ", "```json\n\"BUG\"", "\n```\n"}},
       // A test script is included in the report, and the fence is longer than any in its text.
       {"-q --keep '.*' ./t.sh in.txt"},
       {"show --markdown in.txt",
        0,
        {},
        {"    $ ./t.sh in.txt\n    #!/bin/sh\n", "\n````markdown\n```BUG```\n````\n"}},
       // Only the result, pretty-printed.
       {"-q --keep '.*' -o whole.json ./t.sh in.json"},
       {"show --pretty whole.json", 0, {}, "\n    {\"b\": \"BUG\"},\n"},
       {"show --pretty --markdown whole.json", 0, {}, {"```json\n", "\n    {\"b\": \"BUG\"},\n"}},
       {"-q -o out.py ./t.sh in.py"},
       {"show --pretty out.py", 0, "indentation means something: the result is printed as it is"}});
}
