#include "oracle/function_oracle.h"

#include <doctest/doctest.h>

namespace grabr {
namespace {

TEST_CASE("a function judges, and the exit code is what a program would use") {
  FunctionOracle oracle([](std::string_view text) {
    if (text.empty()) return Outcome::kUnresolved;
    return text.find('x') != std::string_view::npos ? Outcome::kFail : Outcome::kPass;
  });
  CHECK(oracle.run("axb").outcome == Outcome::kFail);
  CHECK(oracle.run("axb").exit_code == 0);
  CHECK(oracle.run("ab").outcome == Outcome::kPass);
  CHECK(oracle.run("ab").exit_code == 1);
  CHECK(oracle.run("").outcome == Outcome::kUnresolved);
  CHECK(oracle.run("").exit_code == 125);
  CHECK(oracle.run("ab").infrastructure.empty());
}

TEST_CASE("outcomes have the names of the trace") {
  CHECK(outcome_name(Outcome::kFail) == "fail");
  CHECK(outcome_name(Outcome::kPass) == "pass");
  CHECK(outcome_name(Outcome::kUnresolved) == "unresolved");
}

}  // namespace
}  // namespace grabr
