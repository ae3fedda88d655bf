#include <doctest/doctest.h>

#include "cli/show/progress.h"
#include "reduce/schedule.h"

using namespace grabr;

TEST_CASE("every phase and every pass of auto has plain words; others speak for themselves") {
  for (const char* name : {"auto-fast", "auto", "auto-thorough"}) {
    for (const RoundsLine& line : rounds_of(*find_pass(name)).lines) {
      CAPTURE(line.phase);
      CHECK(phase_words(line.phase) != line.phase);
      CHECK(phase_words(line.pass->name) != line.pass->name);
    }
  }
  for (const Pass& family : families()) {
    CAPTURE(family.name);
    CHECK(phase_words(family.name) != family.name);
  }
  CHECK(phase_words("hddr:probdd") == "hddr:probdd");
}
