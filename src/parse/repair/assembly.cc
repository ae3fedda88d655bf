#include "parse/repair/assembly.h"

#include <optional>
#include <string>
#include <utility>

#include "parse/repair/cut_tree.h"

namespace grabr {

/// Copies the tree of a sentence in post-order, with an explicit stack. Inserts the parts that the
/// repair left out (cuts) as error nodes.
class Assembly::SentenceTree {
 public:
  SentenceTree(Assembly& assembly, const Sentence& sentence, Span range, std::vector<Cut>* cuts)
      : out_(assembly),
        sentence_(sentence),
        cuts_(cuts),
        classic_(out_.text_.parser.grammar().notation == Notation::kClassic),
        tree_(build()),
        cut_out_(sentence.tokens.size() + 1),
        cut_at_(sentence.tokens.size() + 1) {
    find_cuts(range);
    insertions_ = place_cuts(tree_, cut_at_);
  }

  NodeId copy() {
    NodeId done = open(tree_.root());
    for (;;) {
      if (done != kNoNode) {
        if (frames_.empty()) return done;
        frames_.back().children.push_back(done);
        done = kNoNode;
      } else if (frames_.back().next < frames_.back().steps.size()) {
        Step step = std::move(frames_.back().steps[frames_.back().next++]);
        done = take(std::move(step));
      } else {
        const UnitChain above = frames_.back().above;
        done = add_above(above, out_.tree_.add_node(frames_.back().node, frames_.back().children));
        forget(frames_.back().of, frames_.back().top);
        frames_.pop_back();
      }
    }
  }

 private:
  /// A child, or a cut, or a child that is grouped with cuts.
  struct Step {
    NodeId child = kNoNode;
    std::vector<std::uint32_t> before, behind;
  };
  struct Frame {
    Node node;
    std::vector<Step> steps;
    std::size_t next = 0;
    std::vector<NodeId> children;
    NodeId of = kNoNode, top = kNoNode;  ///< the node, and the topmost of `above`
    UnitChain above;                     ///< nodes above it, each with a single child
  };

  /// The sentence's tokens are one byte each of an artificial text; those of a classic grammar are
  /// the bytes of a text.
  Tree build() const {
    const Parser& parser = out_.text_.parser;
    if (classic_) return std::get<Tree>(parser.parse(bytes(), sentence_.how));
    std::vector<LoweredId> terminals;
    terminals.reserve(sentence_.tokens.size());
    for (const SentenceToken& token : sentence_.tokens) terminals.push_back(token.terminal);
    return parser.parse_terminals(terminals, sentence_.how);
  }

  std::string bytes() const {
    const LoweredId first = out_.text_.parser.lowered().first_byte;
    std::string bytes;
    for (const SentenceToken& token : sentence_.tokens) {
      bytes += static_cast<char>(token.terminal - first);
    }
    return bytes;
  }

  void find_cuts(Span range) {
    std::uint32_t at = range.begin;
    for (std::size_t k = 0; k <= sentence_.tokens.size(); ++k) {
      const bool end = k == sentence_.tokens.size();
      const std::uint32_t next = end ? range.end : sentence_.tokens[k].at;
      cut_out_[k] = {at, next};
      cut_at_[k] = at < next;
      at = next + (end || sentence_.tokens[k].added ? 0 : 1);
    }
  }

  /// Returns the copy of a leaf; for another node, opens a frame and returns nothing yet.
  NodeId open(NodeId id) {
    Frame frame;
    frame.top = id;
    while (is_unit(id) && frame.above.length < UnitChain::kMaxLinks) {
      frame.above = out_.tree_.longer(frame.above, Tree::link_of(tree_[id]));
      id = tree_.children(id)[0];
    }
    if (tree_.is_token(id)) {
      const NodeId leaf = add_leaf(id);
      forget(id, frame.top);
      return add_above(frame.above, leaf);
    }
    frame.node = tree_[id];
    frame.of = id;
    const auto children = tree_.children(id);
    const auto found = insertions_.find(id);
    const std::vector<Insertion> none;
    const std::vector<Insertion>& list = found == insertions_.end() ? none : found->second;
    std::size_t next = 0;
    for (std::uint32_t i = 0; i <= children.size(); ++i) {
      Step step;
      if (i < children.size()) step.child = children[i];
      for (; next < list.size() && list[next].index == i; ++next) {
        const std::uint32_t cut = list[next].cut;
        if (list[next].how == Insertion::How::kAsChild) frame.steps.push_back({kNoNode, {cut}, {}});
        else if (list[next].how == Insertion::How::kBeforeIn) step.before.push_back(cut);
        else step.behind.push_back(cut);
      }
      if (i < children.size()) frame.steps.push_back(std::move(step));
    }
    frames_.push_back(std::move(frame));
    return kNoNode;
  }

  /// Has the node a single child, with nothing to insert?
  bool is_unit(NodeId id) const {
    return tree_.children(id).size() == 1 && !insertions_.contains(id);
  }

  /// Forgets nodes that have been copied; kNoNode: a group, which the original tree did not have.
  void forget(NodeId id, NodeId top) {
    if (id == kNoNode) return;
    tree_.forget_up_to(id);
    tree_.forget_up_to(top);
  }

  NodeId add_above(UnitChain above, NodeId node) {
    return above.length == 0 ? node : out_.tree_.add_chain(above, node);
  }

  /// Returns the copy, if it is finished.
  NodeId take(Step step) {
    if (step.child != kNoNode && !(step.before.empty() && step.behind.empty())) {
      Frame group;
      group.node.kind = NodeKind::kGroup;
      for (const std::uint32_t cut : step.before) group.steps.push_back({kNoNode, {cut}, {}});
      group.steps.push_back({step.child, {}, {}});
      for (const std::uint32_t cut : step.behind) group.steps.push_back({kNoNode, {cut}, {}});
      frames_.push_back(std::move(group));
      return kNoNode;
    }
    return step.child == kNoNode ? add_cut(step.before[0]) : open(step.child);
  }

  NodeId add_cut(std::uint32_t k) {
    const NodeId node = out_.add_opaque(cut_out_[k]);
    if (cuts_ != nullptr) cuts_->push_back({cut_out_[k], node});
    return node;
  }

  /// A leaf; if something was cut out of it, a group of what remains and the cuts.
  NodeId add_leaf(NodeId id) {
    const Span extent = tree_[id].text();
    std::vector<NodeId> pieces;
    std::optional<Span> piece;
    const auto end_piece = [&] {
      if (piece) pieces.push_back(out_.add_leaf(tree_[id].symbol, *piece));
      piece.reset();
    };
    for (std::uint32_t k = extent.begin; k < extent.end; ++k) {
      if (k > extent.begin && cut_at_[k]) {
        end_piece();
        pieces.push_back(add_cut(k));
      }
      const SentenceToken& token = sentence_.tokens[k];
      if (token.added) continue;
      const Span text = out_.text_.tokens[token.at].text;
      piece = Span{piece ? piece->begin : text.begin, text.end};
    }
    end_piece();
    if (pieces.empty()) return out_.add_leaf(tree_[id].symbol, {out_.last_end_, out_.last_end_});
    if (pieces.size() == 1) return pieces[0];
    Node group;
    group.kind = NodeKind::kGroup;
    return out_.tree_.add_node(group, pieces);
  }

  Assembly& out_;
  const Sentence& sentence_;
  std::vector<Cut>* cuts_;
  bool classic_;
  Tree tree_;
  std::vector<Span> cut_out_;  // by sentence token: the rough tokens cut out before it
  std::vector<bool> cut_at_;
  std::map<NodeId, std::vector<Insertion>> insertions_;
  std::vector<Frame> frames_;
};

Assembly::Assembly(const RoughText& text, RepairBudget& budget)
    : text_(text), budget_(budget), tree_(text.parser.grammar_ptr(), std::string(text.text)) {}

NodeId Assembly::add_sentence(const Sentence& sentence, Span range, std::vector<Cut>* cuts) {
  return SentenceTree(*this, sentence, range, cuts).copy();
}

NodeId Assembly::add_leaf(SymbolId terminal, Span text) {
  const Span skipped{last_end_, text.begin};
  last_end_ = text.end;
  return tree_.add_token(terminal, skipped, text);
}

Tree Assembly::take(NodeId root) {
  const auto size = static_cast<std::uint32_t>(text_.text.size());
  tree_.set_root(root, {last_end_, size});
  return std::move(tree_);
}

}  // namespace grabr
