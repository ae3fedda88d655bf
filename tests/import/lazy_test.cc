#include <doctest/doctest.h>

#include <string>

#include "import/read/patterns.h"
#include "import/rewrite/tokens.h"
#include "import/write/json_writer.h"

namespace grabr {
namespace {

void check_lazy(const std::string& expression, const std::string& wanted) {
  std::string left_out;
  const auto phrase = read_js_regex(expression, false, left_out);
  REQUIRE(phrase.has_value());
  const auto done = without_lazy(*phrase);
  INFO(expression);
  if (!done) CHECK(wanted.empty());
  else CHECK(regex_text(*done) == wanted);
}

TEST_CASE("lazy repetitions say what is inside") {
  check_lazy(R"(/\*[\s\S]*?\*/)", R"(/\*([^*]|\*+[^*/])*\*+/)");
  check_lazy(R"("[^\n]*?")", R"("[^\n"]*")");
  check_lazy(R"("([^"\\]|\\.)*?")", R"("([^"\\]|\\.)*")");
  check_lazy(R"(<![\s\S]*?>)", R"(<![^>]*>)");
  check_lazy(R"(a+?b)", R"(a+b)");
}

TEST_CASE("an escape is preferred to the character that begins it") {
  check_lazy(R"('(\\'|.)*?')", R"('([^\n'\\]|\\(\\|'\\)*([^\n'\\]|'[^\n'\\]))*('|\\(\\|'\\)*''))");
}

TEST_CASE("greedy ones are left alone") { check_lazy("[a-z]+(b|c)*", "[a-z]+(b|c)*"); }

}  // namespace
}  // namespace grabr
