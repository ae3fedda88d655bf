#include "parse/build_tree.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "parse/book_choice.h"

namespace grabr {
namespace {

/// Builds the tree top-down with a stack of its own: a frame is a node whose children are under
/// way.
class TreeBuilder {
 public:
  TreeBuilder(const std::shared_ptr<const Grammar>& grammar, const Lowered& lowered,
              std::string_view text, const Tokens& tokens, Choose choose)
      : grammar_(lowered),
        classic_(grammar->notation == Notation::kClassic),
        tokens_(tokens),
        choose_(std::move(choose)),
        tree_(grammar, std::string(text)) {
    for (SymbolId s = 0; classic_ && s < grammar->symbols.size(); ++s) {
      if (grammar->symbols[s].terminal()) literals_.emplace(grammar->symbols[s].text, s);
    }
  }

  Tree build(const Part& root) {
    open(root);
    for (;;) {
      Frame& frame = frames_.back();
      if (frame.next < frame.parts.size()) {
        advance(frame);
        continue;
      }
      const NodeId done = close(frame);
      frames_.pop_back();
      if (frames_.empty()) {
        const std::size_t length = classic_ ? root.end : tokens_.tokens.size();
        tree_.set_root(done, root.end == length ? tokens_.skipped_at_end : Span{});
        return std::move(tree_);
      }
      frames_.back().children.push_back(done);
    }
  }

 private:
  struct Frame {
    Node node;
    bool collapse = false;  ///< a group of one part is that part
    std::vector<Part> parts;
    std::size_t next = 0;
    std::vector<NodeId> children;
  };

  void advance(Frame& frame) {
    const Part part = frame.parts[frame.next++];
    if (!grammar_.terminal(part.symbol)) {
      open(part);
    } else if (!classic_) {
      const Token& token = tokens_.tokens[part.begin];
      frame.children.push_back(tree_.add_token(token.terminal, token.skipped, token.text));
    } else {
      Span span{part.begin, part.end};
      while (frame.next < frame.parts.size() && grammar_.terminal(frame.parts[frame.next].symbol)) {
        span.end = frame.parts[frame.next++].end;
      }
      frame.children.push_back(add_bytes(span));
    }
  }

  /// Neighbouring bytes of a classic grammar are one token, as in the book.
  NodeId add_bytes(Span span) {
    const auto literal = literals_.find(std::string(tree_.slice(span)));
    return tree_.add_token(literal == literals_.end() ? kNoSymbol : literal->second,
                           {span.begin, span.begin}, span);
  }

  void open(const Part& part) {
    Frame frame;
    const LoweredSymbol& symbol = grammar_.symbols[part.symbol];
    frame.node.symbol = symbol.user;
    frame.node.separated = symbol.separated;
    frame.node.min = symbol.min;
    switch (symbol.role) {
      case Role::kRule: open_rule(part, NodeKind::kRule, frame); break;
      case Role::kGroup:
        open_rule(part, NodeKind::kGroup, frame);
        frame.collapse = frame.parts.size() == 1;
        break;
      case Role::kOptional: open_rule(part, NodeKind::kOptional, frame); break;
      case Role::kStar: open_star(part, frame); break;
      case Role::kList: open_list(part, frame); break;
      case Role::kTerminal: break;
    }
    frames_.push_back(std::move(frame));
  }

  void open_rule(const Part& part, NodeKind kind, Frame& frame) {
    Step step = choose_(part);
    frame.node.kind = kind;
    frame.node.alternative = grammar_.rules[step.rule].alternative;
    frame.parts = std::move(step.parts);
  }

  void open_star(const Part& part, Frame& frame) {
    const Step step = choose_(part);
    frame.node.kind = NodeKind::kList;
    if (!step.parts.empty()) open_list(step.parts[0], frame);
  }

  /// Follows the left-recursive chain of a list down and lists its parts in order.
  void open_list(const Part& part, Frame& frame) {
    frame.node.kind = NodeKind::kList;
    Part rest = part;
    for (;;) {
      const Step step = choose_(rest);
      const bool first = step.parts.size() == 1;
      for (std::size_t k = step.parts.size(); k-- > (first ? 0u : 1u);) {
        frame.parts.push_back(step.parts[k]);
      }
      if (first) break;
      rest = step.parts[0];
    }
    std::reverse(frame.parts.begin(), frame.parts.end());
  }

  NodeId close(Frame& frame) {
    if (frame.collapse) return frame.children[0];
    return tree_.add_node(frame.node, frame.children);
  }

  const Lowered& grammar_;
  bool classic_;
  const Tokens& tokens_;
  Choose choose_;
  Tree tree_;
  std::unordered_map<std::string, SymbolId> literals_;
  std::vector<Frame> frames_;
};

}  // namespace

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Lowered& lowered,
                std::string_view text, const Tokens& tokens, const Part& root, Choose choose) {
  return TreeBuilder(grammar, lowered, text, tokens, std::move(choose)).build(root);
}

Tree build_tree(const std::shared_ptr<const Grammar>& grammar, const Chart& chart,
                std::string_view text, const Tokens& tokens, ParseOptions::Choice choice) {
  Part root;
  root.symbol = chart.start();
  root.end = chart.set_count() - 1;
  if (choice == ParseOptions::Choice::kBook) {
    BookChooser chooser(chart);
    return build_tree(grammar, chart.grammar(), text, tokens, root,
                      [&](const Part& part) { return chooser.choose(part); });
  }
  Forest forest{Completions(chart)};
  Chooser chooser(forest);
  return build_tree(grammar, chart.grammar(), text, tokens, root,
                    [&](const Part& part) { return chooser.choose(part); });
}

}  // namespace grabr
