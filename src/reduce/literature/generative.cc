// Tested by tests/reduce/generative_test.cc.
#include "reduce/literature/generative.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "reduce/literature/fuzzingbook_roles.h"

namespace grabr {
namespace {

/// The most subtrees tried for one part; the shortest are tried.
constexpr std::size_t kMaxMatches = 8;
/// Tokens of a cheapest sentence: longer ones are useless as replacements.
constexpr std::uint32_t kMaxFillTokens = 1000;

/// A span that is next to no leaf of the input, nor to another new leaf.
constexpr Span kNowhere = {std::numeric_limits<std::uint32_t>::max(),
                           std::numeric_limits<std::uint32_t>::max() - 1};

using Matches = std::vector<PlaceId>;

Matches matches(const Unfolding& unfolding, const BookText& text, PlaceId place,
                const PartSpec& part, int depth) {
  Matches found;
  for (const BookName name : part.fitting) {
    const auto subtrees = unfolding.subtrees(place, name, depth);
    found.insert(found.end(), subtrees.begin(), subtrees.end());
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::ranges::stable_sort(found, {}, [&](PlaceId at) { return text.text(at).size(); });
  if (found.size() > kMaxMatches) found.resize(kMaxMatches);
  return found;
}

FilledPart fill(const PartSpec& part, const Matches& matches) {
  if (matches.empty()) return {&part, {std::nullopt, part.cheapest}};
  return {&part, {matches.front(), {}}};
}

std::string text_of(const std::vector<FilledPart>& parts, const BookText& text) {
  std::string all;
  for (const FilledPart& part : parts) {
    if (part.piece.place) all += text.text(*part.piece.place);
    for (const BookLeaf& leaf : part.piece.leaves) all += leaf.text;
  }
  return all;
}

/// Keeps candidates that are shorter than the node, each text once.
class Candidates {
 public:
  Candidates(const BookText& text, std::size_t size) : text_(text), size_(size) {}

  void add(bool new_node, std::vector<FilledPart> parts) {
    std::string made = text_of(parts, text_);
    if (made.size() >= size_ || !seen_.insert(made).second) return;
    found_.push_back({new_node, std::move(parts), std::move(made)});
  }

  std::vector<GenerativeReplacement> take() {
    std::ranges::stable_sort(found_, {}, [](const GenerativeReplacement& made) {
      return std::pair(made.text.size(), std::string_view(made.text));
    });
    return std::move(found_);
  }

 private:
  const BookText& text_;
  std::size_t size_;
  std::set<std::string> seen_;
  std::vector<GenerativeReplacement> found_;
};

}  // namespace

ExpansionTable::ExpansionTable(const Grammar& grammar, const Analysis& analysis, BookNames& names)
    : grammar_(grammar), analysis_(analysis), yield_(grammar, analysis), names_(names) {
  for (const Rule& rule : grammar.rules) add_rule(rule);
  for (SymbolId s = 0; s < grammar.symbols.size(); ++s) {
    if (grammar.symbols[s].kind == SymbolKind::kPattern) add_pattern(s);
  }
}

void ExpansionTable::add_pattern(SymbolId symbol) {
  const Expr token = {Expr::Kind::kSymbol, symbol, 0, {}};
  add_expansion(names_.intern(book_name(grammar_, symbol)), {&token});
}

void ExpansionTable::add_rule(const Rule& rule) {
  const BookName name = names_.intern(book_name(grammar_, rule.symbol));
  for (const Alternative& alternative : rule.alternatives) {
    std::vector<const Expr*> parts;
    for (const Expr& part : alternative.body.parts) parts.push_back(&part);
    add_expansion(name, parts);
    for (const Expr* part : parts) add_nested(*part);
  }
}

/// Adds the expansions of lists, optional parts and groups, which are nodes of their own. Equal
/// ones share a name.
void ExpansionTable::add_nested(const Expr& expr) {
  if (expr.kind == Expr::Kind::kSymbol) return;
  const BookName name = names_.intern(role_name(grammar_, expr));
  if (!expansions_.emplace(name, std::vector<Expansion>()).second) return;
  const auto add_parts = [&](const Expr& whole) {
    std::vector<const Expr*> parts;
    if (whole.kind != Expr::Kind::kSequence) parts.push_back(&whole);
    else
      for (const Expr& part : whole.parts) parts.push_back(&part);
    add_expansion(name, parts);
  };
  switch (expr.kind) {
    case Expr::Kind::kChoice:
      for (const Expr& part : expr.parts) add_parts(part);
      break;
    case Expr::Kind::kSequence: add_parts(expr); break;
    default:
      if (expr.min == 0) add_expansion(name, {});
      add_expansion(name, {expr.parts.data()});
  }
  for (const Expr& part : expr.parts) add_nested(part);
}

void ExpansionTable::add_expansion(BookName of, const std::vector<const Expr*>& parts) {
  Expansion expansion;
  for (const Expr* part : parts) {
    if (yield_.cost(*part).tokens > kMaxFillTokens) return;
    expansion.push_back(part_spec(*part));
  }
  expansions_[of].push_back(std::move(expansion));
}

PartSpec ExpansionTable::part_spec(const Expr& expr) {
  PartSpec spec;
  spec.name = names_.intern(role_name(grammar_, expr));
  for (YieldToken& token : yield_.tokens(expr)) {
    if (token.text.empty()) continue;
    spec.names.push_back(names_.intern(book_name(grammar_, token.terminal)));
    spec.cheapest.push_back({"", std::move(token.text), kNowhere});
  }
  spec.terminal = expr.kind == Expr::Kind::kSymbol && grammar_.symbols[expr.symbol].terminal();
  add_fitting(expr, spec.fitting);
  return spec;
}

void ExpansionTable::add_fitting(const Expr& expr, std::vector<BookName>& fitting) {
  if (expr.kind != Expr::Kind::kSymbol) {
    fitting.push_back(names_.intern(role_name(grammar_, expr)));
    // A group of a single part is that part.
    for (const Expr& part : expr.parts) {
      if (expr.kind == Expr::Kind::kChoice) add_fitting(part, fitting);
    }
    return;
  }
  const std::vector<BookName>& names = this->fitting(expr.symbol);
  fitting.insert(fitting.end(), names.begin(), names.end());
}

const std::vector<BookName>& ExpansionTable::fitting(SymbolId symbol) {
  const auto [at, added] = fitting_.try_emplace(symbol);
  for (SymbolId s = 0; added && s < grammar_.symbols.size(); ++s) {
    if (grammar_.symbols[s].kind == SymbolKind::kLiteral) continue;
    if (s != symbol && !analysis_.fits_for(symbol, s)) continue;
    at->second.push_back(names_.intern(book_name(grammar_, s)));
  }
  return at->second;
}

std::vector<GenerativeReplacement> ExpansionTable::replacements(const Unfolding& unfolding,
                                                                const BookText& text, PlaceId place,
                                                                int depth) const {
  Candidates candidates(text, text.text(place).size());
  const BookName name = unfolding[place].name;
  for (const PlaceId at : unfolding.subtrees(place, name, depth)) {
    candidates.add(false, {{nullptr, {at, {}}}});
  }
  const auto expansions = expansions_.find(name);
  if (expansions == expansions_.end()) return candidates.take();
  for (const Expansion& expansion : expansions->second) {
    std::vector<Matches> found;
    std::vector<FilledPart> parts;
    for (const PartSpec& part : expansion) {
      found.push_back(matches(unfolding, text, place, part, depth));
      parts.push_back(fill(part, found.back()));
    }
    const bool new_node = parts.size() != 1 || parts[0].spec->name != name;
    if (depth == 0) candidates.add(new_node, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const FilledPart usual = parts[i];
      for (const PlaceId at : found[i]) {
        parts[i].piece = {at, {}};
        candidates.add(new_node, parts);
      }
      parts[i] = usual;
    }
  }
  return candidates.take();
}

}  // namespace grabr
