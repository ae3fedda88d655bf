// Finds the terminals that may stand outside all brackets, and those that may stand between a
// bracket and its partner, from the rules alone: after `$(`, make has other kinds of words than in
// the rest of a line.
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

  /// The terminals that a text may have outside brackets, including the brackets themselves.
  const TerminalSet& outside() const { return outside_; }
  /// The terminals after one that ends in an opening bracket, up to and including its partner; all
  /// terminals if the rules do not tell.
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
