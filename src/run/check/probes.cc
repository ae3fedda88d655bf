#include "run/check/probes.h"

#include <string>
#include <utility>

#include "grammar/analyse/analysis.h"
#include "grammar/analyse/cheapest.h"
#include "grammar/lex/lexer.h"
#include "tree/nesting.h"

namespace grabr {
namespace {

/// Closing brackets that nothing has opened are an error in nearly every language, before anything
/// that follows could be a comment or a string. Without letters and digits, so that a test that
/// searches for a name or a number finds nothing. Not a part of the original, in which a test might
/// find the failure.
constexpr std::string_view kGarbage = ")]}>~,=@)]}\n";

std::string shortest_sentence(const Parser& parser) {
  const Grammar& grammar = parser.grammar();
  const SymbolId given = parser.defaults().start;
  const SymbolId start = given != kNoSymbol ? given : grammar.start;
  std::string text = std::move(cheapest_texts(grammar, flatten(grammar))[start].text);
  // Blanks between all tokens may be wrong if a token must directly follow another, or a line must
  // end.
  return parser.accepts(text) ? text : std::string();
}

/// A line end where there was one, because some languages depend on lines although their grammar
/// does not show it. Elsewhere the shortest of nothing, a blank and a line end that keeps the two
/// tokens separate.
std::string_view shortest_between(const Tree& tree, NodeId left, NodeId right) {
  if (tree.slice(tree[right].skipped()).find('\n') != std::string_view::npos) return "\n";
  for (const std::string_view between : {"", " ", "\n"}) {
    if (tree.grammar().lexer->separate(tree.token_text(left), between, tree.token_text(right))) {
      return between;
    }
  }
  return tree.slice(tree[right].skipped());
}

std::string text_of_tokens(const Tree& tree) {
  std::string text;
  NodeId previous = kNoNode;
  for (const NodeId id : tokens_of(tree, tree.root())) {
    // Tokens that were adjacent stay adjacent.
    if (previous != kNoNode && tree[id].skipped().size() > 0) {
      text += shortest_between(tree, previous, id);
    }
    text += tree.token_text(id);
    previous = id;
  }
  const bool ends_line = tree.slice(tree.skipped_at_end()).find('\n') != std::string_view::npos;
  return ends_line ? text + "\n" : text;
}

}  // namespace

std::vector<Probe> vacuous_probes(const Parser* parser) {
  std::vector<Probe> probes = {{Probe::Kind::kEmpty, "the empty input", ""}};
  if (parser != nullptr) {
    std::string text = shortest_sentence(*parser);
    if (!text.empty()) {
      probes.push_back(
          {Probe::Kind::kShortest, "the grammar's shortest sentence", std::move(text)});
    }
  }
  probes.push_back({Probe::Kind::kGarbage, "a line of stray brackets", std::string(kGarbage)});
  return probes;
}

std::vector<Probe> equivalent_probes(const Parser& parser, const Tree& tree) {
  const Grammar& grammar = tree.grammar();
  if (grammar.lexer == nullptr || grammar.notation == Notation::kClassic || grammar.layout) {
    return {};
  }
  // For a deep tree, parsing the text takes as much memory as the tree.
  if (tree.root() == kNoNode || deep_at_its_heaviest(tree)) return {};
  std::string text = text_of_tokens(tree);
  const std::string_view original = tree.text();
  if (text == original || !parser.accepts(text)) return {};
  return {{Probe::Kind::kEquivalent, "the original without spaces and comments", std::move(text)}};
}

}  // namespace grabr
