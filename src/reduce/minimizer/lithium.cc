// Lithium's minimiser: a sweep from the last chunk to the first drops each chunk that can go. Chunk
// sizes are powers of two: each sweep halves the size, and sweeps over single things are repeated
// until one drops none.
//
//   8 things, the third needed: 5-8 goes, 1-4 stays; 3-4, 2-3 stay, 1-2 goes; 4 goes, 3 stays
//
// As in Lithium: the first size is the largest power of two below the length; later sizes that
// would be the whole list are skipped; a remainder at the front that is shorter than a chunk is not
// tried; after a pair that stays, the next pair begins one place further, so that all pairs of
// neighbours are tried. 1-minimal, and can empty the list. About m·log2(n) tests for m needed of n
// things if the oracle is monotone.
// Source: J. Ruderman, Lithium (Mozilla), strategy "minimize".
// Tested by tests/reduce/list_minimizers_test.cc.
#include <bit>

#include "reduce/minimizer/list_minimizers.h"

namespace grabr {
namespace {

/// Drops chunks of `size` that can go, from last to first. Returns whether one was dropped.
bool sweep_chunks(Session& session, const RemovableList& list, Kept& kept, std::size_t size) {
  bool dropped = false;
  std::size_t end = kept.size();
  while (end >= size) {
    if (try_cut(session, list, kept, {end - size, end})) {
      dropped = true;
      end -= size;
    } else {
      end -= size <= 2 ? 1 : size;
    }
  }
  return dropped;
}

std::size_t next_size(std::size_t size, std::size_t length) {
  do size /= 2;
  while (size > 1 && size >= length);
  return size;
}

}  // namespace

Kept lithium(Session& session, const RemovableList& list) {
  Kept kept = keep_all(list);
  if (kept.empty()) return kept;
  std::size_t size = kept.size() == 1 ? 1 : std::bit_floor(kept.size() - 1);
  while (!kept.empty()) {
    const bool dropped = sweep_chunks(session, list, kept, size);
    if (size > 1) {
      size = next_size(size, kept.size());
    } else if (!dropped) {
      break;
    }
  }
  return kept;
}

}  // namespace grabr
