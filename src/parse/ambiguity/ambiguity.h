// All derivations of an input, not only the chosen one: how many there are, where the first
// ambiguity is, and each of them by number.
//
//   Parser parser(grammar);
//   auto reading = parser.read(text, options);           // it must be accepted
//   AllDerivations all(grammar, std::move(reading), text, max_memory);
//   all.count().number;                                  // 5
//   all.tree(2);                                         // the chosen one is tree(1)
//
// Nothing is enumerated: counts are kept per symbol and span (parse/ambiguity/counts.h), at worst
// cubic in the number of tokens, and a derivation is built from its number alone
// (parse/ambiguity/ranking.h, which defines the order). Cyclic derivations (a symbol over a span
// inside the same symbol over the same span) are neither counted nor built.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parse/ambiguity/ranking.h"
#include "parse/earley/reading.h"
#include "tree/tree.h"

namespace grabr {

struct DerivationCount {
  std::uint64_t number = 0;  ///< kMaxDerivations: that many or more
  bool cyclic = false;       ///< there are also cyclic ones
};

/// A symbol over a span that has two derivations: by two rules, or by one rule whose parts end in
/// different places.
struct Ambiguity {
  std::string symbol;  ///< its name; for an unnamed part of a rule, "list in NAME" and the like
  Span span;           ///< in the text, without skipped text around it
  Tree chosen;         ///< the span's tree in the documented choice
  Tree other;          ///< the first later tree whose outermost step differs
};

class AllDerivations {
 public:
  /// The parser of `reading` and the text must outlive this. `max_memory` limits the memory used in
  /// addition to the reading.
  AllDerivations(std::shared_ptr<const Grammar> grammar, Reading reading, std::string_view text,
                 std::size_t max_memory);
  AllDerivations(const AllDerivations&) = delete;

  /// Throws Error(kSystem) if the input is too ambiguous to count within the memory bound.
  DerivationCount count();
  /// Derivation number `number`, from 1 to count().number; 1 is the documented choice, as from
  /// Parser::parse(). Once count() is known, takes time linear in the derivation's size, times at
  /// worst the number of tokens.
  Tree tree(std::uint64_t number);
  /// The leftmost ambiguous symbol of the chosen tree; if several begin there, the one over the
  /// shortest span, then the innermost. Nothing if there is only one derivation. Needs no counts.
  std::optional<Ambiguity> first_ambiguity();

 private:
  std::shared_ptr<const Grammar> grammar_;
  Reading reading_;
  std::string_view text_;
  Forest forest_;
  Counts counts_;
  Ranking ranking_;

  Span text_of(const Part& part) const;
  std::string name_of(LoweredId symbol) const;
  Tree tree_of(const Part& part, const Choose& choose) const;
  Ambiguity describe(const Part& part, const std::vector<Step>& steps);
};

}  // namespace grabr
