// What is protected, from the command line to the report.
#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

using Json = nlohmann::json;

const std::string kText =
    "int a = 12;\n"
    "int f(int x) { g(x); return x; }\n"
    "// grabr:keep\n"
    "int b = 34;\n"
    "// grabr:end\n"
    "int main() { f(a); h(BUG); }\n";

struct ProtectionBench : Workshop {
  ProtectionBench() {
    program("t.sh", kHasBug);
    write("in.c", kText);
  }

  /// The result, on one line.
  std::string reduced(const std::string& options) const {
    const ShellRun run = grabr("--fresh --report r.json " + options + " ./t.sh in.c");
    CAPTURE(options);
    CAPTURE(run.errors);
    CHECK(run.exit == 0);
    std::string text = run.exit == 0 ? read("in.reduced.c") : "";
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
  }

  std::string refusal(const std::string& options) const {
    const ShellRun run = grabr(options + " ./t.sh in.c");
    CAPTURE(options);
    CHECK(run.exit == 2);
    return run.errors;
  }
};

}  // namespace

TEST_CASE("expressions, lines, symbols and marks protect what they name" *
          doctest::test_suite("many runs")) {
  const ProtectionBench bench;
  const std::string bare = bench.reduced("--no-markers");
  CHECK(bare.find("34") == bare.npos);
  check_contains(bench.reduced(""), "int b = 34;");
  check_contains(bench.reduced("--no-markers --keep 'g\\(x\\)'"), "g(x)");
  check_contains(bench.reduced("--no-markers --keep-lines 1,4"), "int a = 12;");
  check_contains(bench.reduced("--no-markers --keep-lines 2-3"), "return x; } // grabr:keep");
  check_contains(bench.reduced("--no-markers --except '<parameter_declaration>'"), "int x");
  const std::string only = bench.reduced("--no-markers --only '<statement>'");
  check_contains(only, "int a=12;");
  check_contains(only, "int main()");
  CHECK(only.find("f(a)") == only.npos);
  CHECK(bench.reduced("--strategy ddmin-2000 --unit lines") ==
        "// grabr:keep int b = 34; // grabr:end int main() { f(a); h(BUG); } ");
}

TEST_CASE("names and values may go, but not become others") {
  const ProtectionBench bench;
  const std::string keep = " --no-markers --keep 'main.*BUG'";
  check_contains(bench.reduced("--keep-names" + keep), "main() { f(a); h(BUG");
  bench.program("t.sh", "#!/bin/sh\ngrep -q '[a-z0-9] *[+] *BUG' \"$1\"\n");
  bench.write("in.c", "int main() { f(other); g(1234 + BUG); }\n");
  check_contains(bench.reduced("--keep-values"), "1234");
  check_contains(bench.reduced("--keep-names"), "main()");
  const std::string free = bench.reduced("");
  CHECK(free.find("1234") == free.npos);
  CHECK(free.find("main") == free.npos);
}

TEST_CASE("the certificate counts what was left for protection, and verify leaves it alone") {
  const ProtectionBench bench;
  bench.reduced("");
  const Json certificate = Json::parse(bench.read("r.json"))["certificate"];
  CHECK(certificate["protected"].size() > 0);
  CHECK(certificate["minimal"] == true);
  std::uint64_t left = 0;
  for (const Json& row : certificate["kinds"]) left += row.value("protected", std::uint64_t{0});
  CHECK(left + certificate["tested"].get<std::uint64_t>() == certificate["neighbours"]);
  const ShellRun verified = bench.grabr("verify r.json");
  CHECK(verified.exit == 0);
  check_contains(verified.errors, "confirmed");
}

TEST_CASE("what makes no sense is refused") {
  const ProtectionBench bench;
  check_contains(bench.refusal("--keep '('"), "--keep: not a regular expression");
  check_contains(bench.refusal("--keep-lines 9"), "in.c has 6 lines");
  check_contains(bench.refusal("--keep-lines 4-2"), "'4-2' is not a range of lines");
  check_contains(bench.refusal("--only '<statment>'"), "did you mean statement?");
  check_contains(bench.refusal("--not '<statem>'"), "there are ");
  check_contains(bench.refusal("--strategy dd-max --keep a"), "only a failing one");
  check_contains(bench.grabr("--keep zzz ./t.sh in.c").errors, "nothing in in.c matches");
  bench.write("in.txt", "x\nBUG\n");
  const ShellRun run = bench.grabr("--only word ./t.sh in.txt");
  CHECK(run.exit == 2);
  check_contains(run.errors, "--only");
  bench.write("in.c", "// DDBEGIN\nBUG\n");
  check_contains(bench.refusal(""), "in.c:1:4: there is no DDEND for this DDBEGIN");
}
