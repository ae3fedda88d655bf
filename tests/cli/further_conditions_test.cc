// --and, --not and the ready conditions, as a user gives them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_grabr.h"
#include "oracle/condition/conditions.h"
#include "run/config/ready_conditions.h"
#include "text/shell_word.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

struct FurtherBench : Workshop {
  FurtherBench() {
    program("t.sh", kHasBug);
    program("has_g.sh", "#!/bin/sh\ngrep -q 'g *(' \"$1\"\n");
    write("in.c", "int f() { return 1; }\nint main() { g(BUG); h(12); }\n");
  }

  std::string reduced(const std::string& options) const {
    const ShellRun run = grabr("--report r.json " + options + " ./t.sh in.c");
    CAPTURE(options);
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    return run.exit == 0 ? read("in.reduced.c") : "";
  }

  std::string refusal(const std::string& options, int exit = 2) const {
    const ShellRun run = grabr(options + " ./t.sh in.c");
    CAPTURE(options);
    CHECK(run.exit == exit);
    return run.errors;
  }
};

}  // namespace

TEST_CASE("further commands must exit with 0, or with another status") {
  const FurtherBench bench;
  CHECK(bench.reduced("").find('g') == std::string::npos);
  const std::string with_g = bench.reduced("--and ./has_g.sh");
  check_contains(with_g, "g(");
  CHECK(bench.reduced("--fresh -j 1 --and ./has_g.sh") == with_g);
  CHECK(bench.reduced("--fresh -j 4 --and './has_g.sh @@'") == with_g);
  // What --not rejects the input must not be.
  check_contains(bench.reduced("--not 'grep -q zzz @@' --and ./has_g.sh"), "g(");
}

TEST_CASE("who has rejected how many candidates is counted" * doctest::test_suite("many runs")) {
  const FurtherBench bench;
  const ShellRun run = bench.grabr("--report r.json --and ./has_g.sh --and-timeout 60 ./t.sh in.c");
  CHECK(run.exit == 0);
  check_contains(run.errors, "rejected: ");
  const Json report = Json::parse(bench.read("r.json"));
  std::uint64_t rejected = 0;
  std::string by;
  for (const Json& row : report.at("rejected_by")) {
    rejected += row.at("tests").get<std::uint64_t>();
    by += row.at("command").get<std::string>() + "\n";
  }
  CHECK(rejected == report.at("tests").at("pass"));
  check_contains(by, "the test\n");
  check_contains(by, "has_g.sh'\n");
  bench.reduced("--fresh");
  CHECK_FALSE(Json::parse(bench.read("r.json")).contains("rejected_by"));
}

TEST_CASE("further commands have a time limit of their own" * doctest::test_suite("many runs")) {
  const FurtherBench bench;
  bench.program("slow.sh", "#!/bin/sh\ngrep -q 'h *(' \"$1\" || sleep 60\n");
  check_contains(bench.reduced("--and ./slow.sh --and-timeout 0.5"), "h(");
  check_contains(bench.refusal("--and-timeout 3"), "commands of --and and --not");
  check_contains(bench.refusal("--and true --and-timeout 0"), "not a time");
}

TEST_CASE("a report with further commands can be verified, and a changed one is another test" *
          doctest::test_suite("many runs")) {
  const FurtherBench bench;
  bench.reduced("--and ./has_g.sh");
  const ShellRun verified = bench.grabr("verify r.json");
  CHECK(verified.exit == 0);
  check_contains(verified.errors, "confirmed");
  bench.program("has_g.sh", "#!/bin/sh\ngrep -q 'h *(' \"$1\"\n");
  check_contains(bench.reduced("--and ./has_g.sh"), "h(");
  CHECK(bench.grabr("verify r.json").exit == 0);
}

TEST_CASE("what does not hold for the input is named, with what it said") {
  const FurtherBench bench;
  const std::string words = bench.refusal("--and 'sh -c \"echo no such thing; exit 4\"'", 3);
  check_contains(words, "--and 'sh -c");
  check_contains(words, "exit status 4: 'no such thing'");
  check_contains(bench.refusal("--not 'grep -q BUG @@'", 3), "--not 'grep -q BUG @@'");
  check_contains(bench.refusal("--and nosuchprogram"), "--and: cannot find");
  check_contains(bench.refusal("--and ''"), "there is no command");
}

TEST_CASE("a ready condition is named by its option, not by its script") {
  const auto explained = [](const std::string& script) {
    Conditions conditions({.also = {{"sh", "-c", script}}});
    Execution ends_with_1;
    ends_with_1.exit_code = 1;
    return conditions.explain({}, [&](const auto&) { return ends_with_1; });
  };
  check_contains(explained("# and-no-ub\nexit 1\n"), "--and-no-ub: it ended");
  check_contains(explained("exit 1"), "--and 'sh -c exit 1': it ended");
}

TEST_CASE("a symbol in brackets behind --not is protected") {
  const FurtherBench bench;
  check_contains(bench.reduced("--not '<jump_statement>'"), "return 1;");
}

TEST_CASE("ready conditions are commands of the language") {
  const FurtherBench bench;
  check_contains(bench.refusal("-g json --and-no-ub"), "is for C and C++, and the input is json");
  check_contains(bench.refusal("-g text --and-valid"), "grabr knows no checker for text");
  bench.write("in.c", "int f() { return 1; }\nint main() { int BUG = f(); return BUG; }\n");
  const std::string valid = bench.reduced("--and-valid");
  check_contains(valid, "BUG");
  CHECK(bench.shell("gcc -Werror=implicit-int -fsyntax-only -x c in.reduced.c").exit == 0);
  check_contains(Json::parse(bench.read("r.json"))["oracle"]["conditions"].dump(), "-fsyntax-only");
}

TEST_CASE("what the original has already is valid in the result, too") {
  const auto said = [](const std::string& warnings) {
    return [warnings](const std::vector<std::string>&) { return warnings; };
  };
  const std::string input = "in.c";
  const ProcessOracleOptions test;
  const auto command = [&](const SaidOfOriginal& said_of_original) {
    return shell_words(command_for_valid({"cpp", input, test, said_of_original}));
  };
  check_contains(command(said("")), "-Werror=implicit-int ");
  check_contains(command(said("")), "-x c ");  // a .c is compiled as C, whichever grammar reads it
  const std::string old = command(said("in.c:1:1: warning: x [-Wimplicit-int]\n"));
  CHECK(old.find("implicit-int ") == std::string::npos);
  check_contains(old, "-Werror=implicit-function-declaration");
}
