// In a rich grammar two adjacent tokens may be read as one (`+ +`, `a b`). They are separated by
// the first text that keeps them apart, of: nothing, a space, a line break, the shortest text of
// each skip; in half of the texts a space is tried before nothing, so that both spellings are
// generated. Three tokens may be read as one even if two are not ('.' '.' '.' with a literal
// "..."), so with plain lexing the text is read again; if the tokens differ, all are spaced, and if
// that does not help, there is no tree. Adjacent literals of a classic rule are one token, as in
// parsed trees. Layout tokens (line ends, indentation) are printed by tree/print.h. Tested by
// tests/generate/generator_test.cc.
#include "generate/draft_tree.h"

#include <algorithm>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/tokens/tokenize.h"
#include "text/source.h"

namespace grabr {
namespace {

/// The candidate texts that are read as a single skip each.
std::vector<std::string> skipped_texts(const Grammar& grammar) {
  std::vector<std::string> candidates = {" ", "\n"};
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.symbols[s].kind != SymbolKind::kSkip) continue;
    candidates.push_back(grammar.lexer->shortest_text(s));
  }
  std::vector<std::string> texts;
  for (std::string& text : candidates) {
    const Match match = grammar.lexer->match(text, 0);
    const bool skipped = std::ranges::any_of(match.terminals, [&](SymbolId terminal) {
      return grammar.symbols[terminal].kind == SymbolKind::kSkip;
    });
    if (skipped && match.length == text.size()) texts.push_back(std::move(text));
  }
  return texts;
}

Span append(std::string& text, const std::string& more) {
  const auto begin = static_cast<std::uint32_t>(text.size());
  text += more;
  return {begin, static_cast<std::uint32_t>(text.size())};
}

}  // namespace

DraftTrees::DraftTrees(std::shared_ptr<const Grammar> grammar)
    : grammar_(std::move(grammar)),
      sampler_(*grammar_),
      classic_(grammar_->notation == Notation::kClassic) {
  if (grammar_->lexer) separators_ = skipped_texts(*grammar_);
}

std::optional<Tree> DraftTrees::build(const Draft& draft, RandomNumbers& random) {
  sampler_.begin_text();
  std::vector<PlacedToken> tokens = tokens_of(draft, random);
  if (classic_ || grammar_->layout) return tree_of(draft, tokens);
  const bool spaced = random.chance(50);
  separate(tokens, spaced);
  if (!reads_back(tokens)) {
    if (spaced) return std::nullopt;
    separate(tokens, true);
    if (!reads_back(tokens)) return std::nullopt;
  }
  return tree_of(draft, tokens);
}

std::vector<DraftTrees::PlacedToken> DraftTrees::tokens_of(const Draft& draft,
                                                           RandomNumbers& random) {
  std::vector<PlacedToken> tokens;
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const std::uint32_t id = todo.back();
    todo.pop_back();
    const DraftNode& node = draft[id];
    if (node.node.kind == NodeKind::kToken) {
      const SymbolId terminal = node.node.symbol;
      tokens.push_back({id, terminal, sampler_.text(terminal, random), {}});
    }
    todo.insert(todo.end(), node.children.rbegin(), node.children.rend());
  }
  return tokens;
}

/// An automatic token has no text; print() adds line ends where needed.
void DraftTrees::separate(std::vector<PlacedToken>& tokens, bool spaced) const {
  const auto automatic = [&](const PlacedToken& token) {
    return grammar_->automatic && grammar_->automatic->token == token.terminal;
  };
  const PlacedToken* left = nullptr;
  for (PlacedToken& token : tokens) {
    if (automatic(token)) continue;
    const std::string* const text = left == nullptr ? nullptr : between(*left, token, spaced);
    token.skipped = text != nullptr ? *text : std::string();
    left = &token;
  }
}

/// The text to put between the two tokens; null: nothing.
const std::string* DraftTrees::between(const PlacedToken& left, const PlacedToken& right,
                                       bool spaced) const {
  if (grammar_->symbols[right.terminal].immediate) return nullptr;
  const auto apart = [&](const std::string& text) {
    return grammar_->lexer->separate(left.text, text, right.text);
  };
  if (!spaced && apart({})) return nullptr;
  const auto found = std::ranges::find_if(separators_, apart);
  return found == separators_.end() ? nullptr : &*found;
}

/// Only for plain lexing; contextual lexing is not checked here.
bool DraftTrees::reads_back(const std::vector<PlacedToken>& tokens) const {
  if (grammar_->lexing == Lexing::kContextual) return true;
  std::string text;
  std::vector<Span> places;
  for (const PlacedToken& token : tokens) {
    append(text, token.skipped);
    places.push_back(append(text, token.text));
  }
  const Tokens read = tokenize(*grammar_, text);
  if (read.stuck_at || read.tokens.size() != tokens.size()) return false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = read.tokens[i];
    if (token.terminal != tokens[i].terminal || token.text.begin != places[i].begin) return false;
  }
  return true;
}

Tree DraftTrees::tree_of(const Draft& draft, const std::vector<PlacedToken>& tokens) const {
  std::string text;
  std::vector<std::pair<Span, Span>> places;
  for (const PlacedToken& token : tokens) {
    const Span skipped = append(text, token.skipped);
    places.emplace_back(skipped, append(text, token.text));
  }
  const auto size = static_cast<std::uint32_t>(text.size());
  const bool added = grammar_->layout.has_value();
  Tree tree(grammar_, added ? std::string() : std::move(text));
  struct Frame {
    std::uint32_t node = 0;
    std::size_t next = 0;
    std::size_t first = 0;  // index into `done`
  };
  std::vector<Frame> frames{Frame{}};
  std::vector<NodeId> done;
  std::size_t token = 0;
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const auto& children = draft[frame.node].children;
    if (frame.next == children.size()) {
      const auto own = std::span(done).subspan(frame.first);
      const NodeId id = tree.add_node(draft[frame.node].node, own);
      done.resize(frame.first);
      done.push_back(id);
      frames.pop_back();
      continue;
    }
    const std::uint32_t child = children[frame.next++];
    if (draft[child].node.kind != NodeKind::kToken) {
      frames.push_back({child, 0, done.size()});
      continue;
    }
    SymbolId terminal = tokens[token].terminal;
    if (added) {
      done.push_back(tree.add_new_token(terminal, tokens[token++].text));
      continue;
    }
    auto [skipped, place] = places[token++];
    // A printed tree writes its line ends, so the text is not yet that of a parsed tree.
    if (grammar_->automatic && terminal == grammar_->automatic->token) skipped = {size, size};
    while (classic_ && frame.next < children.size() &&
           draft[children[frame.next]].node.kind == NodeKind::kToken) {
      place.end = places[token++].second.end;
      ++frame.next;
    }
    if (classic_) terminal = literal_of(std::string(tree.slice(place)));
    if (!classic_ || place.size() > 0) done.push_back(tree.add_token(terminal, skipped, place));
  }
  tree.set_root(done.back(), {size, size});
  return tree;
}

SymbolId DraftTrees::literal_of(const std::string& text) const {
  const auto& symbols = grammar_->symbols;
  const auto found = std::ranges::find_if(symbols, [&](const Symbol& symbol) {
    return symbol.kind == SymbolKind::kLiteral && symbol.text == text;
  });
  return found == symbols.end() ? kNoSymbol : static_cast<SymbolId>(found - symbols.begin());
}

}  // namespace grabr
