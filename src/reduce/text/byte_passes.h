// The passes over bytes: each a plain function from a text to patches on it. What each does stands
// in reduce/passes.def.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "reduce/pass.h"
#include "reduce/text/patches.h"

namespace grabr {

#define BYTE_PASS(name, function, ...) \
  std::vector<Patch> function(std::string_view text, std::uint32_t step);
#include "reduce/passes.def"

/// Again and again until it changes nothing, in all its steps.
void run_byte_pass(Session& session, const Pass& pass);

/// A bracket and what closes it, offsets.
struct BracketPair {
  std::size_t open = 0;
  std::size_t close = 0;
  std::uint32_t depth = 0;  ///< pairs around it
};

/// Pairs of ( ) [ ] { } in the order of their openers. Brackets without a partner are passed over.
std::vector<BracketPair> bracket_pairs(std::string_view text);

}  // namespace grabr
