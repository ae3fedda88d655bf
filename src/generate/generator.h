// Generates sentences of a grammar: random, small or covering all rules; reproducible by seed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "generate/draft_tree.h"
#include "generate/expander.h"
#include "generate/random_numbers.h"
#include "parse/parser.h"
#include "tree/tree.h"

namespace grabr {

class Generator {
 public:
  /// Throws Error(kInvalid) if the start symbol has no sentence, or none of reasonable size.
  Generator(std::shared_ptr<const Grammar> grammar, const GeneratorOptions& options);

  /// Sentence number `number` of the seed, as the tree of a text that parses. With kRandom and
  /// kCost it depends only on the seed, the number and the options; with kCoverage also on the
  /// sentences before. Throws Error(kSystem) if no tokens are found that can be adjacent.
  Tree sentence(std::uint64_t number);
  /// A sentence of any nonterminal; nothing if there is none, or none was found in a few tries.
  std::optional<Tree> sentence_of(SymbolId nonterminal, RandomNumbers& random);

  /// With kCoverage: can some unused branch still be reached?
  bool can_cover_more() { return expander_.can_cover_more(start_); }

 private:
  std::optional<Tree> checked(Tree tree, SymbolId nonterminal);

  std::shared_ptr<const Grammar> grammar_;
  std::uint64_t seed_;
  SymbolId start_;
  Expander expander_;
  DraftTrees trees_;
  std::optional<Parser> parser_;  // if only parsing can tell whether a text is a sentence
};

}  // namespace grabr
