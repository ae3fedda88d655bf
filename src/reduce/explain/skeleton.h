// A result as a sequence of tokens that stay and places of parts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reduce/explain/abstract_grammar.h"
#include "reduce/explain/part.h"
#include "tree/tree.h"

namespace grabr {

/// The spacing between tokens that stay.
enum class Spacing : std::uint8_t {
  kFree,   ///< as the grammar allows
  kExact,  ///< neighbouring tokens and the text between them are one token
};

/// The texts of the parts, by their numbers; a part that is missing here has its text of the
/// result.
struct Filling {
  struct One {
    bool free = false;                 ///< the part may be anything that it allows
    std::optional<RuleItems> value{};  ///< if not free: exactly this
  };
  std::map<std::size_t, One> parts;
};

class Skeleton {
 public:
  Skeleton(const Tree& tree, const std::string& text) : tree_(tree), text_(text) {}

  /// Makes a node, or a place in a list, a part; take_out() undoes that.
  void put(const FreePart& part, std::size_t number);
  void take_out(std::size_t number);
  /// Is the node inside a part?
  bool is_covered(NodeId node) const;
  bool has_part_below(NodeId node) const;

  /// The rules for the result, the start rule first; each value of a linked part is an alternative.
  std::vector<OwnRule> rules(const std::vector<FreePart>& parts, const Filling& filling,
                             Spacing spacing) const;
  /// The number of alternatives of the result's rule. If there are several, each has a rule of its
  /// own.
  static std::size_t alternatives(const std::vector<FreePart>& parts, const Filling& filling);
  std::string alternative_name(std::size_t number) const;
  std::string part_name(std::size_t part) const;

  /// The places of a part in the result's text, in order.
  std::vector<Span> spans(const FreePart& part) const;

 private:
  struct Piece {
    NodeId token = kNoNode;  ///< if none, the piece is a part
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
