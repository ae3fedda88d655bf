// ddmin as in The Debugging Book's `ddmin`: it tries complements only, with parts of integer size,
// and returns to the front after each success.
//
// It is like the Fuzzing Book's (ddmin_fuzzingbook.cc), but a part is ⌊length/n⌋ things long, so
// the remainder forms further, shorter parts: there can be more than n of them.
//
//   length 26, n = 4: size 6, parts [0,6) [6,12) [12,18) [18,24) [24,26)
//
// 1-minimal; a list of one is left alone. No cache: the book repeats tests.
// Source: A. Zeller, "Reducing Failure-Inducing Inputs", The Debugging Book.
// Tested by tests/reduce/minimize_test.cc with the book's own trace.
#include <algorithm>

#include "reduce/minimizer/complements.h"
#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

std::vector<Cut> whole_size_parts(std::size_t length, std::size_t n) {
  const std::size_t size = length / n;
  std::vector<Cut> cuts;
  for (std::size_t start = 0; start < length; start += size) {
    cuts.push_back({start, std::min(start + size, length)});
  }
  return cuts;
}

}  // namespace

Kept ddmin_debuggingbook(Session& session, const RemovableList& list) {
  return drop_parts(session, list, whole_size_parts);
}

}  // namespace grabr
