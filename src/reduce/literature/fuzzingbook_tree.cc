#include "reduce/literature/fuzzingbook_tree.h"

#include <algorithm>
#include <utility>

#include "reduce/literature/fuzzingbook_roles.h"

namespace grabr {

BookName BookNames::intern(std::string_view name) {
  const auto [at, added] =
      numbers_.emplace(std::string(name), static_cast<BookName>(texts_.size()));
  if (added) texts_.emplace_back(name);
  return at->second;
}

std::string book_name(const Grammar& grammar, SymbolId symbol) {
  const Symbol& s = grammar.symbols[symbol];
  const bool quoted = grammar.notation == Notation::kRich && s.kind == SymbolKind::kLiteral;
  return quoted ? "'" + s.name + "'" : s.name;
}

BookTree::BookTree(const Tree& tree) {
  const bool classic = tree.grammar().notation == Notation::kClassic;
  const std::vector<std::string> roles = role_names(tree);
  std::vector<BookNode> made(tree.size());
  const std::vector<NodeId> order = preorder(tree, tree.root());
  for (auto id = order.rbegin(); id != order.rend(); ++id) {
    const Node& node = tree[*id];
    if (node.kind == NodeKind::kToken) {
      // Classic terminals are named by their text.
      const std::string_view text = tree.token_text(*id);
      made[*id] = add_leaf(classic ? std::string(text) : book_name(tree.grammar(), node.symbol),
                           {std::string(tree.slice(node.skipped())),
                            std::string(text),
                            {node.skipped().begin, node.text().end}});
      continue;
    }
    std::vector<BookNode> children;
    for (const NodeId child : tree.children(*id)) {
      if (classic && !children.empty() && nodes_[children.back()].leaf != 0 &&
          tree.is_token(child)) {
        children.back() = join_leaves(children.back(), made[child]);
      } else {
        children.push_back(made[child]);
      }
    }
    const std::string name =
        roles[*id].empty() ? book_name(tree.grammar(), node.symbol) : roles[*id];
    made[*id] = add(names_.intern(name), std::move(children));
  }
  root_ = made[tree.root()];
  text_at_end_ = tree.slice(tree.skipped_at_end());
}

BookNode BookTree::join_leaves(BookNode left, BookNode right) {
  BookLeaf leaf = this->leaf(left);
  leaf.text += this->leaf(right).text;
  leaf.place.end = this->leaf(right).place.end;
  const std::string name = leaf.text;
  return add_leaf(name, std::move(leaf));
}

BookNode BookTree::add(BookName name, std::vector<BookNode> children) {
  nodes_.push_back({name, 0, std::move(children)});
  return static_cast<BookNode>(nodes_.size() - 1);
}

BookNode BookTree::add_leaf(std::string_view name, BookLeaf leaf) {
  leaves_.push_back(std::move(leaf));
  nodes_.push_back({names_.intern(name), static_cast<std::uint32_t>(leaves_.size() - 1), {}});
  return static_cast<BookNode>(nodes_.size() - 1);
}

BookGrammar::BookGrammar(const Grammar& grammar, BookNames& names) {
  for (const Rule& rule : grammar.rules) {
    std::vector<Expansion>& expansions = expansions_[names.intern(book_name(grammar, rule.symbol))];
    for (const Alternative& alternative : rule.alternatives) {
      const auto& parts = alternative.body.parts;
      const auto is_symbol = [](const Expr& e) { return e.kind == Expr::Kind::kSymbol; };
      if (!std::ranges::all_of(parts, is_symbol)) continue;
      Expansion expansion;
      for (const Expr& part : parts) {
        expansion.push_back(names.intern(book_name(grammar, part.symbol)));
      }
      if (expansion.empty()) expansion.push_back(names.intern(""));
      expansions.push_back(std::move(expansion));
    }
    std::ranges::stable_sort(expansions, {}, &Expansion::size);
  }
}

std::span<const BookGrammar::Expansion> BookGrammar::expansions(BookName name) const {
  const auto found = expansions_.find(name);
  if (found == expansions_.end()) return {};
  return found->second;
}

}  // namespace grabr
