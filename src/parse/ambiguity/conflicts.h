// Reports LALR conflicts in terms of the user's rules: places where the automaton has more than one
// action, which makes parsing slower.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grammar/model/grammar.h"
#include "parse/ambiguity/grammar_counts.h"

namespace grabr {

/// Conflicts between the same rules at the same places.
struct Conflict {
  /// Rules that can continue, with a dot: `s ::= 'if' e s • 'else' s`.
  std::vector<std::string> shift;
  std::vector<std::string> reduce;  ///< rules that can end
  std::vector<std::string> tokens;  ///< the next tokens, in the grammar's order
  std::uint32_t states = 0;
  std::uint32_t entries = 0;  ///< states × tokens
  /// A shortest prefix of a sentence that leads to the first of these states, and a token that
  /// conflicts there. (After this prefix, the token may fit only one of the rules.) Empty if the
  /// prefix would be long.
  std::string before;
  std::string token;
};

struct Conflicts {
  std::uint32_t states = 0;
  std::uint32_t entries = 0;
  std::uint32_t groups = 0;
  std::vector<Conflict> shown;  ///< most entries first
};

/// Describes at most `most` groups.
Conflicts find_conflicts(const Grammar& grammar, const GrammarAutomaton& view, std::size_t most);

}  // namespace grabr
