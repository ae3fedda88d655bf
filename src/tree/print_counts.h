// Updates numbers in a text that count what follows: the lines of a hunk in a diff, the bytes of a
// message. A candidate that deletes some of it is printed with smaller numbers.
//
//   @@ -1,3 +1,2 @@      without the line "-b"      @@ -1,2 +1,2 @@
//
// A number changes by as much as the count has changed, so that an unedited tree prints as it was
// parsed, even with wrong numbers. Tested by tests/tree/print_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tree/pieces.h"
#include "tree/tree.h"

namespace grabr {

/// For each number token whose count the edits change (Hints::counts), its new text. `pieces` is
/// the tree that remains after the edits.
std::map<NodeId, std::string> changed_counts(const Tree& tree, const std::vector<Piece>& pieces);

}  // namespace grabr
