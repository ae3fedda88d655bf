#include <doctest/doctest.h>

#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

TEST_CASE("a command line that cannot be parsed is told in words for users") {
  const std::pair<const char*, const char*> calls[] = {
      {"-c true app.py -o", "-o needs a file name\n"},
      {"-c true app.py --output", "--output needs a file name\n"},
      {"--timeout", "--timeout needs a time, such as 90s or 2m\n"},
      {"-j", "-j needs a number\n"},
      {"--style", "--style needs a value, STYLE\n"},
      {"report --html", "--html needs a file name\n"},
      {"-oa -ob t f", "-o is given twice\n"},
      {"show --step 1 --step 2 --step 3", "--step is given 3 times\n"},
      {"show --step foo", "--step needs a number, not `foo`\n"},
      {"--flaky-error much t f", "--flaky-error needs a number, not `much`\n"},
      {"show --line=foo", "--line takes no value\n"},
      {"-j many t f", "--jobs: many is not a whole number from 0 up\n"},
      {"check", "FILE is missing\n"},
      {"grammar export json", "--to is missing\n"},
      {"parse --ambiguity --tree=2 f", "--tree and --ambiguity exclude each other\n"},
      {"version json", "`json` is too much: `grabr version` takes options only\n"},
      {"verify a b c d", "`b` is too much: `grabr verify` takes no more than FILE\n"},
      {"show --stepp", "unknown option --stepp\nhint: did you mean --steps?\n"},
      {"--stack-x", "unknown option --stack-x\n"},
  };
  const Workshop shop;
  for (const auto& row : calls) {
    const char *const call = row.first, *const words = row.second;
    CAPTURE(call);
    const ShellRun run = shop.grabr(call);
    CHECK(run.exit == 2);
    check_contains(run.errors, std::string("grabr: ") + words);
    check_contains(run.errors, " --help` shows the options\n");
  }
  CHECK(shop.grabr("--report").errors.find("the command report") == std::string::npos);
}
