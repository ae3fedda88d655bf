// Deletes runs of one to four neighbouring tokens wherever the rest is still a sentence of the
// grammar, last to first; and writes the simplest texts that the grammar's hints name for a token
// (a number becomes 0).
//
// The tree says what may go by itself; this finds what only goes together with something beside it,
// `(` with `)`, or what the grammar has as a whole. Each window costs a parse, so only texts of
// some hundred tokens are looked at.
// Source: C-Reduce's token passes (J. Regehr et al., PLDI 2012), with the parser as a filter.
// Tested by tests/reduce/auto_test.cc.
#include "reduce/tree_passes.h"

#include <algorithm>
#include <optional>

#include "tree/print.h"

namespace grabr {
namespace {

/// Each window costs a parse of the whole text: only worth it when little is left.
constexpr std::size_t kMaxTokens = 400;
constexpr std::size_t kMaxWindow = 4;

std::vector<NodeId> token_nodes(const Tree& tree) {
  std::vector<NodeId> tokens;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind == NodeKind::kToken && tree[id].text().size() > 0) tokens.push_back(id);
  }
  return tokens;
}

std::vector<Edit> removals(std::span<const NodeId> nodes) {
  std::vector<Edit> edits;
  for (const NodeId id : nodes) edits.push_back({Edit::Kind::kRemove, id, kNoNode});
  return edits;
}

/// The last window of `size` tokens, ending at or before `last`, without which the text fails.
bool delete_window(TreeWork& work, std::size_t size, std::size_t& last) {
  const std::vector<NodeId> tokens = token_nodes(work.tree());
  if (tokens.size() > kMaxTokens) return false;
  std::size_t end = std::min(last, tokens.size()) + 1;
  std::vector<std::size_t> ends;
  std::vector<std::optional<Hash128>> questions;
  const auto found = work.session().first_failing([&](std::size_t, Candidate& candidate) {
    while (--end >= size && end > 0) {
      const auto window = std::span(tokens).subspan(end - size, size);
      const auto question = work.question(window[0], "window " + std::to_string(size));
      if (work.learnt().tried.knows(question)) continue;
      std::string text = print(work.tree(), removals(window));
      if (!work.parser().accepts(text)) continue;
      candidate = {std::move(text), "delete " + std::to_string(size) + " tokens"};
      ends.push_back(end);
      questions.push_back(question);
      return true;
    }
    return false;
  });
  questions.resize(found.value_or(questions.size()));
  for (const auto& question : questions) work.learnt().tried.note(question);
  if (!found) return false;
  last = ends[*found] - size;
  work.reparse();
  return true;
}

const std::vector<std::string>* simplest_texts(const Grammar& grammar, SymbolId symbol) {
  for (const auto& [token, texts] : grammar.hints.simplest) {
    if (token == symbol) return &texts;
  }
  return nullptr;
}

}  // namespace

bool token_windows(TreeWork& work) {
  bool changed = false;
  for (std::size_t size = 1; size <= kMaxWindow; ++size) {
    std::size_t last = kMaxTokens;
    while (delete_window(work, size, last)) changed = true;
  }
  return changed;
}

bool simplest_tokens(TreeWork& work) {
  bool changed = false;
  const std::vector<NodeId> tokens = token_nodes(work.tree());
  for (auto it = tokens.rbegin(); it != tokens.rend(); ++it) {
    const NodeId token = *it;
    const auto* texts = simplest_texts(work.grammar(), work.tree()[token].symbol);
    if (texts == nullptr) continue;
    for (const std::string& text : *texts) {
      if (text.size() >= work.tree().token_text(token).size()) continue;
      const NodeId by = work.add_text(text);
      const Edit edit[] = {{Edit::Kind::kReplace, token, by}};
      if (!work.try_edits(edit, "write " + text + " for " + node_name(work.tree(), token))) {
        continue;
      }
      changed = true;
      break;
    }
  }
  return changed;
}

}  // namespace grabr
