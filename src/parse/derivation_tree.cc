#include "parse/derivation_tree.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace grabr {
namespace {

/// A symbol of the lowered grammar and how it was derived.
struct Derived {
  LoweredId symbol = 0;
  std::uint32_t word = PartRef::kNone;  ///< token or node; kNone: the empty string
  std::uint32_t chain = 0;              ///< unit rules on top of it that are not yet seen

  bool empty() const { return word == PartRef::kNone; }
};

/// Builds the tree top-down with a stack of its own: a frame is a node whose children are under
/// way.
class DerivationReader {
 public:
  DerivationReader(const std::shared_ptr<const Grammar>& grammar, const Derivation& derivation,
                   EmptyDerivations& empty, std::string_view text, const TokenTable* tokens)
      : derivation_(derivation),
        plain_(*derivation.grammar),
        grammar_(*plain_.lowered),
        empty_(empty),
        tokens_(tokens),
        tree_(grammar, std::string(text)) {
    const bool classic = tokens == nullptr;
    for (SymbolId s = 0; classic && s < grammar->symbols.size(); ++s) {
      if (grammar->symbols[s].terminal()) literals_.emplace(grammar->symbols[s].text, s);
    }
  }

  Tree run(LoweredId start, Span skipped_at_end) {
    open(derived(start, derivation_.root.word));
    for (;;) {
      Frame& frame = frames_.back();
      if (frame.next < frame.end) {
        advance(frame);
        continue;
      }
      const NodeId done = close(frame);
      frames_.pop_back();
      children_.push_back(done);
      if (frames_.empty()) break;
    }
    tree_.set_root(children_.back(), skipped_at_end);
    return std::move(tree_);
  }

 private:
  struct Frame {
    Node node;
    bool collapse = false;          ///< a group of one part is that part
    std::uint32_t first_part = 0;   ///< into parts_
    std::uint32_t next = 0, end = 0;
    std::uint32_t first_child = 0;  ///< into children_
  };

  Derived derived(LoweredId symbol, std::uint32_t word) const {
    if (word == PartRef::kNone || PartRef{word}.is_token()) return {symbol, word, 0};
    return {symbol, word, derivation_.arena.node(plain_, PartRef{word}.place()).chain};
  }

  /// Appends the parts of the rule that derives `whole`; returns the lowered rule.
  std::uint32_t append_parts(const Derived& whole) {
    if (whole.empty()) {
      const std::uint32_t rule = empty_.rule(whole.symbol);
      for (const LoweredId part : grammar_.rhs(rule)) parts_.push_back({part, PartRef::kNone, 0});
      return rule;
    }
    std::uint32_t source = 0;
    Derived rest = whole;
    for (bool tail = true; tail;) {
      DerivationArena::Node node;
      if (!PartRef{rest.word}.is_token()) {
        node = derivation_.arena.node(plain_, PartRef{rest.word}.place());
      }
      std::uint32_t rule = node.rule;
      Derived below = rest;
      if (rest.chain != 0) {
        const Chains::Link link = (*derivation_.chains)[rest.chain];
        rule = link.rule;
        below.chain = link.inner;
        if (link.inner == 0 && node.rule == DerivationArena::kNoRule) below.word = node.children[0];
      }
      source = plain_.rules[rule].source;
      tail = append_slots(rule, rest.chain != 0, below, node.children, rest);
    }
    return source;
  }

  /// One part a slot. True when the last one is a tail, which becomes `rest`.
  bool append_slots(std::uint32_t rule, bool unit, const Derived& below,
                    std::span<const std::uint32_t> children, Derived& rest) {
    const PlainRule& form = plain_.rules[rule];
    const auto symbols = grammar_.rhs(form.source);
    const auto slots = plain_.slots_of(rule);
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      Derived part{symbols[form.first_part + i], PartRef::kNone, 0};
      if (slots[i] != Plain::kAbsent) {
        part = unit ? Derived{part.symbol, below.word, below.chain}
                    : derived(part.symbol, children[slots[i]]);
      }
      const bool last = i + 1 == slots.size();
      if (last && form.has_tail) {
        if (!part.empty()) {
          rest = part;
          return true;
        }
        for (const LoweredId symbol : symbols.subspan(form.first_part + i)) {
          parts_.push_back({symbol, PartRef::kNone, 0});
        }
        return false;
      }
      parts_.push_back(part);
    }
    return false;
  }

  void advance(Frame& frame) {
    const Derived part = parts_[frame.next++];
    if (!grammar_.terminal(part.symbol)) {
      open(part);
      return;
    }
    const std::uint32_t number = PartRef{part.word}.number();
    if (tokens_ != nullptr) {
      children_.push_back(
          tree_.add_token(part.symbol, tokens_->skipped(number), tokens_->text(number)));
      return;
    }
    Span span{number, number + 1};
    while (frame.next < frame.end && grammar_.terminal(parts_[frame.next].symbol)) {
      span.end = PartRef{parts_[frame.next++].word}.number() + 1;
    }
    children_.push_back(add_bytes(span));
  }

  /// Neighbouring bytes of a classic grammar are one token, as in the book.
  NodeId add_bytes(Span span) {
    const auto literal = literals_.find(std::string(tree_.slice(span)));
    return tree_.add_token(literal == literals_.end() ? kNoSymbol : literal->second,
                           {span.begin, span.begin}, span);
  }

  void open(const Derived& part) {
    Frame frame;
    const LoweredSymbol& symbol = grammar_.symbols[part.symbol];
    frame.node.symbol = symbol.user;
    frame.node.separated = symbol.separated;
    frame.node.min = symbol.min;
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
    frames_.push_back(frame);
  }

  void open_rule(const Derived& part, NodeKind kind, Frame& frame) {
    frame.node.kind = kind;
    frame.node.alternative = grammar_.rules[append_parts(part)].alternative;
  }

  /// What is inside an optional part, or its list; kEnd when it is absent.
  LoweredId inside(const Derived& part) {
    const std::uint32_t first = grammar_.symbols[part.symbol].first_rule;
    if (part.empty() && empty_.rule(part.symbol) != first) return Lowered::kEnd;
    return grammar_.rhs(first)[0];
  }

  void open_optional(const Derived& part, Frame& frame) {
    frame.node.kind = NodeKind::kOptional;
    const LoweredId symbol = inside(part);
    frame.node.alternative = symbol == Lowered::kEnd ? 1 : 0;
    if (symbol != Lowered::kEnd) parts_.push_back({symbol, part.word, part.chain});
  }

  void open_star(const Derived& part, Frame& frame) {
    frame.node.kind = NodeKind::kList;
    const LoweredId list = inside(part);
    if (list != Lowered::kEnd) open_list({list, part.word, part.chain}, frame);
  }

  /// Follows the left-recursive chain of a list down and lists its parts in order.
  void open_list(const Derived& part, Frame& frame) {
    frame.node.kind = NodeKind::kList;
    Derived rest = part;
    for (;;) {
      const auto begin = static_cast<std::ptrdiff_t>(parts_.size());
      append_parts(rest);
      const auto first = parts_.begin() + begin;
      const bool last = parts_.end() - first == 1;
      if (!last) {
        rest = *first;
        parts_.erase(first);
      }
      std::reverse(parts_.begin() + begin, parts_.end());
      if (last) break;
    }
    std::reverse(parts_.begin() + frame.first_part, parts_.end());
  }

  NodeId close(const Frame& frame) {
    const std::span<const NodeId> children = std::span(children_).subspan(frame.first_child);
    const NodeId done = frame.collapse ? children[0] : tree_.add_node(frame.node, children);
    children_.resize(frame.first_child);
    parts_.resize(frame.first_part);
    return done;
  }

  const Derivation& derivation_;
  const Plain& plain_;
  const Lowered& grammar_;
  EmptyDerivations& empty_;
  const TokenTable* tokens_;
  Tree tree_;
  std::unordered_map<std::string, SymbolId> literals_;
  std::vector<Frame> frames_;
  std::vector<Derived> parts_;
  std::vector<NodeId> children_;
};

}  // namespace

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Derivation& derivation,
                LoweredId start, EmptyDerivations& empty, std::string_view text,
                const TokenTable* tokens) {
  const auto size = static_cast<std::uint32_t>(text.size());
  const Span at_end = tokens != nullptr ? tokens->skipped(tokens->count()) : Span{size, size};
  return DerivationReader(grammar, derivation, empty, text, tokens).run(start, at_end);
}

}  // namespace grabr
