// ddmin as The Fuzzing Book's DeltaDebuggingReducer runs it: complements only, parts of fractional
// size, back to the front after each success.
//
// The list is cut in n parts of size length/n, a double; part k is what lies between the whole
// numbers below k·size and (k+1)·size, where k·size is a sum of doubles with its rounding errors: a
// last, tiny (n+1)-th part can appear, and it is tried as well. The first part without which the
// list still fails goes, and n shrinks by one (not below 2); when there is none, n doubles, until
// parts of single things have been tried. A list of one is left alone.
//
//   length 11, n = 2: size 5.5, parts [0,5) [5,11)
//
// 1-minimal for n = length: every single thing has been tried. At most length² + 3·length
// questions. Source: A. Zeller et al., "Reducing Failure-Inducing Inputs", The Fuzzing Book.
// Tested by tests/reduce/minimize_test.cc with the book's own traces.
#include <algorithm>

#include "reduce/minimizer/complements.h"
#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

std::vector<Cut> fractional_parts(std::size_t length, std::size_t n) {
  const double end = static_cast<double>(length);
  const double size = end / static_cast<double>(n);
  std::vector<Cut> cuts;
  for (double start = 0; start < end; start += size) {
    cuts.push_back({static_cast<std::size_t>(start),
                    std::min(static_cast<std::size_t>(start + size), length)});
  }
  return cuts;
}

}  // namespace

Kept ddmin_fuzzingbook(Session& session, const RemovableList& list) {
  return drop_parts(session, list, fractional_parts);
}

}  // namespace grabr
