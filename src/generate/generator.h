// Sentences of a grammar: random, small or with all its rules, the same for the same seed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "generate/draft_tree.h"
#include "generate/expander.h"
#include "generate/generator_options.h"
#include "generate/random_numbers.h"
#include "parse/parser.h"
#include "tree/tree.h"

namespace grabr {

class Generator {
 public:
  /// Throws Error(kInvalid) when the start symbol has no sentence, or none of bearable size.
  Generator(std::shared_ptr<const Grammar> grammar, const GeneratorOptions& options);

  /// Sentence number `number` of the seed, as the tree of a text that parses. With kRandom and
  /// kCost it depends on the seed, the number and the options alone; with kCoverage on what was
  /// generated before, too. Throws Error(kSystem) when no tokens are found that can stand side by
  /// side.
  Tree sentence(std::uint64_t number);
  /// A sentence of any nonterminal; nothing when there is none, or none was found in a few tries.
  std::optional<Tree> sentence_of(SymbolId nonterminal, RandomNumbers& random);

  /// Kept covering: is there a way on that no sentence has used yet?
  bool can_cover_more() { return expander_.can_cover_more(start_); }

 private:
  std::optional<Tree> checked(Tree tree, SymbolId nonterminal);

  std::shared_ptr<const Grammar> grammar_;
  std::uint64_t seed_;
  SymbolId start_;
  Expander expander_;
  DraftTrees trees_;
  std::optional<Parser> parser_;  // where only parsing tells whether a text is a sentence
};

}  // namespace grabr
