#include "oracle/answers/explain_change.h"

#include <doctest/doctest.h>

#include <string>

namespace grabr {
namespace {

void check_words(const std::string& text, const std::string& part, bool wanted) {
  INFO(text);
  CHECK((text.find(part) != std::string::npos) == wanted);
}

TestResult missed() {
  TestResult result;
  result.exit_code = 1;
  return result;
}

TEST_CASE("alone it fails each time: the others at the same time may be the reason") {
  const std::string text = explain_change(missed(), 4, 4, 2, "");
  check_words(text, "tests disturb each other, or the test is flaky", true);
  check_words(text,
              "did not fail when tested again beside others (it ended with exit status 1), and "
              "failed in 4 of 4 further tests alone",
              true);
  check_words(text, "hint: 2 tests ran at once", true);
  check_words(text, "-j 1", true);
  check_words(text, "--repeat 8", true);
}

TEST_CASE("one at a time nobody is disturbed") {
  for (const unsigned hits : {0U, 3U, 4U}) {
    const std::string text = explain_change(missed(), hits, 4, 1, "");
    check_words(text, "-j 1", false);
    check_words(text, "flaky", hits > 0);
    check_words(text, "surroundings", hits == 0);
  }
}

TEST_CASE("a test that is left with what another one left behind") {
  const std::string text = explain_change(missed(), 0, 4, 4, "");
  check_words(text, "surroundings have changed", true);
  check_words(text, "4 tests ran at once", true);
  check_words(explain_change(missed(), 0, 4, 4, "the disk is full"), "-j 1", false);
}

}  // namespace
}  // namespace grabr
