// A set of terminals that is searched for at many places, with cached answers for each of the
// lexer's own sets, computed on first use.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "grammar/model/terminal_set.h"

namespace grabr {

class WantedTerminals {
 public:
  WantedTerminals() = default;
  explicit WantedTerminals(TerminalSet set) : set_(std::move(set)) {}

  const TerminalSet& set() const { return set_; }

 private:
  friend class Lexer;
  enum class Alive : std::uint8_t { kUnknown, kNo, kYes };
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  static constexpr std::uint32_t kNone = kUnknown - 1;   ///< none of the set ends there
  static constexpr std::uint32_t kTaken = kUnknown - 2;  ///< one does, but as a reserved word

  TerminalSet set_;
  std::vector<Alive> alive_;           // by set of live terminals: does it intersect this set?
  std::vector<std::uint32_t> choice_;  // by set of accepted terminals: index of the preferred one
};

}  // namespace grabr
