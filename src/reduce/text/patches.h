// Patches on a text (a patch is a set of byte ranges to be replaced, all or none), and the search
// for a large set of patches with which the text is still interesting.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reduce/core/session.h"
#include "reduce/minimizer/mgbs.h"

namespace grabr {

/// The bytes [begin, end) become `by`.
struct Splice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string by = {};
};

using Patch = std::vector<Splice>;  ///< not overlapping

/// The text with all these patches. Where they overlap, deletions are joined; of two replacements
/// only the one that begins first is written (if both begin there, the longer one).
std::string patched(std::string_view text, std::span<const Patch* const> patches);

/// Shorter, or as long and earlier in byte order.
bool shortlex_less(std::string_view a, std::string_view b);

/// Tries all patches on the session's best text together, then searches for a set that works by
/// splitting; never tests a text that is not smaller. At most about two tests a patch. `words` say
/// what the patches do, for the trace. Returns whether the text has changed.
bool try_patches(Session& session, std::span<const Patch> patches, KeepEstimate& estimate,
                 std::string_view words);

}  // namespace grabr
