// The terminals of a rich grammar compiled into one deterministic automaton over bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/grammar.h"
#include "text/diagnostic.h"

namespace grabr {

/// Longest match at one place.
struct Match {
  std::uint32_t length = 0;             ///< bytes; 0 when nothing matches
  std::span<const SymbolId> terminals;  ///< the terminals this text is, the preferred one first
};

class Lexer {
 public:
  /// Compiles all terminals of the grammar. Problems (bad regular expression, a token that matches
  /// the empty string or can never match) are appended with spans into the grammar file.
  static std::shared_ptr<const Lexer> compile(const Grammar& grammar,
                                              std::vector<Diagnostic>& problems);

  /// Longest match of any terminal (skips too) at text[offset…]. At equal length a literal takes
  /// the text from patterns, and an earlier pattern from a later one.
  Match match(std::string_view text, std::size_t offset) const;

  /// A shortest text the terminal matches, the smallest in byte order among those made of
  /// preferred (letters, digits, printable) bytes.
  std::string shortest_text(SymbolId terminal) const;

  std::size_t state_count() const;

 private:
  int unused_ = 0;
};

}  // namespace grabr
