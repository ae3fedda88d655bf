#include "reduce/pass/tree_editor.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "grammar/model/line_ends.h"
#include "parse/repair/partial.h"
#include "parse/tokens/tokenize.h"
#include "tree/deletable.h"
#include "tree/list_view.h"
#include "tree/pieces.h"
#include "tree/print.h"
#include "tree/print_counts.h"

namespace grabr {

namespace {

/// Larger candidates are not parsed: that takes longer than many tests, and only one in 500 is not
/// a sentence.
constexpr std::size_t kMaxReadBytes = 32768;
/// Two trees of this many nodes take too much memory at once.
constexpr std::size_t kMinNodesOfLargeTree = std::size_t{1} << 20;
/// Candidates that leave introductions unused: after kMinTriesInVain of them are rejected, each is
/// also tried without these; after kMaxTriesInVain, no longer, since the test seems not to mind
/// them.
constexpr int kMinTriesInVain = 4;
constexpr int kMaxTriesInVain = 16;

}  // namespace

TreeEditor::TreeEditor(const Parser& parser, const Analysis& analysis, Tree tree,
                       const SharedText& text, std::size_t most_bytes, bool partial)
    : parser_(parser),
      analysis_(analysis),
      tree_(std::move(tree)),
      text_(text),
      most_bytes_(most_bytes),
      partial_(partial) {
  tree_.share_text(text_);
}

/// Edits put symbols only where they are allowed. But tokens that become neighbours may be read as
/// other tokens, and so may a cheapest text if blanks or the position decide how it is read.
Candidate TreeEditor::sentence_or_same(Candidate candidate, std::span<const Edit> edits) const {
  if (candidate.text.size() > kMaxReadBytes || text_ == candidate.text) return candidate;
  if (!partial_ && !parser_.accepts(candidate.text)) candidate.text = text_;
  else candidate.tokens = tokens_after(edits);
  return candidate;
}

std::optional<Hash128> TreeEditor::tokens_after(std::span<const Edit> edits) const {
  const bool known = !grammar().generic && grammar().notation != Notation::kClassic;
  if (!compares_tokens_ || partial_ || !known) return std::nullopt;
  Hasher128 hasher;
  for (const Piece& piece : pieces_of(tree_, tree_.root(), edits)) {
    for (const NodeId token : tokens_in(tree_, piece)) {
      const std::string_view text = tree_.token_text(token);
      hasher.add(text);
      if (text.empty()) hasher.add(std::to_string(tree_[token].symbol) + '\0');
      hasher.add(std::string_view("\0", 1));
    }
  }
  return hasher.value();
}

Candidate TreeEditor::candidate(std::span<const Edit> given, std::string words) const {
  const std::vector<Edit> edits = complete(given);
  Candidate edited{print(tree_, edits), std::move(words)};
  const bool classic = grammar().notation == Notation::kClassic;
  if (edited.text.size() > (classic ? text_.size() : most_bytes_)) edited.text = text_;
  return sentence_or_same(std::move(edited), edits);
}

Candidate TreeEditor::smaller_candidate(std::span<const Edit> given, std::string words) const {
  const std::vector<Edit> edits = complete(given);
  Candidate edited{print(tree_, edits), std::move(words)};
  if (edited.text.size() < text_.size()) return sentence_or_same(std::move(edited), edits);
  const bool fewer = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    const std::size_t left = edit.by == kNoNode ? 0 : count_tokens(tree_, edit.by);
    return left < count_tokens(tree_, edit.node);
  });
  if (edited.text.size() > text_.size() || !fewer) edited.text = text_;
  return sentence_or_same(std::move(edited), edits);
}

void TreeEditor::apply(std::span<const Edit> given) {
  const std::vector<Edit> edits = complete(given);
  for (const Edit& edit : edits) {
    if (edit.kind != Edit::Kind::kReplace) continue;
    places_[edit.by] = place(edit.node);
    introductions_ = nullptr;
  }
  std::map<NodeId, std::string> counts;
  if (!grammar().hints.counts.empty()) {
    counts = changed_counts(tree_, pieces_of(tree_, tree_.root(), edits));
  }
  tree_.apply(edits);
  for (const auto& [token, text] : counts) {
    const Edit edit = {Edit::Kind::kReplace, token, tree_.add_new_token(tree_[token].symbol, text)};
    tree_.apply({&edit, 1});
  }
  if (unused_ == Unused::kGoes) find_introductions();
  ++version_;
}

void TreeEditor::reparse() {
  // Two large trees need too much memory, so the old one is freed first if the parse will succeed.
  if (tree_.size() > kMinNodesOfLargeTree && parser_.accepts(text_)) {
    tree_ = Tree(tree_.grammar_ptr(), {});
  }
  ParseResult result = parser_.parse(text_);
  if (auto* tree = std::get_if<Tree>(&result)) {
    take(list_view(std::move(*tree)));
  } else if (partial_) {
    take(list_view(parse_partially(parser_, text_).tree));
  } else {
    take(std::move(tree_));
  }
}

void TreeEditor::take(Tree tree) {
  places_.clear();
  stand_ins_.clear();
  introductions_ = nullptr;
  ++version_;
  tree_ = std::move(tree);
  tree_.share_text(text_);
  if (unused_ == Unused::kGoes) find_introductions();
}

void TreeEditor::find_introductions() {
  if (introductions_ != nullptr || grammar().links.introduces.empty()) return;
  introductions_ = std::make_shared<Introductions>(tree_);
}

std::vector<Edit> TreeEditor::unused_after(std::span<const Edit> edits) const {
  if (introductions_ == nullptr) return {};
  return introductions_->unused_after(tree_, edits,
                                      [this](NodeId node) { return removable(node); });
}

std::vector<Edit> TreeEditor::complete(std::span<const Edit> edits) const {
  std::vector<Edit> all(edits.begin(), edits.end());
  if (unused_ != Unused::kTried && unused_ != Unused::kGoes) return all;
  const std::vector<Edit> unused = unused_after(edits);
  all.insert(all.end(), unused.begin(), unused.end());
  return all;
}

bool TreeEditor::retry_without_unused(std::span<const Edit> edits) {
  if (unused_ == Unused::kTried) {
    unused_ = tries_ < kMaxTriesInVain ? Unused::kNotKnown : Unused::kMayStay;
    return false;
  }
  if (unused_ != Unused::kNotKnown) return false;
  find_introductions();
  if (unused_after(edits).empty()) return false;
  if (++tries_ <= kMinTriesInVain) return false;
  unused_ = Unused::kTried;
  return true;
}

void TreeEditor::accept(std::span<const Edit> edits) {
  if (unused_ == Unused::kTried) unused_ = Unused::kGoes;
  if (unused_ == Unused::kNotKnown) find_introductions();
  if (unused_ == Unused::kNotKnown && !unused_after(edits).empty()) unused_ = Unused::kMayStay;
  apply(edits);
}

bool TreeEditor::removable(NodeId node) const {
  const Node& info = tree_[node];
  if (info.parent == kNoNode) return false;
  const Node& parent = tree_[info.parent];
  if (parent.kind == NodeKind::kOptional) return true;
  if (parent.kind == NodeKind::kList) return can_lose_child(parent) && !separates(node);
  return info.kind == NodeKind::kRule && info.child_count() > 0 && analysis_.nullable[info.symbol];
}

SymbolId TreeEditor::place(NodeId node) const {
  const auto found = places_.find(node);
  return found == places_.end() ? tree_[node].symbol : found->second;
}

bool TreeEditor::fits(NodeId node, SymbolId symbol) const {
  return analysis_.fits_for(place(node), symbol);
}

bool TreeEditor::node_fits(NodeId node, NodeId other) const {
  const NodeKind kind = tree_[other].kind;
  return (kind == NodeKind::kRule || kind == NodeKind::kToken) && fits(node, tree_[other].symbol);
}

std::uint32_t TreeEditor::least_tokens(NodeId node) const {
  if (removable(node)) return 0;
  const NodeKind kind = tree_[node].kind;
  return kind == NodeKind::kRule ? analysis_.cheapest[place(node)].tokens : CheapestText{}.tokens;
}

const CheapestText* TreeEditor::cheapest_text(NodeId node) const {
  const NodeKind kind = tree_[node].kind;
  if (kind != NodeKind::kRule && kind != NodeKind::kToken) return nullptr;
  const CheapestText& cheapest = analysis_.cheapest[place(node)];
  const bool is_left_out = cheapest.text.empty() && cheapest.tokens > 0;
  // A part that introduces names is not replaced by one that introduces unknown names, such as
  // Rust's `*`.
  if (std::ranges::find(grammar().links.introduces, place(node)) !=
      grammar().links.introduces.end())
    return nullptr;
  return is_left_out ? nullptr : &cheapest;
}

bool TreeEditor::shrinks_to_text(NodeId node) const {
  const CheapestText* cheapest = cheapest_text(node);
  if (cheapest == nullptr) return false;
  const std::size_t tokens = count_tokens(tree_, node);
  // Most nodes have more tokens than the cheapest text has bytes, so they need not be printed.
  const std::size_t enough = std::max(std::size_t{cheapest->tokens} + 1, cheapest->text.size());
  if (tokens >= enough) return true;
  if (cheapest->tokens > tokens) return false;
  const std::size_t bytes = print_subtree(tree_, node).size();
  return cheapest->tokens < tokens ? cheapest->text.size() <= bytes : cheapest->text.size() < bytes;
}

bool TreeEditor::attached(NodeId node) const {
  return tree_.parent(node) != kNoNode || tree_.root() == node;
}

std::vector<Edit> TreeEditor::leave_out(std::span<const NodeId> nodes,
                                        const DeletionPolicy& policy) {
  std::map<NodeId, std::uint32_t> left;  // how many elements are left, for lists that need some
  std::vector<Edit> edits;
  for (const NodeId node : nodes) {
    const NodeId parent = tree_.parent(node);
    bool goes = !policy.staying.contains(node) && removable(node);
    if (goes && tree_[parent].kind == NodeKind::kList && tree_[parent].min > 0) {
      const Node& list = tree_[parent];
      auto& remaining = left.try_emplace(parent, element_count(list)).first->second;
      goes = remaining > list.min;
      if (goes) --remaining;
    }
    if (goes) {
      edits.push_back({Edit::Kind::kRemove, node, kNoNode});
    } else if (policy.texts && shrinks_to_text(node)) {
      const auto [stand_in, is_new] = stand_ins_.try_emplace(node, kNoNode);
      if (is_new) stand_in->second = add_text(cheapest_text(node)->text);
      edits.push_back({Edit::Kind::kReplace, node, stand_in->second});
    }
  }
  return edits;
}

NodeId TreeEditor::add_text(std::string_view text) {
  if (grammar().notation == Notation::kClassic) return tree_.add_new_token(kNoSymbol, text);
  std::vector<NodeId> tokens;
  // Every line end becomes an automatic token: templates and cheapest texts have no other line
  // ends.
  const auto add_line_end = [&](Span skipped) {
    if (!grammar().automatic || !has_line_end(text.substr(skipped.begin, skipped.size()))) return;
    tokens.push_back(tree_.add_new_token(grammar().automatic->token, {}));
  };
  const Tokens read = tokenize(grammar(), text);
  for (const Token& token : read.tokens) {
    // Empty tokens, for indentation or a missing line end, have no meaning in a part of a line or
    // in whole lines.
    if (token.text.size() == 0) continue;
    add_line_end(token.skipped);
    tokens.push_back(
        tree_.add_new_token(token.terminal, text.substr(token.text.begin, token.text.size())));
  }
  add_line_end(read.skipped_at_end);
  Node group;
  group.kind = NodeKind::kGroup;
  return tree_.add_node(group, tokens);
}

std::vector<std::uint32_t> TreeEditor::weights() const { return token_weights(tree_); }

RemovableList removable_nodes(TreeEditor& editor, std::vector<NodeId> nodes, std::uint32_t min,
                              DeletionPolicy policy) {
  struct State {
    std::vector<NodeId> nodes;
    std::vector<bool> gone;
    DeletionPolicy policy;
  };
  const auto state = std::make_shared<State>();
  state->gone.resize(nodes.size());
  RemovableList list;
  list.count = static_cast<std::uint32_t>(nodes.size());
  list.min = min;
  for (const NodeId node : nodes) {
    const std::size_t tokens = count_tokens(editor.tree(), node);
    list.weights.push_back(static_cast<std::uint32_t>(std::max<std::size_t>(tokens, 1)));
  }
  state->nodes = std::move(nodes);
  state->policy = std::move(policy);
  // The nodes to delete: those not kept that are still in the tree.
  const auto dropped = [&editor, state](const Kept& kept) {
    std::vector<std::size_t> places;
    std::size_t next = 0;
    for (std::size_t i = 0; i < state->nodes.size(); ++i) {
      if (next < kept.size() && kept[next] == i) ++next;
      else if (!state->gone[i] && editor.attached(state->nodes[i])) places.push_back(i);
    }
    std::vector<std::uint32_t> held;
    for (const std::vector<std::uint32_t>& group : state->policy.together) {
      const auto stays = [&](std::uint32_t i) {
        return std::binary_search(kept.begin(), kept.end(), i);
      };
      if (std::none_of(group.begin(), group.end(), stays)) continue;
      held.insert(held.end(), group.begin(), group.end());
    }
    std::sort(held.begin(), held.end());
    std::erase_if(places,
                  [&](std::size_t i) { return std::binary_search(held.begin(), held.end(), i); });
    return places;
  };
  const auto edits_for = [&editor, state](const std::vector<std::size_t>& places) {
    std::vector<NodeId> out;
    for (const std::size_t i : places) out.push_back(state->nodes[i]);
    return editor.leave_out(out, state->policy);
  };
  list.render = [&editor, state, dropped, edits_for](const Kept& kept) {
    const std::vector<std::size_t> places = dropped(kept);
    std::string words = "nothing";
    if (!places.empty()) {
      words = node_name(editor.tree(), state->nodes[places[0]]);
      words = places.size() == 1 ? "delete " + words
                                 : "delete " + std::to_string(places.size()) + " × " + words;
    }
    return editor.smaller_candidate(edits_for(places), std::move(words));
  };
  list.retry = [&editor, dropped, edits_for](const Kept& kept) {
    return editor.retry_without_unused(edits_for(dropped(kept)));
  };
  list.on_accept = [&editor, state, dropped, edits_for](const Kept& kept) {
    const std::vector<std::size_t> places = dropped(kept);
    editor.accept(edits_for(places));
    for (const std::size_t i : places) state->gone[i] = true;
  };
  return list;
}

std::string node_name(const Tree& tree, NodeId id) {
  const SymbolId symbol = tree[id].symbol;
  return symbol == kNoSymbol ? "part" : tree.grammar().symbols[symbol].name;
}

}  // namespace grabr
