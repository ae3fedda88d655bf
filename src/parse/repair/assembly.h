// Sentences and what was cut out of them, put together to one tree over the text.
#pragma once

#include <cstdint>
#include <vector>

#include "parse/repair/repair.h"
#include "tree/tree.h"

namespace grabr {

/// Nodes are made in the order of the text: what lies between two leaves is the skipped text of the
/// second.
class Assembly {
 public:
  Assembly(const RoughText& text, RepairBudget& budget);

  /// A stretch that was left out of a sentence, and the list made of it.
  struct Cut {
    Span range;  ///< of rough tokens
    NodeId node = kNoNode;
  };

  /// The tree of a sentence with its stretches, out of rough tokens begin … end. `cuts`, if given,
  /// gets them by place.
  NodeId add_sentence(const Sentence& sentence, Span range, std::vector<Cut>* cuts);
  /// Rough tokens begin … end as an opaque list. What stands in brackets is repaired only at the
  /// first level, so that nothing here recurses deeper than that.
  NodeId add_opaque(Span range);

  std::size_t opaque_tokens() const { return opaque_tokens_; }
  Tree take(NodeId root);

 private:
  const RoughText& text_;
  RepairBudget& budget_;
  Tree tree_;
  std::uint32_t last_end_ = 0;
  std::size_t opaque_tokens_ = 0;
  int repaired_ = 0;  ///< repaired fragments under way

  NodeId add_leaf(SymbolId terminal, Span text);
  NodeId add_fragment(Span range);

  class SentenceTree;
  class OpaqueList;
};

}  // namespace grabr
