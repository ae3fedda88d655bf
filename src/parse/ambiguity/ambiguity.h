// The derivations of an input besides the chosen one: how many there are, where the first ambiguity
// is, and any of them by its number.
//
//   Parser parser(grammar);
//   auto reading = parser.complete(text, options);       // nothing when it does not parse
//   AllDerivations all(grammar, std::move(*reading), text, max_memory);
//   all.count().number;                                  // 5
//   all.tree(2);                                         // the chosen one is tree(1)
//
// Nothing is enumerated: counts are kept for each symbol and span (parse/ambiguity/counts.h), at worst cubic
// in the number of tokens, and a derivation is built from its number alone (parse/ambiguity/ranking.h, which
// defines the order). Cyclic derivations (a symbol over a span inside the same symbol over the same
// span) are neither counted nor built.
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
  std::uint64_t number = 0;  ///< kMostDerivations: that many or more
  bool cyclic = false;       ///< there are cyclic ones besides
};

/// A symbol over a span that is derived in two ways: by two rules, or by one whose parts end in
/// different places.
struct Ambiguity {
  std::string symbol;  ///< its name; for a part of a rule without one, "list in NAME" and the like
  Span span;           ///< in the text; skipped text around it left out
  Tree chosen;         ///< the span's tree in the documented choice
  Tree other;          ///< the first after it that begins in another way
};

class AllDerivations {
 public:
  /// The parser of `reading` and the text must outlive the value. `max_memory` bounds what is kept
  /// besides the reading.
  AllDerivations(std::shared_ptr<const Grammar> grammar, CompletedReading reading,
                 std::string_view text, std::size_t max_memory);
  AllDerivations(const AllDerivations&) = delete;

  /// Throws Error(kSystem) when the input is too ambiguous to count in the memory allowed.
  DerivationCount count();
  /// Derivation number `number`, from 1 to count().number; 1 is what Parser::parse() gives by the
  /// documented choice. Takes time linear in its size once count() is known, times at worst the
  /// number of tokens.
  Tree tree(std::uint64_t number);
  /// The ambiguous symbol of the chosen tree that begins leftmost; of several there the one over
  /// the shortest span, then the innermost. Nothing when there is one derivation only. Needs no
  /// counts.
  std::optional<Ambiguity> first_ambiguity();

 private:
  std::shared_ptr<const Grammar> grammar_;
  Tokens tokens_;
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
