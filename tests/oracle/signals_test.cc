#include <doctest/doctest.h>
#include <signal.h>

#include "oracle/condition/conditions.h"
#include "oracle/condition/execution.h"

namespace grabr {
namespace {

TEST_CASE("signals by name and number") {
  CHECK(signal_by_name("SEGV") == SIGSEGV);
  CHECK(signal_by_name("SIGSEGV") == SIGSEGV);
  CHECK(signal_by_name("sigsegv") == SIGSEGV);
  CHECK(signal_by_name("11") == 11);
  CHECK(signal_by_name("iot") == SIGABRT);
  for (const char* wrong : {"", "0", "65", "-1", "139", "11x", "SIG", "SIGSIGSEGV", "SIG11"}) {
    CAPTURE(wrong);
    CHECK_FALSE(signal_by_name(wrong));
  }
}

TEST_CASE("names of signals") {
  CHECK(signal_name(SIGABRT) == "SIGABRT");
  CHECK(signal_name(SIGKILL) == "SIGKILL");
  CHECK(signal_name(60) == "signal 60");
  for (int number = 1; number < 32; ++number) {
    CAPTURE(number);
    CHECK(signal_by_name(signal_name(number)) == number);
  }
}

}  // namespace
}  // namespace grabr
