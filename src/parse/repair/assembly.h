// Assembles sentences, and the parts cut out of them, into one tree over the text.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/repair/repair.h"
#include "tree/tree.h"

namespace grabr {

/// Nodes must be added in text order: the text between two leaves becomes the skipped text of the
/// second.
class Assembly {
 public:
  Assembly(const RoughText& text, RepairBudget& budget);

  /// A stretch left out of a sentence, and the list made from it.
  struct Cut {
    Span range;  ///< range of rough tokens
    NodeId node = kNoNode;
  };

  /// The tree of a sentence together with its cuts, from rough tokens begin … end. `cuts`, if
  /// given, receives them in text order.
  NodeId add_sentence(const Sentence& sentence, Span range, std::vector<Cut>* cuts);
  /// Rough tokens begin … end as an opaque list. The contents of brackets are repaired only at the
  /// first level, which bounds the recursion.
  NodeId add_opaque(Span range);

  std::size_t opaque_tokens() const { return opaque_tokens_; }
  Tree take(NodeId root);

 private:
  const RoughText& text_;
  RepairBudget& budget_;
  Tree tree_;
  std::uint32_t last_end_ = 0;
  std::size_t opaque_tokens_ = 0;
  int repaired_ = 0;  ///< nested repairs in progress

  NodeId add_leaf(SymbolId terminal, Span text);
  NodeId add_fragment(Span range);

  class SentenceTree;
  class OpaqueList;
};

}  // namespace grabr
