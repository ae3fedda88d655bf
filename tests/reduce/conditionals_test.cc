// Lines of preprocessor conditionals, and their branches.
#include <doctest/doctest.h>

#include "support/pass_run.h"

namespace grabr {
namespace {

support::PassRun run_conditionals(const std::string& text, const std::vector<std::string>& needed) {
  return support::run_pass_called(
      "conditionals", support::shipped("c"), text, [needed](std::string_view candidate) {
        for (const std::string& part : needed) {
          if (candidate.find(part) == candidate.npos) return Outcome::kPass;
        }
        // Not both may be present.
        const bool both =
            candidate.find("int x") != candidate.npos && candidate.find("int y") != candidate.npos;
        if (both && candidate.find("#if") == candidate.npos) return Outcome::kPass;
        // Like a compiler: conditionals must be balanced.
        std::ptrdiff_t open = 0;
        for (std::size_t at = 0; (at = candidate.find('#', at)) != candidate.npos; ++at) {
          if (candidate.substr(at).starts_with("#if")) ++open;
          if (candidate.substr(at).starts_with("#endif") && --open < 0) return Outcome::kPass;
        }
        return open == 0 ? Outcome::kFail : Outcome::kPass;
      });
}

TEST_CASE("the lines of conditionals go, and what is between them stays") {
  const auto run = run_conditionals(
      "#ifndef A\n# ifdef B\nint v;\n#else\nint y;\n#endif\n#endif\n#if 1\nint z;\n#endif\n",
      {"v", "y", "z"});
  CHECK(support::squeezed(run.result) == "intv;inty;intz;");
  CHECK(run.tests <= 4);
}

TEST_CASE("a conditional gives its place to one branch, or goes") {
  const std::string text =
      "int a;\n#if A\nint x;\n#elif B\nint y;\nint w;\n#else\nint z;\n#endif\n";
  CHECK(support::squeezed(run_conditionals(text, {"a"}).result) == "inta;");
  CHECK(support::squeezed(run_conditionals(text, {"a", "y"}).result) == "inta;inty;intw;");

  CHECK(support::squeezed(run_conditionals(text, {"a", "z"}).result) == "inta;intz;");
}

TEST_CASE("a conditional that must stay stays, and the one inside it goes") {
  const auto run = run_conditionals("#if A\n#if B\nint x;\n#endif\nint y;\n#endif\n",
                                    {"#if A", "x", "y", "#endif"});
  CHECK(support::squeezed(run.result) == "#ifAintx;inty;#endif");
}

TEST_CASE("in the body of a function, and where the lines do not match, nothing goes wrong") {
  CHECK(support::squeezed(
            run_conditionals("int f() {\n#if A\n  g();\n#endif\n  h();\n}\n", {"h"}).result) ==
        "intf(){g();h();}");
  CHECK(run_conditionals("#endif\nint x;\n#else\n#if A\n", {"x", "#endif"}).tests == 0);
  CHECK(run_conditionals("int x;\n", {"x"}).tests == 0);
}

}  // namespace
}  // namespace grabr
