// Turns a derivation into a tree: chooses texts for its tokens and what separates them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "generate/expander.h"
#include "generate/random_numbers.h"
#include "generate/token_sampler.h"
#include "tree/tree.h"

namespace grabr {

class DraftTrees {
 public:
  explicit DraftTrees(std::shared_ptr<const Grammar> grammar);

  /// Nothing if the chosen tokens cannot be adjacent, since the lexer would read others. For a
  /// grammar with contextual lexing this is not checked here.
  std::optional<Tree> build(const Draft& draft, RandomNumbers& random);

 private:
  struct PlacedToken {
    std::uint32_t node = 0;  ///< its node in the draft
    SymbolId terminal = kNoSymbol;
    std::string text;
    std::string skipped;  ///< skipped text before it
  };

  std::vector<PlacedToken> tokens_of(const Draft& draft, RandomNumbers& random);
  void separate(std::vector<PlacedToken>& tokens, bool spaced) const;
  const std::string* between(const PlacedToken& left, const PlacedToken& right, bool spaced) const;
  bool reads_back(const std::vector<PlacedToken>& tokens) const;
  Tree tree_of(const Draft& draft, const std::vector<PlacedToken>& tokens) const;
  SymbolId literal_of(const std::string& text) const;

  std::shared_ptr<const Grammar> grammar_;
  TokenSampler sampler_;
  bool classic_ = false;
  std::vector<std::string> separators_;  // texts that are skipped, shortest first
};

}  // namespace grabr
