#include "reduce/text/openings.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <string_view>

#include "support/text_run.h"

using namespace grabr;

namespace {

std::string without_openings(const std::string& text,
                             const std::function<bool(std::string_view)>& fails,
                             std::uint64_t tests) {
  const support::TextRun run = support::run_on_text(text, fails, remove_openings);
  CHECK(run.tests == tests);
  return run.text;
}

}  // namespace

TEST_CASE("openings: a bracket goes with the token behind it, if something is left") {
  const auto fails = [](std::string_view text) {
    return text.starts_with("(func") && text.ends_with("$");
  };
  CHECK(without_openings("(func (block $", fails, 2) == "(func  $");
  CHECK(without_openings("(func(result $", fails, 2) == "(func $");
  CHECK(without_openings("(func(a[b{c$", fails, 4) == "(func$");
  CHECK(without_openings("(func( ( $", fails, 2) == "(func $");
  CHECK(without_openings("(func$", fails, 1) == "(func$");
  CHECK(without_openings(
            "f(", [](std::string_view text) { return text == "f("; }, 0) == "f(");
  CHECK(without_openings(
            "", [](std::string_view) { return true; }, 0)
            .empty());
}
