// Names are found and made by the lexer alone, never by a list of keywords: `is_name` asks for the
// token's terminal, `lexes_as` reads a text anew. Where the context decides how a text is read, a
// text that may also be a literal is none.
// Tested by tests/reduce/names_test.cc.
#include "reduce/names.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "grammar/lexer.h"

namespace grabr {
namespace {

constexpr std::string_view kFirstLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

bool looks_like_name(std::string_view text) {
  const auto is_part = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_part);
}

bool is_pattern(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  return node.kind == NodeKind::kToken && node.symbol != kNoSymbol && node.text().size() > 0 &&
         tree.grammar().notation == Notation::kRich &&
         tree.grammar().symbols[node.symbol].kind == SymbolKind::kPattern;
}

template <class Wanted>
std::vector<Name> group_tokens(const Tree& tree, Wanted wanted) {
  std::vector<Name> names;
  std::map<std::pair<SymbolId, std::string_view>, std::size_t> places;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (!wanted(id)) continue;
    const SymbolId terminal = tree[id].symbol;
    const std::string_view text = tree.token_text(id);
    const auto [place, is_new] = places.try_emplace({terminal, text}, names.size());
    if (is_new) names.push_back({terminal, std::string(text), {}});
    names[place->second].tokens.push_back(id);
  }
  return names;
}

NodeId add_renamed(Tree& tree, NodeId token, std::string_view text) {
  const NodeId made = tree.add_new_token(tree[token].symbol, text);
  const Span skipped = tree[token].skipped();
  // Where nothing stood between two tokens, printing has to see whether something must.
  if (skipped.size() == 0) return made;
  return tree.add_token(tree[token].symbol, skipped, tree[made].text());
}

}  // namespace

bool is_name(const Tree& tree, NodeId token) {
  if (!is_pattern(tree, token)) return false;
  const auto& identifiers = tree.grammar().hints.identifiers;
  if (identifiers.empty()) return looks_like_name(tree.token_text(token));
  return std::find(identifiers.begin(), identifiers.end(), tree[token].symbol) !=
         identifiers.end();
}

std::vector<Name> names_in(const Tree& tree) {
  return group_tokens(tree, [&](NodeId id) { return is_name(tree, id); });
}

std::vector<Name> other_patterns_in(const Tree& tree) {
  return group_tokens(tree, [&](NodeId id) { return is_pattern(tree, id) && !is_name(tree, id); });
}

std::set<std::string> texts_in(const Tree& tree) {
  std::set<std::string> texts;
  for (const NodeId id : preorder(tree, tree.root())) {
    if (tree[id].kind == NodeKind::kToken) texts.emplace(tree.token_text(id));
  }
  return texts;
}

bool lexes_as(const Grammar& grammar, SymbolId terminal, std::string_view text) {
  if (grammar.lexer == nullptr || text.empty()) return false;
  const Match match = grammar.lexer->match(text, 0);
  return match.length == text.size() && !match.terminals.empty() &&
         match.terminals.front() == terminal;
}

CanonicalNames::CanonicalNames(const Grammar& grammar, SymbolId terminal)
    : grammar_(grammar), terminal_(terminal) {
  if (grammar.lexer != nullptr) prefix_ = grammar.lexer->shortest_text(terminal);
  if (!prefix_.empty()) prefix_.pop_back();
}

std::string CanonicalNames::next() {
  const std::size_t singles = kFirstLetters.size();
  while (number_ < singles * (1 + kLetters.size())) {
    std::string text = prefix_;
    const std::size_t number = number_++;
    if (number < singles) {
      text += kFirstLetters[number];
    } else {
      text += kFirstLetters[(number - singles) / kLetters.size()];
      text += kLetters[(number - singles) % kLetters.size()];
    }
    if (lexes_as(grammar_, terminal_, text)) return text;
  }
  return {};
}

std::string CanonicalNames::next_unused(const std::set<std::string>& used) {
  std::string text = next();
  while (!text.empty() && used.count(text) > 0) text = next();
  return text;
}

std::vector<Edit> rename_edits(TreeWork& work, std::span<const NodeId> tokens,
                               std::string_view text) {
  std::vector<Edit> edits;
  for (const NodeId token : tokens) {
    if (work.tree().token_text(token) == text) continue;
    edits.push_back({Edit::Kind::kReplace, token, add_renamed(work.tree(), token, text)});
  }
  return edits;
}

NodeId topmost_alone(const Tree& tree, NodeId token) {
  NodeId topmost = token;
  for (NodeId up = tree[token].parent; up != kNoNode; up = tree[up].parent) {
    if (tree[up].child_count() != 1) break;
    if (tree[up].kind == NodeKind::kRule) topmost = up;
  }
  return topmost;
}

bool add_cheapest_texts(TreeWork& work, std::span<const NodeId> tokens, std::vector<Edit>& edits) {
  for (const NodeId token : tokens) {
    const NodeId place = topmost_alone(work.tree(), token);
    const SymbolId wanted = work.place(place);
    if (wanted == kNoSymbol) return false;
    const CheapestText& cheapest = work.analysis().cheapest[wanted];
    if (cheapest.tokens != 1 || cheapest.text == work.tree().token_text(token)) return false;
    edits.push_back({Edit::Kind::kReplace, place, work.add_text(cheapest.text)});
  }
  return true;
}

}  // namespace grabr
