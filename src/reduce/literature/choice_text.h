// The text of decoded tokens, with as little as possible between them, or with the layout of an
// earlier text.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reduce/literature/minimal_yield.h"
#include "tree/tree.h"

namespace grabr {

class ChoicePrinter {
 public:
  explicit ChoicePrinter(std::shared_ptr<const Grammar> grammar) : grammar_(std::move(grammar)) {}

  /// Makes tokens keep the skipped text before them in this tree's text: each token takes that of
  /// the next equal token of the tree.
  void keep_layout(const Tree& tree);
  bool keeps_layout() const { return like_.has_value(); }

  std::string print(std::span<const YieldToken> tokens) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  std::optional<Tree> like_;
  std::vector<NodeId> tokens_;  // of like_
};

}  // namespace grabr
