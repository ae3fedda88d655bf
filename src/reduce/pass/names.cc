// Names are found and made with the lexer alone, never with a list of keywords: `is_name` looks at
// the token's terminal, `lexes_as` runs the lexer on a text. If the context decides how a text is
// read, a text that could also be a literal is not used as a name, but one that matches several
// patterns is.
// Tested by tests/reduce/names_test.cc.
#include "reduce/pass/names.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "grammar/lex/lexer.h"
#include "parse/parser.h"
#include "parse/tokens/tokenize.h"
#include "text/source.h"

namespace grabr {
namespace {

constexpr std::string_view kFirstLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// A token, and the name that it spells.
struct SpeltName {
  NodeId token = kNoNode;
  std::string_view text;
  bool otherwise = false;  ///< the token spells the name other than by its whole text
};

/// Groups tokens into names. `key` gives the same value for all tokens of one name.
template <class Key>
std::vector<Name> group_spelt(const Tree& tree, const std::vector<SpeltName>& spelt, Key key) {
  std::vector<Name> names;
  std::map<NameKey, std::size_t> places;
  for (const SpeltName& one : spelt) {
    const auto [place, is_new] = places.try_emplace(key(one), names.size());
    if (is_new) names.push_back({tree[one.token].symbol, std::string(one.text), {}});
    names[place->second].tokens.push_back(one.token);
  }
  return names;
}

/// Visits the tokens in order, even those without a text.
template <class Visit>
void for_each_token(const Tree& tree, Visit visit) {
  for_each_leaf_in(tree, tree.root(), [&](NodeId leaf) {
    if (tree.is_token(leaf)) visit(leaf);
  });
}

template <class Wanted>
std::vector<SpeltName> tokens_where(const Tree& tree, Wanted wanted) {
  std::vector<SpeltName> tokens;
  for_each_token(tree, [&](NodeId id) {
    if (wanted(id)) tokens.push_back({id, tree.token_text(id)});
  });
  return tokens;
}

/// The text without the signs at its ends (`%a`, `a:`), as offsets.
Span core_of(std::string_view text) {
  const auto is_part = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == '_' || std::isalnum(byte) != 0;
  };
  const auto begin = std::find_if(text.begin(), text.end(), is_part);
  const auto end = std::find_if(text.rbegin(), std::make_reverse_iterator(begin), is_part).base();
  return {static_cast<std::uint32_t>(begin - text.begin()),
          static_cast<std::uint32_t>(end - text.begin())};
}

/// Gives tokens of the same name the same key.
class NameKeys {
 public:
  NameKeys(const Tree& tree, const std::vector<SpeltName>& spelt) : tree_(tree) {
    if (tree.grammar().hints.identifiers.size() < 2) return;
    for (const SpeltName& one : spelt) {
      const SymbolId symbol = tree[one.token].symbol;
      const auto [known, is_new] = spellings_.try_emplace(core(one), symbol);
      if (!is_new && known->second != symbol) known->second = kNoSymbol;
    }
  }

  /// Tokens of several terminals with the same core are one name.
  NameKey operator()(const SpeltName& one) const {
    if (!spellings_.empty()) {
      std::string text = core(one);
      if (!text.empty() && spellings_.at(text) == kNoSymbol) return {kNoSymbol, std::move(text)};
    }
    return {terminal(one), folded(one.text)};
  }

 private:
  std::string core(const SpeltName& one) const {
    const Span core = core_of(one.text);
    return folded(one.text.substr(core.begin, core.size()));
  }

  /// A name that a token spells otherwise belongs to the first identifier terminal. If a grammar
  /// with derived names has no such terminal, the text alone tells names apart.
  SymbolId terminal(const SpeltName& one) const {
    const auto& identifiers = tree_.grammar().hints.identifiers;
    if (one.otherwise) return identifiers.empty() ? kNoSymbol : identifiers[0];
    return identifiers.empty() && !tree_.grammar().links.derives.empty() ? kNoSymbol
                                                                         : tree_[one.token].symbol;
  }

  std::string folded(std::string_view text) const {
    std::string same(text);
    if (!tree_.grammar().ignore_case) return same;
    std::transform(same.begin(), same.end(), same.begin(), [](unsigned char c) {
      return c < 0x80 ? static_cast<char>(std::tolower(c)) : static_cast<char>(c);
    });
    return same;
  }

  const Tree& tree_;
  std::map<std::string, SymbolId> spellings_;  ///< core → its terminal, or kNoSymbol for several
};

/// Gives the name the first terminal of the grammar's hints that it has, and the text of its first
/// token of that terminal.
void choose_spelling(const Tree& tree, Name& name) {
  for (const SymbolId terminal : tree.grammar().hints.identifiers) {
    for (const NodeId token : name.tokens) {
      if (tree[token].symbol != terminal) continue;
      name.terminal = terminal;
      name.text = tree.token_text(token);
      return;
    }
  }
}

/// A name's text as the token's terminal spells it.
std::string spelling(const Tree& tree, NodeId token, std::string_view text) {
  const Grammar& grammar = tree.grammar();
  const SymbolId terminal = tree[token].symbol;
  if (grammar.hints.identifiers.size() < 2 || lexes_as(grammar, terminal, text)) {
    return std::string(text);
  }
  std::string spelt(tree.token_text(token));
  const Span new_core = core_of(text);
  const Span old_core = core_of(spelt);
  spelt.replace(old_core.begin, old_core.size(), text.substr(new_core.begin, new_core.size()));
  return spelt;
}

NodeId add_renamed(Tree& tree, NodeId token, std::string_view text) {
  const NodeId made = tree.add_new_token(tree[token].symbol, text);
  const Span skipped = tree[token].skipped();
  // A token with nothing before it stays new, so that printing checks whether it now needs a
  // separator.
  if (skipped.size() == 0) return made;
  return tree.add_token(tree[token].symbol, skipped, tree[made].text());
}

bool is_one_token(const RewriteTemplate& how, const Grammar& grammar) {
  return how.pieces.size() == 1 && how.pieces[0].part == kNoSymbol &&
         tokenize(grammar, how.pieces[0].text).tokens.size() == 1;
}

/// Texts of one token that fit the place, which consists of this token alone.
std::vector<std::string> constants(const TreeEditor& work, NodeId place, NodeId token) {
  const Grammar& grammar = work.grammar();
  const SymbolId wanted = work.place(place);
  std::set<SymbolId> symbols{wanted};
  for (NodeId up = token; up != place; up = work.tree().parent(up)) {
    symbols.insert(work.tree()[up].symbol);
  }
  symbols.insert(work.tree()[place].symbol);
  std::vector<std::string> texts;
  ParseOptions options = work.parser().defaults();
  options.start = wanted;
  for (const auto& [symbol, templates] : grammar.hints.rewrites) {
    if (!symbols.contains(symbol)) continue;
    for (const RewriteTemplate& how : templates) {
      if (!is_one_token(how, grammar)) continue;
      const std::string& text = how.pieces[0].text;
      if (work.parser().accepts(text, options)) texts.push_back(text);
    }
  }
  const CheapestText& cheapest = work.analysis().cheapest[wanted];
  if (cheapest.tokens == 1) texts.push_back(cheapest.text);
  if (is_name(work.tree(), token)) {
    const SymbolId terminal = work.tree()[token].symbol;
    std::erase_if(texts, [&](const auto& text) { return lexes_as(grammar, terminal, text); });
  }
  return texts;
}

}  // namespace

std::vector<Name> names_in(const Tree& tree) {
  const auto tokens = tokens_where(tree, [&](NodeId id) { return is_name(tree, id); });
  std::vector<Name> names = group_spelt(tree, tokens, NameKeys(tree, tokens));
  for (Name& name : names) choose_spelling(tree, name);
  return names;
}

namespace {

/// Is no token a name by itself, and do all spell the name by the same pattern at the same place?
bool is_spelt_in_one_way(const Tree& tree, const DerivedNames& derived, const Name& name) {
  const auto way_of = [&](NodeId token) -> std::pair<std::uint32_t, bool> {
    const auto spelt = derived.spelt.find(token);
    if (spelt == derived.spelt.end()) return {0, false};
    const std::string& first = spelt->second.names[0];
    if (is_name(tree, token) && tree.token_text(token) == first) return {0, false};
    return {spelt->second.way, spelt->second.names.size() == 1 || first == name.text};
  };
  const auto way = way_of(name.tokens[0]);
  return way.first != 0 &&
         std::ranges::all_of(name.tokens, [&](NodeId token) { return way_of(token) == way; });
}

}  // namespace

std::vector<Name> linked_names_in(const Tree& tree) {
  return linked_names_in(tree, DerivedNames(tree));
}

std::vector<Name> linked_names_in(const Tree& tree, const DerivedNames& derived) {
  if (tree.grammar().links.derives.empty()) return names_in(tree);
  std::vector<SpeltName> spelt;
  for_each_token(tree, [&](NodeId id) {
    const auto found = derived.spelt.find(id);
    if (found != derived.spelt.end()) {
      for (const std::string& text : found->second.names) spelt.push_back({id, text, true});
    } else if (is_name(tree, id) && !derived.nameless.contains(id)) {
      spelt.push_back({id, tree.token_text(id)});
    }
  });
  std::vector<Name> names = group_spelt(tree, spelt, NameKeys(tree, spelt));
  std::erase_if(names, [&](const Name& name) { return is_spelt_in_one_way(tree, derived, name); });
  std::unordered_set<NodeId> defining;
  for (const DerivedNames::Part& part : derived.parts) {
    if (part.instead == nullptr) defining.insert(part.token);
  }
  for (Name& name : names) {
    const auto only_uses = [&](NodeId id) {
      const auto found = derived.spelt.find(id);
      return found != derived.spelt.end() && found->second.names.size() > 1 &&
             found->second.names[0] != name.text;
    };
    std::stable_partition(name.tokens.begin(), name.tokens.end(), std::not_fn(only_uses));
    choose_spelling(tree, name);
    std::stable_partition(name.tokens.begin(), name.tokens.end(),
                          [&](NodeId id) { return defining.contains(id); });
  }
  return names;
}

std::vector<Name> other_patterns_in(const Tree& tree) {
  const auto tokens =
      tokens_where(tree, [&](NodeId id) { return is_pattern(tree, id) && !is_name(tree, id); });
  return group_spelt(tree, tokens, [&](const SpeltName& one) {
    return NameKey(tree[one.token].symbol, one.text);
  });
}

std::set<std::string> texts_in(const Tree& tree) {
  std::set<std::string> texts;
  for_each_token(tree, [&](NodeId id) { texts.emplace(tree.token_text(id)); });
  return texts;
}

bool lexes_as(const Grammar& grammar, SymbolId terminal, std::string_view text) {
  if (grammar.lexer == nullptr || text.empty()) return false;
  const Match match = grammar.lexer->match(text, 0);
  if (match.length != text.size() || match.terminals.empty()) return false;
  if (match.terminals.front() == terminal) return true;
  return grammar.symbols[match.terminals.front()].kind != SymbolKind::kLiteral &&
         std::ranges::find(match.terminals, terminal) != match.terminals.end();
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
  while (!text.empty() && used.contains(text)) text = next();
  return text;
}

std::vector<Edit> rename_edits(TreeEditor& work, std::span<const NodeId> tokens,
                               std::string_view text) {
  std::vector<Edit> edits;
  for (const NodeId token : tokens) {
    const std::string spelt = spelling(work.tree(), token, text);
    if (work.tree().token_text(token) == spelt) continue;
    edits.push_back({Edit::Kind::kReplace, token, add_renamed(work.tree(), token, spelt)});
  }
  return edits;
}

NodeId topmost_alone(const Tree& tree, NodeId token) {
  NodeId topmost = token;
  for (NodeId up = tree.parent(token); up != kNoNode; up = tree.parent(up)) {
    if (tree[up].child_count() != 1) break;
    if (tree[up].kind == NodeKind::kRule) topmost = up;
  }
  return topmost;
}

const std::vector<std::string>& ConstantTexts::of(NodeId token) {
  static const std::vector<std::string> none;
  const NodeId place = topmost_alone(work_.tree(), token);
  const SymbolId wanted = work_.place(place);
  if (wanted == kNoSymbol) return none;
  const auto [found, is_new] = known_.try_emplace({wanted, work_.tree()[token].symbol});
  if (is_new) found->second = constants(work_, place, token);
  return found->second;
}

std::vector<std::vector<Edit>> constants_for(TreeEditor& work, std::span<const NodeId> tokens,
                                             std::size_t most) {
  ConstantTexts constants(work);
  std::vector<const std::vector<std::string>*> texts;  // by token
  std::size_t ways = 0;
  for (const NodeId token : tokens) {
    texts.push_back(&constants.of(token));
    if (texts.back()->empty()) return {};
    ways = std::max(ways, texts.back()->size());
  }
  std::vector<std::vector<Edit>> result(std::min(ways, most));
  for (std::size_t way = 0; way < result.size(); ++way) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string& text = (*texts[i])[std::min(way, texts[i]->size() - 1)];
      if (text == work.tree().token_text(tokens[i])) {
        result[way].clear();
        break;
      }
      const NodeId place = topmost_alone(work.tree(), tokens[i]);
      result[way].push_back({Edit::Kind::kReplace, place, work.add_text(text)});
    }
  }
  return result;
}

}  // namespace grabr
