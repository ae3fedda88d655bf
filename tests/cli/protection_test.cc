// Protected parts, from the command line to the report.
#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_grabr.h"

using namespace grabr;

namespace {

const Files kProtected = {{"t.sh", kHasBug},
                          {"in.c",
                           "int a = 12;\n"
                           "int f(int x) { g(x); return x; }\n"
                           "// grabr:keep\n"
                           "int b = 34;\n"
                           "// grabr:end\n"
                           "int main() { f(a); h(BUG); }\n"}};

/// Reduces, and expects these parts in the result, joined to one line.
CallRow keeps(const std::string& options, const Parts& parts) {
  return {"--fresh --report r.json " + options + " ./t.sh in.c && tr '\\n' ' ' <in.reduced.c",
          0,
          {},
          parts};
}

}  // namespace

TEST_CASE("expressions, lines, symbols and marks protect what they name" *
          doctest::test_suite("many runs")) {
  check_calls(Workshop(kProtected),
              {keeps("--no-markers", "!34"), keeps("", "int b = 34;"),
               keeps("--no-markers --keep 'g\\(x\\)'", "g(x)"),
               keeps("--no-markers --keep-lines 1,4", "int a = 12;"),
               keeps("--no-markers --keep-lines 2-3", "return x; } // grabr:keep"),
               keeps("--no-markers --except '<parameter_declaration>'", "int x"),
               keeps("--no-markers --only '<statement>'", {"int a=12;", "int main()", "!f(a)"}),
               keeps("--strategy ddmin-2000 --unit lines",
                     "=// grabr:keep int b = 34; // grabr:end int main() { f(a); h(BUG); } ")});
}

TEST_CASE("names and values may go, but not become others") {
  check_calls(Workshop(kProtected),
              {keeps("--keep-names --no-markers --keep 'main.*BUG'", "main() { f(a); h(BUG")});
  check_calls(Workshop({{"t.sh", "#!/bin/sh\ngrep -q '[a-z0-9] *[+] *BUG' \"$1\"\n"},
                        {"in.c", "int main() { f(other); g(1234 + BUG); }\n"}}),
              {keeps("--keep-values", "1234"), keeps("--keep-names", "main()"),
               keeps("", {"!1234", "!main"})});
}

TEST_CASE("the certificate counts what was left for protection, and verify leaves it alone") {
  const Workshop bench(kProtected);
  check_calls(bench, {keeps("", ""), {"verify r.json", 0, "confirmed"}});
  const auto certificate = nlohmann::json::parse(bench.read("r.json"))["certificate"];
  CHECK(certificate["protected"].size() > 0);
  CHECK(certificate["minimal"] == true);
  std::uint64_t left = 0;
  for (const auto& row : certificate["kinds"]) left += row.value("protected", std::uint64_t{0});
  CHECK(left + certificate["tested"].get<std::uint64_t>() == certificate["neighbours"]);
}

TEST_CASE("what makes no sense is refused") {
  Files files = kProtected;
  files.insert(files.end(), {{"in.txt", "x\nBUG\n"}, {"open.c", "// DDBEGIN\nBUG\n"}});
  check_refusals(files, {{"--keep '(' ./t.sh in.c", 2, "--keep: not a regular expression"},
                         {"--keep-lines 9 ./t.sh in.c", 2, "in.c has 6 lines"},
                         {"--keep-lines 4-2 ./t.sh in.c", 2, "'4-2' is not a range of lines"},
                         {"--only '<statment>' ./t.sh in.c", 2, "did you mean statement?"},
                         {"--not '<statem>' ./t.sh in.c", 2, "there are "},
                         {"--strategy dd-max --keep a ./t.sh in.c", 2, "only a failing one"},
                         {"--only word ./t.sh in.txt", 2, "--only"},
                         {"./t.sh open.c", 2, "open.c:1:4: there is no DDEND for this DDBEGIN"}});
  check_calls(Workshop(kProtected), {{"--keep zzz ./t.sh in.c", 0, "nothing in in.c matches"}});
}
