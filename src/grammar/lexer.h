// The terminals of a rich grammar compiled into one deterministic automaton over bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/grammar.h"
#include "grammar/scan_table.h"
#include "text/diagnostic.h"

namespace grabr {

/// Longest match at one place.
struct Match {
  std::uint32_t length = 0;             ///< bytes; 0 when nothing matches
  std::span<const SymbolId> terminals;  ///< the terminals this text is, the preferred one first
};

/// A text that may be the beginning of terminals.
struct Beginning {
  std::uint32_t length = 0;         ///< bytes that all of them can begin with
  std::vector<SymbolId> terminals;  ///< those that it can become, by symbol
};

class Lexer {
 public:
  /// Compiles all terminals of the grammar. Problems (bad regular expression, a token that matches
  /// the empty string or can never match, tokens that need too many states) are appended with spans
  /// into the grammar file. There always is a lexer, for the terminals without such a problem.
  static std::shared_ptr<const Lexer> compile(const Grammar& grammar,
                                              std::vector<Diagnostic>& problems);

  /// Longest match of any terminal (skips too) at text[offset…]. At equal length a literal takes
  /// the text from patterns, and an earlier pattern or skip from a later one; so `terminals` holds
  /// exactly one symbol when something matches. (It is a list for lexing by context, where the
  /// parser chooses.) It stays valid as long as the lexer.
  Match match(std::string_view text, std::size_t offset) const;

  /// The longest beginning of any terminal at text[offset…], be it finished there or not: for
  /// messages about strings and comments without an end.
  Beginning beginning(std::string_view text, std::size_t offset) const;
  /// Its length alone, which costs no more than match().
  std::size_t beginning_length(std::string_view text, std::size_t offset) const;

  /// True when `left + between + right` begins with exactly `left` as one token: nothing of what
  /// follows glues to it.
  bool separate(std::string_view left, std::string_view between, std::string_view right) const;

  /// A shortest text that match() finds to be this terminal; among the shortest the first when
  /// letters a-z come before digits, other printable ASCII and the rest. Empty for what is no
  /// terminal of this lexer.
  std::string shortest_text(SymbolId terminal) const;

  std::size_t state_count() const { return terminals_.empty() ? 0 : terminals_.size() - 1; }

 private:
  Lexer() = default;

  ScanTable table_;
  std::vector<SymbolId> terminals_;    // by state: what it accepts, or kNoSymbol
  std::vector<std::string> shortest_;  // by symbol
};

}  // namespace grabr
