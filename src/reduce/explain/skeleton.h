// A result as a sequence of tokens that stay and of places for its parts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reduce/explain/abstract_grammar.h"
#include "reduce/explain/part.h"
#include "tree/tree.h"

namespace grabr {

/// How the tokens that stay are written.
enum class Spacing : std::uint8_t {
  kFree,   ///< as the grammar allows
  kExact,  ///< tokens next to each other with what is between them, as one token
};

/// What stands for the parts, by their numbers; those that are not named are as in the result.
struct Filling {
  struct One {
    bool free = false;                 ///< whatever the part allows
    std::optional<RuleItems> value{};  ///< or else exactly this
  };
  std::map<std::size_t, One> parts;
};

class Skeleton {
 public:
  Skeleton(const Tree& tree, const std::string& text) : tree_(tree), text_(text) {}

  /// A part that is left out of the tree, or no longer.
  void put(const FreePart& part, std::size_t number);
  void take_out(std::size_t number);
  /// Whether the node is inside a part that was put there.
  bool is_covered(NodeId node) const;
  bool has_part_below(NodeId node) const;

  /// Rules for the result, the first one first; of linked parts each value is an alternative.
  std::vector<OwnRule> rules(const std::vector<FreePart>& parts, const Filling& filling,
                             Spacing spacing) const;
  /// The number of alternatives of the result's rule, which are rules too if there are several.
  static std::size_t alternatives(const std::vector<FreePart>& parts, const Filling& filling);
  std::string alternative_name(std::size_t number) const;
  std::string part_name(std::size_t part) const;

  /// Where a part stands in the result's text: all its places, in order.
  std::vector<Span> spans(const FreePart& part) const;

 private:
  struct Piece {
    NodeId token = kNoNode;  ///< or a part
    std::size_t part = 0;
    Span span;  ///< in the text
  };

  std::vector<Piece> pieces(const Filling& filling) const;
  RuleItems items(const std::vector<Piece>& pieces, const std::vector<FreePart>& parts,
                  const Filling& filling, std::size_t alternative, Spacing spacing) const;
  Span span_of(NodeId node) const;
  std::uint32_t begin_after(NodeId list, std::uint32_t before) const;

  const Tree& tree_;
  const std::string& text_;
  std::map<NodeId, std::size_t> at_;                            // parts by node
  std::map<std::pair<NodeId, std::uint32_t>, std::size_t> in_;  // parts by place in a list
};

}  // namespace grabr
