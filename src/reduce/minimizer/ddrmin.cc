// Recursive delta debugging: if either half fails alone, go on with that half. Otherwise both
// halves hold something needed: minimise the left half together with the whole right one, then the
// right half together with the rest of the left one.
//
//   "a(b)": "a(" no, "b)" no; left of "a(" beside "b)": "a" no, "(" yes; right of "b)" …
//
// About m·(2 + 2·log(n/m)) tests for m needed of n things. Not 1-minimal: the left half is never
// tried again. A list of one is left alone. No cache, as published. The recursion is as deep as the
// logarithm of the length.
// Source: A. Zeller, "Yesterday, my program worked. Today, it does not. Why?" (1999), as `ddrmin`
// in R. Gopinath, "Delta Debugging".
// Tested by tests/reduce/minimize_test.cc.
#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

/// Minimises kept[begin, begin + size) in place; returns how many things are left of it.
std::size_t minimize(Session& session, const RemovableList& list, Kept& kept, std::size_t begin,
                     std::size_t size) {
  if (size <= 1) return size;
  const std::size_t half = size / 2;
  const Cut halves[] = {{begin + half, begin + size}, {begin, begin + half}};
  if (const auto found = first_failing_cut(session, list, kept, halves)) {
    drop(list, kept, halves[*found]);
    return minimize(session, list, kept, begin, *found == 0 ? half : size - half);
  }
  const std::size_t left = minimize(session, list, kept, begin, half);
  return left + minimize(session, list, kept, begin + left, size - half);
}

}  // namespace

Kept ddrmin(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  minimize(session, list, kept, 0, kept.size());
  return kept;
}

}  // namespace grabr
