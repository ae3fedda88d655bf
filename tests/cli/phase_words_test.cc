#include "cli/phase_words.h"

#include <doctest/doctest.h>

#include "reduce/auto_schedule.h"

using namespace grabr;

TEST_CASE("every phase of auto has plain words; others speak for themselves") {
  for (const Effort effort : {Effort::kFast, Effort::kNormal, Effort::kThorough}) {
    for (const AutoLine& line : parse_auto_schedule(schedule_text(effort), "auto").lines) {
      CAPTURE(line.phase);
      CHECK(phase_words(line.phase) != line.phase);
    }
  }
  CHECK(phase_words("hddr:probdd") == "hddr:probdd");
}
