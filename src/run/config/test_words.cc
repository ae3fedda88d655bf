#include "run/config/test_words.h"

#include <cmath>
#include <cstdio>

#include "text/setting.h"

namespace grabr {

std::string flaky_hints(unsigned hits, unsigned runs, Repetition used) {
  std::string hints;
  if (hits > 0 && hits < runs && used.repeat == 1) {
    hints = spelled("  hint: {flaky} runs each candidate as often as it takes\n");
  }
  if (const auto enough = enough_repetitions(hits, runs, used)) {
    const std::string repeat = std::to_string(enough->repeat);
    const std::string least = std::to_string(enough->min_hits);
    hints +=
        spelled("  hint: {repeat} ") + repeat + spelled(" {min-hits} ") + least +
        " runs the test up to " + repeat + " times for one answer, and " + least +
        (enough->min_hits == 1 ? " failure counts" : " failures count") +
        ": a candidate that fails as often as the original is then missed less than once in 100\n";
  } else if (hits > 0 && hits < runs) {
    hints += spelled(
        "  hint: it fails too seldom for {repeat} to help: more than 100 runs would be needed for "
        "one answer\n");
  }
  return hints +
         spelled(
             "  hint: a steady test is faster; what differs from run to run is often a random "
             "seed, "
             "the addresses in memory ({no-aslr}), the order of threads, the time or a service "
             "elsewhere\n");
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

std::string seconds_text(double seconds) {
  char text[32];
  const bool whole = seconds >= 10 || seconds == std::floor(seconds);
  std::snprintf(text, sizeof text, whole ? "%.0f s" : seconds < 1 ? "%.2g s" : "%.1f s", seconds);
  return text;
}

unsigned generous_limit_s(double slowest_s) {
  return static_cast<unsigned>(std::ceil(10 * slowest_s));
}

}  // namespace grabr
