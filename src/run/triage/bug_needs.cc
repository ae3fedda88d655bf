// Finds the elements that contain the needed tokens by these tokens' places among all tokens: a
// node covers a stretch of tokens, and contains a token as often as its places are in that stretch.
// In pre-order, an element is smallest if the next one that contains the needs is not inside it.
//
//   needs: "boom"     {"a": 1, "b": [2, {"boom": 3}]}   →   {"a": 1, "b": [2, {}]}
//
// Tested by tests/run/triage_test.cc.
#include "run/triage/bug_needs.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "text/ascii.h"
#include "text/units.h"
#include "tree/deletable.h"
#include "tree/list_view.h"
#include "tree/print.h"

namespace grabr {
namespace {

constexpr std::uint64_t kRareFactor = 4;     // times as often as a result's rarest token
constexpr std::size_t kTokensOfElement = 8;  // this many times the needed tokens

std::string_view without_space(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

TokenTexts words_in(std::string_view text) {
  TokenTexts words;
  for (const Span span : split_units(text, Unit::kTokens)) {
    const std::string_view word = without_space(text.substr(span.begin, span.size()));
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

std::optional<Tree> tree_of(const Parser* parser, std::string_view text) {
  if (parser == nullptr) return std::nullopt;
  ParseResult result = parser->parse(text);
  if (auto* tree = std::get_if<Tree>(&result)) return std::move(*tree);
  return std::nullopt;
}

/// Is it a letter or digit, quoted or not, as a search leaves from names and values?
bool is_simplest(std::string_view token) {
  if (token.size() >= 2 && is_quote(token.front()) && token.back() == token.front()) {
    token = token.substr(1, token.size() - 2);
  }
  return token.empty() || (token.size() == 1 && is_word(token.front()));
}

/// Places of the needed tokens among all tokens; equal needs are counted together.
struct Places {
  std::vector<std::size_t> at;
  std::ptrdiff_t wanted = 0;
};

std::vector<Places> places_of(std::span<const std::string> tokens, const Needs& needs) {
  std::vector<Places> places;
  for (std::size_t k = 0; k < needs.size(); ++k) {
    const auto first = static_cast<std::size_t>(std::ranges::find(needs, needs[k]) - needs.begin());
    if (first != k) continue;
    Places one{{}, std::ranges::count(needs, needs[k])};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (needs[k].is_met_by(tokens[i])) one.at.push_back(i);
    }
    places.push_back(std::move(one));
  }
  return places;
}

/// A stretch of tokens that may be removed.
struct Element {
  std::size_t first = 0, count = 0;
  std::size_t id = 0;  ///< the node, or the number of the line
};

bool holds_needs(const Element& element, const std::vector<Places>& places) {
  return std::ranges::all_of(places, [&](const Places& one) {
    const auto begin = std::ranges::lower_bound(one.at, element.first);
    const auto end = std::ranges::lower_bound(one.at, element.first + element.count);
    return end - begin >= one.wanted;
  });
}

/// The smallest elements that contain the needs; `all` is in pre-order.
std::vector<Element> smallest_holders(const std::vector<Element>& all,
                                      std::span<const std::string> tokens, const Needs& needs) {
  const std::vector<Places> places = places_of(tokens, needs);
  std::vector<Element> smallest;
  for (const Element& element : all) {
    if (!holds_needs(element, places)) continue;
    if (!smallest.empty()) {
      const Element& last = smallest.back();
      if (element.first + element.count <= last.first + last.count) smallest.pop_back();
    }
    smallest.push_back(element);
  }
  return smallest;
}

/// Elements to leave out. None if the needs are not there, or too much would be removed.
std::vector<Element> elements_with(const std::vector<Element>& all,
                                   std::span<const std::string> tokens, const Needs& needs) {
  const Element whole{0, tokens.size(), 0};
  if (needs.empty() || !holds_needs(whole, places_of(tokens, needs))) return {};
  std::vector<Element> found = smallest_holders(all, tokens, needs);
  if (found.empty()) found = smallest_holders(all, tokens, {needs.front()});
  std::size_t gone = 0;
  for (const Element& element : found) gone += element.count;
  const std::size_t may_go =
      std::max(tokens.size() / 2, kTokensOfElement * needs.size() * found.size());
  return gone > may_go ? std::vector<Element>() : found;
}

std::optional<std::string> without_lines(std::string_view text, const Needs& needs) {
  TokenTexts tokens;
  std::vector<Element> lines;
  const std::vector<Span> spans = split_units(text, Unit::kLines);
  for (const Span span : spans) {
    const TokenTexts words = words_in(text.substr(span.begin, span.size()));
    lines.push_back({tokens.size(), words.size(), lines.size()});
    tokens.insert(tokens.end(), words.begin(), words.end());
  }
  const std::vector<Element> gone = elements_with(lines, tokens, needs);
  if (gone.empty()) return std::nullopt;
  std::string rest;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (std::ranges::any_of(gone, [&](const Element& one) { return one.id == i; })) continue;
    rest += text.substr(spans[i].begin, spans[i].size());
  }
  return rest;
}

std::vector<Element> elements_of(const Tree& tree) {
  std::vector<bool> may_go(tree.size());
  for (const NodeId id : deletable_nodes(tree)) may_go[id] = true;
  std::vector<Element> elements;
  std::size_t tokens = 0;
  for_each_in(tree, tree.root(), [&](NodeId id) {
    if (may_go[id]) elements.push_back({tokens, tree.token_count(id), id});
    if (tree.is_token(id)) tokens += tree.token_count(id);
  });
  return elements;
}

bool is_number(const std::string& token) {
  const std::size_t at = token.find_first_not_of("+-.");
  return at != std::string::npos && is_digit(token[at]);
}

bool is_name(const std::string& token) {
  return !token.empty() && is_word(token.front()) && !is_digit(token.front());
}

bool is_string(const std::string& token) {
  return token.size() >= 2 && is_quote(token.front()) && token.back() == token.front();
}

}  // namespace

TokenTexts tokens_in(const Parser* parser, std::string_view text) {
  const std::optional<Tree> tree = tree_of(parser, text);
  if (!tree) return words_in(text);
  TokenTexts tokens;
  for (const NodeId id : tokens_of(*tree, tree->root())) {
    tokens.emplace_back(tree->token_text(id));
  }
  return tokens;
}

bool Need::is_met_by(const std::string& token) const {
  return inside ? token.find(text) != std::string::npos : token == text;
}

bool are_met(const Need& need, const TokenTexts& tokens) {
  return std::ranges::any_of(tokens,
                             [&](const std::string& token) { return need.is_met_by(token); });
}

namespace {

/// The need of a token. For a string, its content: the rest of a longer one is usually not needed.
/// The same for a name that was made shorter.
Need need_of(const std::string& token, const TokenTexts& original) {
  constexpr std::size_t kMinCharacters = 2;
  if (is_string(token) && token.size() >= kMinCharacters + 2) {
    return {token.substr(1, token.size() - 2), true};
  }
  const bool is_there = std::ranges::find(original, token) != original.end();
  return {token, !is_there && token.size() >= kMinCharacters && is_name(token)};
}

std::uint64_t count_met(const Need& need, const TokenCounts& counts) {
  std::uint64_t sum = 0;
  for (const auto& [token, count] : counts) sum += need.is_met_by(token) ? count : 0;
  return sum;
}

}  // namespace

Needs needs_of(const TokenTexts& result, const TokenTexts& original, const TokenCounts& counts) {
  const auto chosen = [&](const auto& wanted) {
    Needs needs;
    for (const std::string& token : result) {
      const Need need = need_of(token, original);
      if (wanted(token) && are_met(need, original)) needs.push_back(need);
    }
    return needs;
  };
  Needs needs = chosen([](const std::string& token) { return !is_simplest(token); });
  if (needs.empty()) needs = chosen([](const std::string&) { return true; });
  if (needs.empty()) {
    for (const std::string& token : result) needs.push_back({token});
  }
  const auto count = [&](const Need& need) { return count_met(need, counts); };
  std::ranges::stable_sort(needs, {}, count);
  if (needs.empty()) return needs;
  const std::uint64_t most = std::max<std::uint64_t>(count(needs.front()), 1) * kRareFactor;
  std::erase_if(needs, [&](const Need& need) { return count(need) > most; });
  return needs;
}

std::optional<std::string> without_needs(const Parser* parser, const std::string& text,
                                         const Needs& needs) {
  std::optional<Tree> tree = tree_of(parser, text);
  if (!tree) return without_lines(text, needs);
  const Tree lists = list_view(*std::move(tree));
  TokenTexts tokens;
  for (const NodeId id : tokens_of(lists, lists.root())) {
    tokens.emplace_back(lists.token_text(id));
  }
  std::vector<Edit> edits;
  for (const Element& element : elements_with(elements_of(lists), tokens, needs)) {
    edits.push_back({.node = static_cast<NodeId>(element.id)});
  }
  if (edits.empty()) return std::nullopt;
  std::string rest = print(lists, edits);
  if (rest.empty() || rest == text || !parser->accepts(rest)) return std::nullopt;
  return rest;
}

bool are_alike(const TokenTexts& a, const TokenTexts& b, Alike how) {
  return std::ranges::equal(a, b, [&](const std::string& x, const std::string& y) {
    if (x == y) return true;
    if (how != Alike::kTexts && is_number(x) && is_number(y)) return true;
    return how == Alike::kNames && ((is_name(x) && is_name(y)) || (is_string(x) && is_string(y)));
  });
}

}  // namespace grabr
