// Builds the user's tree from a derivation: lists as lists, optional parts as optional parts.
// Top-down with an explicit stack: a frame is a node whose children are being built. Frames are
// small, their blocks are freed as the stack shrinks, and parts are dropped once a node's last one
// is being built. Chains of single-child nodes, as between the precedence levels of nested
// expressions, get no frames: if the derivation identifies them by a number, each is examined only
// once.
//
// Each engine has its own form of derivation; it tells the builder how to expand a part:
//
//   Part                          a symbol of the lowered grammar (`symbol`) and how it is derived
//   expand(part, parts) → rule    appends the parts of the lowered rule that derives it
//   expand_optional               the same for optional parts and lists that may be absent
//   token(part) → Token           the token of a terminal; for a classic grammar just its byte
//   unit_key(part) → number       identifies the part's next unit steps, each of which continues in
//                                 the same place (goes_on_from(part, next)); 0: there are none
//   behind(part, last) → Part     the end of such steps from `part`, given that they ended at
//                                 `last` from another part with the same key
//
// Tested by tests/parse/brute_force_test.cc and, one engine against the other, tests/agreement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "parse/lr/lowered.h"
#include "parse/tokens/tokens.h"
#include "text/memory.h"
#include "tree/tree.h"

namespace grabr {

template <class Expansion>
class TreeBuilder {
 public:
  using Part = typename Expansion::Part;

  /// `expansion`, `lowered` and the grammar it was lowered from must outlive the builder; `text` is
  /// copied.
  TreeBuilder(const std::shared_ptr<const Grammar>& grammar, const LoweredGrammar& lowered,
              std::string_view text, Expansion& expansion)
      : grammar_(lowered),
        classic_(grammar->notation == Notation::kClassic),
        expansion_(expansion),
        tree_(grammar, std::string(text)) {
    for (SymbolId s = 0; classic_ && s < grammar->symbols.size(); ++s) {
      if (grammar->symbols[s].terminal()) literals_.emplace(grammar->symbols[s].text, s);
    }
  }

  /// Call once.
  Tree build(const Part& root, Span skipped_at_end) {
    open(root);
    while (!frames_.empty()) {
      if (frames_.back().next < frames_.back().end) {
        advance(frames_.back());
        continue;
      }
      const NodeId done = close(frames_.back());
      add_child(done, frames_.back().above);
      frames_.pop_back();
    }
    tree_.set_root(children_.back(), skipped_at_end);
    return std::move(tree_);
  }

 private:
  struct Frame {
    NodeKind kind = NodeKind::kRule;
    std::uint8_t min = 0;
    bool separated = false;
    bool collapse = false;  ///< a group of one part is replaced by that part
    SymbolId symbol = kNoSymbol;
    std::uint32_t alternative = 0;
    std::uint32_t first_part = 0;  ///< into parts_
    std::uint32_t next = 0, end = 0;
    std::uint32_t first_child = 0;  ///< into children_
    UnitChain above;                ///< nodes above this one, each with a single child
  };

  /// The unit steps identified by a key.
  struct Units {
    UnitChain chain;
    Part last;
  };

  void advance(Frame& frame) {
    const Part part = parts_[frame.next++];
    if (frame.next == frame.end) {
      parts_.resize(frame.first_part);
      frame.next = frame.end = frame.first_part;
    }
    if (!grammar_.terminal(part.symbol)) {
      open(part);
      return;
    }
    Token token = expansion_.token(part);
    while (classic_ && frame.next < frame.end && grammar_.terminal(parts_[frame.next].symbol)) {
      // Adjacent bytes of a classic grammar form one token, as in the book.
      token.text.end = expansion_.token(parts_[frame.next++]).text.end;
    }
    add_token(token, {});
  }

  void add_token(Token token, UnitChain above) {
    if (classic_) {
      const auto literal = literals_.find(std::string(tree_.slice(token.text)));
      token.terminal = literal == literals_.end() ? kNoSymbol : literal->second;
    }
    add_child(tree_.add_token(token.terminal, token.skipped, token.text), above);
  }

  void add_child(NodeId child, UnitChain above) {
    children_.push_back(above.length == 0 ? child : tree_.add_chain(above, child));
  }

  void open(Part part) {
    const UnitChain above = go_down(part);
    if (grammar_.terminal(part.symbol)) {
      add_token(expansion_.token(part), above);
      return;
    }
    frames_.push_back(frame_of(part));
    frames_.back().above = above;
  }

  /// Follows the unit steps identified by the part's key and replaces the part by their end.
  UnitChain go_down(Part& part) {
    const std::uint64_t key = expansion_.unit_key(part);
    if (key == 0) return {};
    const auto [known, is_new] = units_.try_emplace(key);
    if (is_new) known->second = units_below(part);
    part = expansion_.behind(part, known->second.last);
    return known->second.chain;
  }

  Units units_below(const Part& part) {
    Units units{{}, part};
    while (expansion_.unit_key(units.last) != 0 && units.chain.length < UnitChain::kMaxLinks) {
      const Frame frame = frame_of(units.last);
      const bool is_unit =
          frame.end - frame.next == 1 && expansion_.goes_on_from(units.last, parts_.back());
      if (is_unit) units.last = parts_.back();
      parts_.resize(frame.first_part);
      if (!is_unit) break;
      const ChainLink link{frame.kind, frame.min,    frame.separated,
                           false,      frame.symbol, frame.alternative};
      if (!frame.collapse) units.chain = tree_.longer(units.chain, link);
    }
    return units;
  }

  /// A frame with its parts at the end of parts_.
  Frame frame_of(const Part& part) {
    Frame frame;
    const LoweredSymbol& symbol = grammar_.symbols[part.symbol];
    frame.symbol = symbol.user;
    frame.separated = symbol.separated;
    frame.min = symbol.min;
    frame.first_part = frame.next = static_cast<std::uint32_t>(parts_.size());
    frame.first_child = static_cast<std::uint32_t>(children_.size());
    switch (symbol.role) {
      case Role::kRule: open_rule(part, NodeKind::kRule, frame); break;
      case Role::kGroup:
        open_rule(part, NodeKind::kGroup, frame);
        frame.collapse = parts_.size() - frame.first_part == 1;
        break;
      case Role::kOptional: open_optional(part, frame); break;
      case Role::kStar: open_star(part, frame); break;
      case Role::kList: open_list(part, frame); break;
      case Role::kTerminal: break;
    }
    frame.end = static_cast<std::uint32_t>(parts_.size());
    return frame;
  }

  void open_rule(const Part& part, NodeKind kind, Frame& frame) {
    frame.kind = kind;
    frame.alternative = grammar_.rules[expansion_.expand(part, parts_)].alternative;
  }

  void open_optional(const Part& part, Frame& frame) {
    frame.kind = NodeKind::kOptional;
    const std::uint32_t rule = expansion_.expand_optional(part, parts_);
    frame.alternative = grammar_.rules[rule].alternative;
  }

  void open_star(const Part& part, Frame& frame) {
    frame.kind = NodeKind::kList;
    expansion_.expand_optional(part, parts_);
    if (parts_.size() == frame.first_part) return;
    const Part list = parts_.back();
    parts_.pop_back();
    open_list(list, frame);
  }

  /// Follows the left-recursive chain of a list and appends its parts in order.
  void open_list(const Part& part, Frame& frame) {
    frame.kind = NodeKind::kList;
    Part rest = part;
    for (bool last = false; !last;) {
      const auto begin = static_cast<std::ptrdiff_t>(parts_.size());
      expansion_.expand(rest, parts_);
      const auto first = parts_.begin() + begin;
      last = parts_.end() - first == 1;
      if (!last) {
        rest = *first;
        parts_.erase(first);
      }
      std::reverse(parts_.begin() + begin, parts_.end());
    }
    std::reverse(parts_.begin() + frame.first_part, parts_.end());
  }

  static Node node_of(const Frame& frame) {
    Node node;
    node.kind = frame.kind;
    node.min = frame.min;
    node.separated = frame.separated;
    node.symbol = frame.symbol;
    node.set_alternative(frame.alternative);
    return node;
  }

  NodeId close(const Frame& frame) {
    const std::span<const NodeId> children = std::span(children_).subspan(frame.first_child);
    const NodeId done = frame.collapse ? children[0] : tree_.add_node(node_of(frame), children);
    children_.resize(frame.first_child);
    parts_.resize(frame.first_part);
    return done;
  }

  const LoweredGrammar& grammar_;
  const bool classic_;
  Expansion& expansion_;
  Tree tree_;
  std::unordered_map<std::string, SymbolId> literals_;
  std::unordered_map<std::uint64_t, Units> units_;  // by key
  std::deque<Frame> frames_;
  LargeArray<Part> parts_;       // parts of all frames
  LargeArray<NodeId> children_;  // children of all frames
};

}  // namespace grabr
