// Sorts list elements that may stand in any order, so that inputs with the same failure end in the
// same result.
//
//   {"b": 1, "a": [ ]}   →   {"a": 1, "b": [ ]}           two tests
//
// The elements of each list are sorted by their texts without names and quoted texts
// (reduce/core/shortlex.h); equal elements keep their order. If not all lists can be sorted at
// once, the lists to sort are minimised as a list. Then names and quoted texts are exchanged among
// their tokens so that the simplest comes first. Neither step changes the texts that the other
// compares, so the pass ends. Source: grabr. Tested by tests/reduce/order_test.cc.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reduce/core/shortlex.h"
#include "reduce/pass/renamings.h"
#include "reduce/pass/tree_passes.h"
#include "text/ascii.h"
#include "tree/print.h"

namespace grabr {
namespace {

/// Elements of one list: a longer list has not been minimised, or is data.
constexpr std::size_t kMaxElementsOrdered = 200;
constexpr std::string_view kInOrder = "in order";

bool not_longer(std::string_view text, std::string_view best) {
  return text.size() <= best.size() && text != best;
}

/// Is the token a name, or a quoted text?
bool may_be_renamed(const Tree& tree, NodeId token) {
  if (is_name(tree, token)) return true;
  const std::string_view text = tree.token_text(token);
  return !text.empty() && !is_digit(text.front()) && text.front() != '-' &&
         tree.grammar().symbols[tree[token].symbol].kind == SymbolKind::kPattern;
}

std::string masked_text(const Tree& tree, NodeId node) {
  std::string text;
  for (const NodeId token : tokens_of(tree, node)) {
    if (!may_be_renamed(tree, token)) text += tree.token_text(token);
    text += ' ';
  }
  return text;
}

std::vector<NodeId> elements_of(const Tree& tree, NodeId list) {
  std::vector<NodeId> elements;
  for (const NodeId child : tree.children(list)) {
    if (!tree[child].separator) elements.push_back(child);
  }
  return elements;
}

/// The change that sorts a list by replacing elements with copies of others; empty if it is sorted.
Change sorted(TreeWork& work, NodeId list) {
  const std::vector<NodeId> elements = elements_of(work.tree(), list);
  if (elements.size() < 2 || elements.size() > kMaxElementsOrdered) return {};
  std::vector<std::pair<std::string, NodeId>> order;
  for (const NodeId element : elements)
    order.emplace_back(masked_text(work.tree(), element), element);
  std::ranges::stable_sort(order, simpler_text, [](const auto& one) { return one.first; });
  Change change;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (order[i].second == elements[i]) continue;
    change.push_back(
        {Edit::Kind::kReplace, elements[i], work.tree().copy_subtree(order[i].second)});
  }
  return change;
}

bool sort_lists(TreeWork& work) {
  std::vector<Change> changes;
  std::vector<std::optional<Hash128>> questions;
  std::set<NodeId> inside;  // lists inside an unsorted list wait for it
  for (const NodeId node : preorder(work.tree(), work.tree().root())) {
    const NodeId parent = work.tree().parent(node);
    if (parent != kNoNode && inside.contains(parent)) {
      inside.insert(node);
      continue;
    }
    if (work.tree()[node].kind != NodeKind::kList) continue;
    const auto question = work.question(node, kInOrder);
    if (work.statistics().negative.knows(question)) continue;
    Change change = sorted(work, node);
    if (change.empty()) continue;
    inside.insert(node);
    changes.push_back(std::move(change));
    questions.push_back(question);
  }
  const std::vector<bool> done = apply_some(work, changes, {"an order", "lists", not_longer});
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (!done[i]) work.statistics().negative.note(questions[i]);
  }
  return std::ranges::find(done, true) != done.end();
}

/// Exchanges the texts of each terminal's names or quoted tokens: the simplest text goes to the
/// first.
bool give_texts_in_order(TreeWork& work) {
  std::map<SymbolId, std::vector<Name>> groups;
  for (const auto& names : {names_in(work.tree()), other_patterns_in(work.tree())}) {
    for (const Name& name : names) {
      if (may_be_renamed(work.tree(), name.tokens.front())) groups[name.terminal].push_back(name);
    }
  }
  std::vector<Renaming> renamings;
  for (auto& [terminal, names] : groups) {
    std::vector<std::string> texts;
    for (const Name& name : names) texts.push_back(name.text);
    std::ranges::sort(texts, simpler_text);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].text != texts[i]) renamings.push_back({std::move(names[i]), texts[i]});
    }
  }
  if (renamings.empty()) return false;
  const auto question = work.question(work.tree().root(), "texts in order");
  if (work.statistics().negative.knows(question)) return false;
  const Candidate candidate =
      renaming_candidate(work, renaming_edits(work, renamings), "put the texts in order");
  if (not_longer(candidate.text, work.text()) && work.session().fails(candidate)) {
    work.reparse();
    return true;
  }
  work.statistics().negative.note(question);
  return false;
}

}  // namespace

bool order(TreeWork& work) {
  if (work.tree().root() == kNoNode || work.partial()) return false;
  work.reparse();
  const bool sorted_some = sort_lists(work);
  return give_texts_in_order(work) || sorted_some;
}

}  // namespace grabr
