// How a symbol derives the empty string, which depends on the grammar alone.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "parse/lr/lowered.h"

namespace grabr {

class EmptyDerivations {
 public:
  explicit EmptyDerivations(const LoweredGrammar& grammar) : grammar_(grammar) {}

  /// The lowered rule by which the symbol, which must be nullable, derives the empty string, as
  /// chosen by parse/earley/choice.h. All its parts are empty, too.
  std::uint32_t rule(LoweredId symbol);

 private:
  const LoweredGrammar& grammar_;
  std::unordered_map<LoweredId, std::uint32_t> rules_;
};

}  // namespace grabr
