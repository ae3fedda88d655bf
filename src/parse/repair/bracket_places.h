// Which terminals may stand outside of all brackets, and which between one and its partner, by the
// rules alone: `$(` of make is followed by words of another kind than those of a line.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "grammar/model/terminal_set.h"
#include "parse/lr/lowered.h"

namespace grabr {

class BracketPlaces {
 public:
  /// The lowered grammar must outlive this.
  BracketPlaces(const Grammar& grammar, const LoweredGrammar& lowered);

  /// What a text has outside of brackets, the brackets themselves too.
  const TerminalSet& outside() const { return outside_; }
  /// What stands behind a terminal that ends in an opening bracket, up to its partner and with it;
  /// every terminal if the rules do not say.
  const TerminalSet& inside(SymbolId opener);

 private:
  using Parts = std::span<const LoweredId>;

  std::size_t partner_of(Parts parts, std::size_t opener) const;
  const std::string& text_of(LoweredId symbol) const;
  TerminalSet level_of(std::vector<LoweredId> todo) const;
  void note_level(Parts parts, std::vector<LoweredId>& todo) const;

  const LoweredGrammar& lowered_;
  std::vector<std::string> shortest_;  // by terminal
  std::map<SymbolId, TerminalSet> inside_;
  TerminalSet all_, outside_;
};

}  // namespace grabr
