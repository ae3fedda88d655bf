// The passes over bytes: each is a plain function from a text to patches on it. Their rows in
// reduce/passes.def say what each does.
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

/// Repeats a pass with all its steps until it changes nothing.
void run_byte_pass(Session& session, const Pass& pass);

/// The offsets of a bracket and of the one that closes it.
struct BracketPair {
  std::size_t open = 0;
  std::size_t close = 0;
  std::uint32_t depth = 0;  ///< the number of pairs around it
};

/// Pairs of ( ) [ ] { } in the order of their openers. Brackets without a partner are ignored.
std::vector<BracketPair> bracket_pairs(std::string_view text);

}  // namespace grabr
