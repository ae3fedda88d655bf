// Builds error nodes ("opaque lists"): text that belongs to no sentence, as lines of tokens and
// brackets. A bracketed part is parsed on its own, as one of the nonterminals with these brackets;
// if that fails, it is repaired; if the repair would drop more than half of it, it becomes a group
// around another opaque list. The stack is explicit, because the input's brackets may nest to any
// depth. Tested by tests/parse/partial_test.cc.
#include <algorithm>
#include <optional>

#include "parse/repair/assembly.h"

namespace grabr {

class Assembly::OpaqueList {
 public:
  OpaqueList(Assembly& assembly, Span range) : out_(assembly) { open(Kind::kLines, range); }

  NodeId build() {
    for (;;) {
      const NodeId done = step();
      if (done == kNoNode) continue;
      frames_.pop_back();
      if (frames_.empty()) return done;
      frames_.back().children.push_back(done);
    }
  }

 private:
  enum class Kind : std::uint8_t { kLines, kLine, kBracket };
  struct Frame {
    Kind kind = Kind::kLines;
    Span range;
    std::uint32_t at = 0;  ///< the next rough token
    std::vector<NodeId> children;
  };

  const std::vector<RoughToken>& tokens() const { return out_.text_.tokens; }

  void open(Kind kind, Span range) {
    Frame frame;
    frame.kind = kind;
    frame.range = range;
    frame.at = range.begin;
    frames_.push_back(std::move(frame));
  }

  /// Makes one step in the top frame. Returns its node once it is finished.
  NodeId step() {
    Frame& frame = frames_.back();
    if (frame.at == frame.range.end) return close(frame);
    switch (frame.kind) {
      case Kind::kLines: next_line(frame); break;
      case Kind::kLine: next_item(frame); break;
      case Kind::kBracket: next_of_bracket(frame); break;
    }
    return kNoNode;
  }

  NodeId close(const Frame& frame) {
    Node node;
    node.kind = frame.kind == Kind::kBracket ? NodeKind::kGroup : NodeKind::kList;
    node.opaque = frame.kind != Kind::kBracket;
    return out_.tree_.add_node(node, frame.children);
  }

  std::uint32_t after_item(std::uint32_t at, std::uint32_t end) const {
    const std::uint32_t partner = tokens()[at].partner;
    return partner != kNoPartner && partner > at && partner < end ? partner + 1 : at + 1;
  }

  /// If there are several lines, each becomes its own list, unless it is a single item.
  void next_line(Frame& frame) {
    const std::uint32_t end = frame.range.end;
    std::uint32_t line_end = after_item(frame.at, end);
    const bool one_item = line_end == end || tokens()[line_end].starts_line;
    while (line_end < end && !tokens()[line_end].starts_line) line_end = after_item(line_end, end);
    if (frame.at == frame.range.begin && line_end == end) {
      frame.kind = Kind::kLine;
    } else if (one_item) {
      next_item(frame);
    } else {
      const Span line{frame.at, line_end};
      frame.at = line_end;
      open(Kind::kLine, line);
    }
  }

  void next_item(Frame& frame) {
    const Span item{frame.at, after_item(frame.at, frame.range.end)};
    frame.at = item.end;
    if (item.size() == 1) {
      frame.children.push_back(add_token(item.begin));
    } else if (const NodeId fragment = out_.add_fragment(item); fragment != kNoNode) {
      frame.children.push_back(fragment);
    } else {
      open(Kind::kBracket, item);
    }
  }

  void next_of_bracket(Frame& frame) {
    const Span inside{frame.range.begin + 1, frame.range.end - 1};
    if (frame.at == inside.begin && frame.children.size() == 1) {
      frame.at = inside.end;
      open(Kind::kLines, inside);
    } else {
      frame.children.push_back(add_token(frame.at));
      ++frame.at;
    }
  }

  NodeId add_token(std::uint32_t at) {
    if (tokens()[at].text.size() > 0) ++out_.opaque_tokens_;
    const bool classic = out_.text_.parser.grammar().notation == Notation::kClassic;
    return out_.add_leaf(classic ? kNoSymbol : tokens()[at].terminal, tokens()[at].text);
  }

  Assembly& out_;
  std::vector<Frame> frames_;
};

NodeId Assembly::add_opaque(Span range) { return OpaqueList(*this, range).build(); }

NodeId Assembly::add_fragment(Span range) {
  SymbolId longest = kNoSymbol;
  std::uint32_t longest_reach = 1;
  for (const SymbolId symbol : text_.punctuation.bracketed_by(text_.tokens[range.begin].terminal)) {
    if (budget_.reads == 0) return kNoNode;
    std::uint32_t reached = 0;
    const auto sentence = read_exactly(text_, range, symbol, &reached);
    budget_.reads -= std::min<std::uint64_t>(budget_.reads, reached);
    if (sentence) return add_sentence(*sentence, range, nullptr);
    if (reached > longest_reach) {
      longest_reach = reached;
      longest = symbol;
    }
  }
  if (longest == kNoSymbol || repaired_ > 0) return kNoNode;
  const auto sentence = repair(text_, range, longest, {}, budget_, false);
  if (!sentence) return kNoNode;
  const auto kept = std::count_if(sentence->tokens.begin(), sentence->tokens.end(),
                                  [](const SentenceToken& token) { return !token.added; });
  if (2 * static_cast<std::uint64_t>(kept) < range.size()) return kNoNode;
  ++repaired_;
  const NodeId node = add_sentence(*sentence, range, nullptr);
  --repaired_;
  return node;
}

}  // namespace grabr
