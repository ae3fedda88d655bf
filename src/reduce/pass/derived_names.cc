// Tested by tests/reduce/derived_names_test.cc.
#include "reduce/pass/derived_names.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "text/ascii.h"

namespace grabr {
namespace {

/// Longer tokens name nothing: no path is as long.
constexpr std::size_t kMostTokenBytes = 4096;

/// Matches a pattern, whose length bounds the recursion.
class PatternMatch {
 public:
  explicit PatternMatch(std::string_view text) : text_(text) {}

  bool run(std::string_view pattern, std::size_t at) {
    if (pattern.empty()) return at == text_.size();
    if (pattern[0] == '%') return any_text(pattern.substr(1), at);
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
      const auto in_word = [](char c) { return is_word_byte(static_cast<unsigned char>(c)); };
      return named(pattern.substr(1), at, end_of(at, in_word));
    }
    if (pattern.starts_with("~@")) {
      const std::size_t end = up_to(pattern.substr(2), at);
      if (!named(pattern.substr(2), at, std::min(end, text_.find('/', at)))) return false;
      return undo_escapes();
    }
    return at < text_.size() && text_[at] == pattern[0] && run(pattern.substr(1), at + 1);
  }

  std::string name;

 private:
  template <class Wanted>
  std::size_t end_of(std::size_t at, Wanted wanted) const {
    while (at < text_.size() && wanted(text_[at])) ++at;
    return at;
  }

  bool any_text(std::string_view rest, std::size_t at) {
    if (rest.empty()) return true;
    for (std::size_t end = at; end <= text_.size(); ++end) {
      if (run(rest, end)) return true;
    }
    return false;
  }

  std::size_t up_to(std::string_view rest, std::size_t at) const {
    return rest.empty() ? text_.size() : std::min(text_.find(rest[0], at), text_.size());
  }

  bool named(std::string_view rest, std::size_t begin, std::size_t end) {
    if (begin >= end || !run(rest, end)) return false;
    name = text_.substr(begin, end - begin);
    return true;
  }

  bool undo_escapes() {
    for (std::size_t at = 0; (at = name.find('~', at)) != name.npos; ++at) {
      if (at + 1 == name.size() || !is_one_of(name[at + 1], "01")) return false;
      name.replace(at, 2, name[at + 1] == '1' ? "/" : "~");
    }
    return true;
  }

  std::string_view text_;
};

}  // namespace

std::string name_in(std::string_view text, std::string_view pattern) {
  PatternMatch match(text);
  return text.size() <= kMostTokenBytes && match.run(pattern, 0) ? match.name : "";
}

DerivedNames::DerivedNames(const Tree& tree) {
  if (tree.grammar().links.derives.empty() || tree.root() == kNoNode) return;
  const std::vector<Inside> inside = find_parts(tree);
  // What only may be referred to is no name as long as nothing refers to anything.
  if (spelt.empty() && tree.grammar().links.introduces.empty()) parts.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) name_part(tree, parts[i], inside[i]);
}

/// Also reads the tokens that spell a name wherever they stand. Returns what is in each part.
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
        std::string name = name_in(tree.token_text(node), spelling.pattern);
        if (name.empty()) continue;
        spelt[node] = {std::move(name), spelling.number};
        break;
      }
      continue;
    }
    if (info.kind == NodeKind::kRule && derivation != nullptr) {
      const bool introduces =
          std::ranges::find(links.introduces, info.symbol) != links.introduces.end();
      if (part != kNone) inside[part].rules.insert(info.symbol);
      parts.push_back({node, part, kNoNode, introduces});
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
      std::string name = name_in(tree.token_text(token), spelling.pattern);
      if (name.empty()) return false;
      spelt[token] = {std::move(name), spelling.number};
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
