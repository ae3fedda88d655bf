// --and, --not and the predefined conditions on the command line.
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

const Files kFurther = {{"t.sh", kHasBug},
                        {"has_g.sh", "#!/bin/sh\ngrep -q 'g *(' \"$1\"\n"},
                        {"has_h.sh", "#!/bin/sh\ngrep -q 'h *(' \"$1\"\n"},
                        {"slow.sh", "#!/bin/sh\ngrep -q 'h *(' \"$1\" || sleep 60\n"},
                        {"in.c", "int f() { return 1; }\nint main() { g(BUG); h(12); }\n"}};

CallRow condition_leaves(const std::string& options, const Parts& parts) {
  return {"--report r.json " + options + " ./t.sh in.c && cat in.reduced.c", 0, {}, parts};
}

}  // namespace

TEST_CASE("further commands must exit with 0, or with another status, and their noes are counted") {
  const Workshop bench(kFurther);
  check_calls(bench, {condition_leaves("", "!g("), condition_leaves("--and ./has_g.sh", "g(")});
  const std::string with_g = "=" + bench.read("in.reduced.c");
  check_calls(bench, {condition_leaves("--fresh -j 1 --and ./has_g.sh", with_g),
                      condition_leaves("--fresh -j 4 --and './has_g.sh @@'", with_g),
                      // The input itself must not be rejected by --not.
                      condition_leaves("--not 'grep -q zzz @@' --and ./has_g.sh", "g("),
                      {"--fresh --report r.json --and ./has_g.sh --and-timeout 60 ./t.sh in.c", 0,
                       "rejected: "}});
  const Json report = Json::parse(bench.read("r.json"));
  std::uint64_t rejected = 0;
  std::string by;
  for (const Json& row : report.at("rejected_by")) {
    rejected += row.at("tests").get<std::uint64_t>();
    by += row.at("command").get<std::string>() + "\n";
  }
  CHECK(rejected == report.at("tests").at("pass"));
  check_parts(by, {"the test\n", "has_g.sh'\n"});
  check_calls(bench, {condition_leaves("--fresh", ""), {"$ cat r.json", 0, {}, "!rejected_by"}});
}

TEST_CASE("a report with further commands can be verified; changed ones, and slow ones" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kFurther), {condition_leaves("--and ./has_g.sh", "g("),
                                   {"verify r.json", 0, "confirmed"},
                                   {"$ cp has_h.sh has_g.sh"},
                                   condition_leaves("--and ./has_g.sh", "h("),
                                   {"verify r.json"},
                                   condition_leaves("--and ./slow.sh --and-timeout 0.5", "h(")});
}

TEST_CASE("what does not hold for the input is named, and what makes no sense refused") {
  const Workshop bench(kFurther);
  check_calls(bench,
              {{"--and 'sh -c \"echo no such thing; exit 4\"' ./t.sh in.c",
                3,
                {"--and 'sh -c", "exit status 4: 'no such thing'"}},
               {"--not 'grep -q BUG @@' ./t.sh in.c", 3, "--not 'grep -q BUG @@'"},
               {"--and nosuchprogram ./t.sh in.c", 2, "--and: cannot find"},
               {"--and '' ./t.sh in.c", 2, "there is no command"},
               {"--and-timeout 3 ./t.sh in.c", 2, "commands of --and and --not"},
               {"--and true --and-timeout 0 ./t.sh in.c", 2, "not a time"},
               {"-g json --and-no-ub ./t.sh in.c", 2, "only for C and C++, but the input is json"},
               {"-g text --and-valid ./t.sh in.c", 2, "grabr knows no checker for text"}});
  // A predefined condition is named by its option, not by its script.
  const auto explained = [](const std::string& script) {
    Conditions conditions({.also = {{"sh", "-c", script}}});
    Execution ends_with_1;
    ends_with_1.exit_code = 1;
    return conditions.explain({}, [&](const auto&) { return ends_with_1; });
  };
  check_contains(explained("# and-no-ub\nexit 1\n"), "--and-no-ub: it ended");
  check_contains(explained("exit 1"), "--and 'sh -c exit 1': it ended");
}

TEST_CASE("a symbol behind --not is protected; ready conditions are commands of the language") {
  const Workshop bench(kFurther);
  check_calls(bench, {condition_leaves("--not '<jump_statement>'", "return 1;")});
  bench.write("in.c", "int f() { return 1; }\nint main() { int BUG = f(); return BUG; }\n");
  check_calls(bench, {condition_leaves("--and-valid", "BUG"),
                      {"$ gcc -Werror=implicit-int -fsyntax-only -x c in.reduced.c"},
                      {"$ cat r.json", 0, {}, "-fsyntax-only"}});
}

TEST_CASE("what the original has already is valid in the result, too") {
  const std::string input = "in.c";
  const ProcessOracleOptions test;
  const auto command = [&](const std::string& warnings) {
    const SaidOfOriginal said = [warnings](const std::vector<std::string>&) { return warnings; };
    return shell_words(command_for_valid({"cpp", input, test, said}));
  };
  // A .c file is compiled as C, whatever grammar is used.
  check_parts(command(""), {"-Werror=implicit-int ", "-x c "});
  check_parts(command("in.c:1:1: warning: x [-Wimplicit-int]\n"),
              {"!implicit-int ", "-Werror=implicit-function-declaration"});
}

TEST_CASE("checkers take what is valid in their language, and nothing else") {
  const Workshop bench(kFurther);
  bench.write("good.pl", "my $x = 1;\nprint $x;\n");
  bench.write("bad.pl", "my $x = ;\nprint $x;\n");
  bench.write("good.yaml", "a: [1, 2]\nb: x\n");
  bench.write("bad.yaml", "a: [1, 2\nb: x\n");
  check_calls(bench, {{"-o out.pl --and-valid 'grep -q print' good.pl", 0},
                      {"$ perl -c out.pl"},
                      {"-o out.yaml --and-valid 'grep -q a' good.yaml", 0},
                      {"--and-valid 'grep -q print' bad.pl", 3, "--and 'perl -c"},
                      {"--and-valid 'grep -q a' bad.yaml", 3, "Conditions that do not hold"}});
}
