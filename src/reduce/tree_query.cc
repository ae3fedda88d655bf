#include "reduce/tree_query.h"

#include <span>

#include "reduce/literature/fuzzingbook_text.h"
#include "reduce/literature/reductions.h"

namespace grabr {

std::vector<std::string> query_tree(const Tree& tree, const TreeQuery& query) {
  BookTree book(tree);
  const BookGrammar grammar(tree.grammar(), book.names());
  const BookName name = book.names().intern(book_name(tree.grammar(), query.symbol));
  const Unfolding unfolding(book);
  const BookText text(book, unfolding, tree.grammar().lexer.get());
  const SearchOptions options{query.depth, query.all_combinations};
  constexpr PlaceId kRoot = 0;

  std::vector<std::string> found;
  const auto add = [&](std::span<const PlaceId> parts) {
    found.push_back(parts.size() == 1 ? std::string(text.text(parts[0]))
                                      : text.with(std::vector<PlaceId>{kRoot}, parts));
  };
  switch (query.kind) {
    case TreeQuery::Kind::kSubtrees:
      for (const PlaceId place : unfolding.subtrees(kRoot, name, query.depth)) add({&place, 1});
      break;
    case TreeQuery::Kind::kAlternates: {
      Alternates alternates(unfolding, grammar, kRoot, name, options);
      while (const auto parts = alternates.next()) add(*parts);
      break;
    }
    case TreeQuery::Kind::kReductions: {
      Reductions reductions(unfolding, grammar, kRoot, name, options);
      while (const auto reduction = reductions.next()) add(reduction->parts);
      break;
    }
  }
  return found;
}

}  // namespace grabr
