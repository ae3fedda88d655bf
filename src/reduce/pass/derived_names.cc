// Tested by tests/reduce/derived_names_test.cc.
#include "reduce/pass/derived_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "reduce/pass/is_name.h"
#include "text/ascii.h"

namespace grabr {
namespace {

/// Longer tokens name nothing: no path is that long.
constexpr std::size_t kMaxTokenBytes = 4096;

/// Matches a pattern, whose length bounds the recursion.
class PatternMatch {
 public:
  explicit PatternMatch(std::string_view text) : text_(text) {}

  bool run(std::string_view pattern, std::size_t at) {
    if (pattern.empty()) return at == text_.size();
    if (pattern[0] == '%') return any_text(pattern.substr(1), at) != text_.npos;
    if (pattern.starts_with("@*")) return words(pattern.substr(2), at, names_);
    if (pattern.starts_with("!*")) return words(pattern.substr(2), at, not_names_);
    if (pattern[0] == ' ') {
      const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
      return run(pattern.substr(1), end_of(at, is_blank));
    }
    if (pattern.starts_with("\\d")) {
      const std::size_t end = end_of(at, is_digit);
      return end > at && run(pattern.substr(2), end);
    }
    if (pattern.starts_with("@@")) {
      return named(pattern.substr(2), at, up_to(pattern.substr(2), at));
    }
    if (pattern[0] == '@') {
      return named(pattern.substr(1), at, end_of(at, in_word));
    }
    if (pattern.starts_with("~@")) {
      const std::size_t end = up_to(pattern.substr(2), at);
      if (!named(pattern.substr(2), at, std::min(end, text_.find('/', at)))) return false;
      if (undo_escapes()) return true;
      names_.pop_back();
      return false;
    }
    return at < text_.size() && text_[at] == pattern[0] && run(pattern.substr(1), at + 1);
  }

  /// The names found, without the words that the pattern excludes.
  std::vector<std::string> result() {
    std::vector<std::string> found;
    for (auto name = names_.rbegin(); name != names_.rend(); ++name) {
      const auto is_same = [&](const std::string& other) { return other == *name; };
      if (std::ranges::none_of(not_names_, is_same) && std::ranges::none_of(found, is_same)) {
        found.push_back(std::move(*name));
      }
    }
    return found;
  }

 private:
  static bool in_word(char c) { return is_word_byte(static_cast<unsigned char>(c)); }

  template <class Wanted>
  std::size_t end_of(std::size_t at, Wanted wanted) const {
    while (at < text_.size() && wanted(text_[at])) ++at;
    return at;
  }

  /// The end of a stretch of any text from `at` after which the rest of the pattern fits; else
  /// npos.
  std::size_t any_text(std::string_view rest, std::size_t at) {
    if (rest.empty()) return text_.size();
    for (std::size_t end = at; end <= text_.size(); ++end) {
      if (run(rest, end)) return end;
    }
    return text_.npos;
  }

  /// Adds the words of a stretch of any text.
  bool words(std::string_view rest, std::size_t at, std::vector<std::string>& to) {
    const std::size_t end = any_text(rest, at);
    if (end == text_.npos) return false;
    const auto in_name = [](char c) { return in_word(c) && c != '$'; };
    std::vector<std::string> found;
    while (at < end) {
      const std::size_t word_end = std::min(end, end_of(at, in_name));
      if (word_end > at && !is_digit(text_[at])) {
        found.emplace_back(text_.substr(at, word_end - at));
      }
      at = std::max(at + 1, word_end);
    }
    to.insert(to.end(), found.rbegin(), found.rend());
    return true;
  }

  std::size_t up_to(std::string_view rest, std::size_t at) const {
    return rest.empty() ? text_.size() : std::min(text_.find(rest[0], at), text_.size());
  }

  bool named(std::string_view rest, std::size_t begin, std::size_t end) {
    if (begin >= end || !run(rest, end)) return false;
    names_.emplace_back(text_.substr(begin, end - begin));
    return true;
  }

  bool undo_escapes() {
    std::string& name = names_.back();
    for (std::size_t at = 0; (at = name.find('~', at)) != name.npos; ++at) {
      if (at + 1 == name.size() || !is_one_of(name[at + 1], "01")) return false;
      name.replace(at, 2, name[at + 1] == '1' ? "/" : "~");
    }
    return true;
  }

  std::string_view text_;
  std::vector<std::string> names_;  // last first
  std::vector<std::string> not_names_;
};

/// The text of one token that may replace such a part; null if there is none.
const std::string* text_instead(const Grammar& grammar, SymbolId part) {
  const auto& rewrites = grammar.hints.rewrites;
  const auto found =
      std::ranges::find_if(rewrites, [&](const auto& rewrite) { return rewrite.first == part; });
  if (found == rewrites.end() || found->second.empty()) return nullptr;
  const auto& pieces = found->second[0].pieces;
  return pieces.size() == 1 && pieces[0].part == kNoSymbol ? &pieces[0].text : nullptr;
}

}  // namespace

std::vector<std::string> names_spelt(std::string_view text, std::string_view pattern) {
  PatternMatch match(text);
  if (text.size() > kMaxTokenBytes || !match.run(pattern, 0)) return {};
  return match.result();
}

DerivedNames::DerivedNames(const Tree& tree) {
  if (tree.grammar().links.derives.empty() || tree.root() == kNoNode) return;
  const std::vector<Inside> inside = find_parts(tree);
  // If no token spells a reference, tokens that could only be referred to are not names.
  if (spelt.empty() && tree.grammar().links.introduces.empty()) parts.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    name_part(tree, parts[i], inside[i]);
    const Part* const around = parts[i].around == kNone ? nullptr : &parts[parts[i].around];
    // A part without a name of its own introduces the part around it: `use std::io::{self}` names
    // io.
    if (!parts[i].introduces || parts[i].token != kNoNode || !inside[i].rules.empty() ||
        around == nullptr || around->token != kNoNode) {
      continue;
    }
    const std::vector<NodeId>& tokens = inside[parts[i].around].tokens;
    const auto last = std::find_if(tokens.rbegin(), tokens.rend(),
                                   [&](NodeId token) { return is_name(tree, token); });
    if (last == tokens.rend()) continue;
    parts[i].token = *last;
    nameless.erase(*last);
  }
}

/// Also reads all tokens that spell a name. Returns the contents of each part.
std::vector<DerivedNames::Inside> DerivedNames::find_parts(const Tree& tree) {
  std::vector<Inside> inside;
  const NameLinks& links = tree.grammar().links;
  std::vector<const NameSource*> of(tree.grammar().symbols.size());
  for (const NameSource& one : links.derives) of[one.of] = &one;
  std::vector<std::pair<NodeId, std::uint32_t>> todo{{tree.root(), kNone}};  // node, part around
  while (!todo.empty()) {
    auto [node, part] = todo.back();
    todo.pop_back();
    const Node info = tree[node];
    const NameSource* const derivation = info.symbol == kNoSymbol ? nullptr : of[info.symbol];
    if (info.kind == NodeKind::kToken) {
      if (part != kNone) inside[part].tokens.push_back(node);
      if (derivation == nullptr) continue;
      for (const NameSource::Spelling& spelling : derivation->spellings) {
        std::vector<std::string> names = names_spelt(tree.token_text(node), spelling.pattern);
        if (names.empty()) continue;
        spelt[node] = {std::move(names), spelling.number};
        break;
      }
      continue;
    }
    if (info.kind == NodeKind::kRule && derivation != nullptr) {
      const bool introduces =
          std::ranges::find(links.introduces, info.symbol) != links.introduces.end();
      if (part != kNone) inside[part].rules.insert(info.symbol);
      parts.push_back({node, part, kNoNode, introduces,
                       introduces ? text_instead(tree.grammar(), info.symbol) : nullptr});
      inside.emplace_back();
      part = static_cast<std::uint32_t>(parts.size() - 1);
    }
    const Children children = tree.children(node);
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      todo.emplace_back(*child, part);
    }
  }
  return inside;
}

void DerivedNames::name_part(const Tree& tree, Part& part, const Inside& inside) {
  const std::vector<NodeId>& tokens = inside.tokens;
  const auto& derives = tree.grammar().links.derives;
  const auto derivation = std::ranges::find(derives, tree[part.node].symbol, &NameSource::of);
  const auto named_by = [&](const NameSource::Spelling& spelling) {
    const auto names = [&](NodeId token) {
      if (tree[token].symbol != spelling.by || tree.token_text(token).empty()) return false;
      if (spelling.pattern.empty()) return true;
      std::vector<std::string> found = names_spelt(tree.token_text(token), spelling.pattern);
      if (found.empty()) return false;
      spelt[token] = {std::move(found), spelling.number};
      return true;
    };
    const auto found = spelling.first ? std::ranges::find_if(tokens, names) : tokens.end();
    if (found != tokens.end()) return *found;
    const auto last = std::find_if(tokens.rbegin(), tokens.rend(), names);
    return spelling.first || last == tokens.rend() ? kNoNode : *last;
  };
  for (const NameSource::Spelling& spelling : derivation->spellings) {
    part.token = named_by(spelling);
    if (part.token != kNoNode || inside.rules.contains(spelling.by)) break;
  }
  for (const NodeId token : tokens) {
    if (token != part.token) nameless.insert(token);
  }
}

}  // namespace grabr
