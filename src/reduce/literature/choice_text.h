// The text of decoded tokens: with as little as possible between them, or with what stood there in
// an earlier text.
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

  /// From now on tokens keep what was passed over before them in this tree's text: each in turn is
  /// the next one of the tree that is equal.
  void keep_layout(const Tree& tree);
  bool keeps_layout() const { return like_.has_value(); }

  std::string print(std::span<const YieldToken> tokens) const;

 private:
  std::shared_ptr<const Grammar> grammar_;
  std::optional<Tree> like_;
  std::vector<NodeId> tokens_;  // of like_
};

}  // namespace grabr
