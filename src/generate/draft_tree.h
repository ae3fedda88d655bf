// A derivation whose tokens get their texts, and what stands between them → the tree of its text.
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

  /// Nothing when the tokens that were drawn cannot stand side by side: the lexer would read
  /// others. For a grammar whose tokens depend on the context that is not looked at here.
  std::optional<Tree> build(const Draft& draft, RandomNumbers& random);

 private:
  struct PlacedToken {
    std::uint32_t node = 0;    ///< in the draft
    SymbolId terminal = kNoSymbol;
    std::string text;
    std::string skipped;       ///< before it
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
  std::vector<std::string> separators_;  // texts that are skipped, the shortest first
};

}  // namespace grabr
