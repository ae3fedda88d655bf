// Halves: the second half of the text goes as often as it can, then the first.
#include "reduce/searches.h"

namespace grabr {

void run_halves(Session& session, Problem& /*problem*/) {
  session.begin_phase("halves");
  for (const bool second : {true, false}) {
    for (;;) {
      const std::string best = session.best();
      const std::size_t half = best.size() / 2;
      if (half == 0 || !session.fails(second ? best.substr(0, half) : best.substr(half))) break;
    }
  }
}

}  // namespace grabr
