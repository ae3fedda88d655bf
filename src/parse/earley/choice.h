// Chooses which derivation of an ambiguous span becomes the tree.
//
// The documented rule, for each symbol over each span: higher priority; then earlier alternative;
// then longest first part, longest second part, and so on. If a symbol can derive itself (A ⇒+ A),
// derivations of least height come before all that, so a cyclic derivation is never built. The
// choice depends only on the grammar and the text, not on the order in which a parser finds things.
// (The fuzzingbook's choice is in parse/earley/book_choice.h, all other derivations in
// parse/ambiguity/ranking.h.) Tested by tests/parse/choice_test.cc and, against brute force,
// brute_force_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "parse/earley/forest.h"

namespace grabr {

/// A symbol over a span of positions, plus what its chooser needs to continue.
struct Part {
  LoweredId symbol = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::optional<std::uint32_t> rule;  ///< set if the book's choice has already chosen it
  std::uint64_t number = 0;           ///< which of its derivations; 0: the documented choice
  /// The set of enclosing symbols over the same span.
  std::uint32_t inside = 0;
};

/// The derivation step chosen for a part: a rule and the rule's parts.
struct Step {
  std::uint32_t rule = 0;
  std::vector<Part> parts;
};

using Choose = std::function<Step(const Part&)>;

/// The whole input as a part with the start symbol.
Part whole_input(const Completions& completions);
Step make_step(const LoweredGrammar& grammar, std::uint32_t rule, std::uint32_t begin,
               const std::vector<std::uint32_t>& ends);

/// The documented rule.
class Chooser {
 public:
  explicit Chooser(Forest& forest) : forest_(forest), grammar_(forest.grammar()) {}
  Step choose(const Part& part);

 private:
  Forest& forest_;
  const LoweredGrammar& grammar_;

  Step choose_in_cycle(const Part& part);
};

}  // namespace grabr
