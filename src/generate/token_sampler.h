// Random texts for terminals, each of which the lexer reads back as that terminal.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/random_numbers.h"
#include "grammar/lex/dfa.h"
#include "grammar/model/grammar.h"

namespace grabr {

class TokenSampler {
 public:
  /// The grammar must outlive this.
  explicit TokenSampler(const Grammar& grammar) : grammar_(grammar) {}

  /// Starts a new text: forgets the names used.
  void begin_text() { names_.clear(); }
  /// Literals have a fixed text; names are often reused within a text.
  std::string text(SymbolId terminal, RandomNumbers& random);

 private:
  /// The automaton of a single pattern.
  struct Pattern {
    Dfa dfa;
    std::vector<std::uint32_t> to_end;  ///< by state: bytes to the nearest accepting state
  };

  std::string fresh_text(SymbolId terminal, RandomNumbers& random);
  std::string try_text(SymbolId terminal, RandomNumbers& random);
  std::string walk(const Pattern& pattern, bool name, RandomNumbers& random) const;
  std::string nested_text(const Matcher& matcher, RandomNumbers& random) const;
  const Pattern* pattern_of(SymbolId terminal);
  const std::vector<std::string>* simplest(SymbolId terminal) const;
  bool is_name(SymbolId terminal) const;
  bool reads_back(std::string_view text, SymbolId terminal) const;

  const Grammar& grammar_;
  std::map<SymbolId, std::optional<Pattern>> patterns_;  // filled on demand
  std::map<SymbolId, std::vector<std::string>> names_;
};

}  // namespace grabr
