// ddmin as in The Fuzzing Book's DeltaDebuggingReducer: it tries complements only, with parts of
// fractional size, and returns to the front after each success.
//
// The list is cut in n parts of size length/n, a double. Part k reaches from k·size to (k+1)·size,
// both rounded down; these sums of doubles have rounding errors, so a tiny (n+1)-th part can
// appear, and it is tried as well. The first part without which the list still fails is dropped,
// and n shrinks by one (not below 2); if there is none, n doubles, until parts of single things
// have been tried. A list of one is left alone.
//
//   length 11, n = 2: size 5.5, parts [0,5) [5,11)
//
// 1-minimal: at n = length every single thing is tried. At most length² + 3·length tests.
// Source: A. Zeller et al., "Reducing Failure-Inducing Inputs", The Fuzzing Book.
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
